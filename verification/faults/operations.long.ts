import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'

import { startCollector } from '../../e2e/support/collector.ts'
import { FIXTURE_CONTENT } from '../../e2e/support/fixture-content.ts'
import { PAYPAL, SWEEP_SECRET } from '../../local/environment.ts'
import {
  expectConsistent,
  type Harness,
  heal,
  type NewShopper,
  newShopper,
  openHarness,
  requirePromise,
  startAttempt,
} from './harness.ts'
import { shirtOrder } from './purchase.ts'
import { placedAndPaid } from './scenario.ts'
import { type Instance, sweep } from './shop-site.ts'
import { createShopper, toldStatus } from './shopper.ts'

// Operates the shop without affecting buyers.

/** The least that a host waits after SIGTERM; docs/deployment.md asks for twice as much. */
const GRACE = 10_000

/** The id of a trace that a balancer began. */
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'

let harness: Harness

before(async () => {
  harness = await openHarness(4400)
})

after(() => harness.close())

/** The same shopper at another instance, by the same session. */
function at(instance: Instance, someone: NewShopper): NewShopper {
  const { providers } = harness
  const { member, wrongStatuses } = someone
  const shopper = createShopper({ shop: instance.address, providers, wrongStatuses }, member)
  return { shopper, member, wrongStatuses }
}

/** Buys at an instance; answers when it placed the order, by its own clock (milliseconds since 1970). */
async function buyAt(instance: Instance, someone: NewShopper): Promise<number> {
  const there = at(instance, someone)
  const order = requirePromise(there, await there.shopper.placeWithRetry(shirtOrder(1)))
  await placedAndPaid(harness, order)
  const { status, createdAt } = await harness.ledger.order(order.id)
  assert.equal(status, '已付款')
  return Date.parse(createdAt)
}

async function waitForExit({ process }: Instance): Promise<number> {
  const start = performance.now()
  await process.stop(GRACE)
  return performance.now() - start
}

const shirt = () => join(harness.own.site, FIXTURE_CONTENT, 'products', 'otr-001.md')

test('content that is changed beside a running shop reaches neither pages nor orders', async () => {
  const { at, kill } = harness.own
  const text = readFileSync(shirt(), 'utf8')
  writeFileSync(shirt(), text.replace(/^price: 1540$/m, 'price: 1640'))
  // The server has read nothing yet.
  await kill('shop')
  const page = await (await fetch(`${at.shop}/product/otr-001`)).text()
  assert.match(page, /NT\$1,540/)
  assert.doesNotMatch(page, /NT\$1,640/)
  const someone = await newShopper(harness)
  const order = requirePromise(someone, await someone.shopper.placeWithRetry(shirtOrder(2)))
  await placedAndPaid(harness, order)
  await heal(harness, order.id)
  assert.equal((await harness.ledger.order(order.id)).totalAmount, 3080)
})

test('SIGTERM in the middle of a capture: it is answered and settled, new visitors go elsewhere, and the process ends in time', async (t) => {
  const instance = await harness.own.startAnother()
  const someone = at(instance, await newShopper(harness))
  const order = requirePromise(someone, await someone.shopper.placeWithRetry(shirtOrder(2)))
  const reference = await startAttempt(order)
  await harness.paypal.approve(reference)
  await harness.paypal.misbehave({ name: 'slow', op: 'capture', delayMs: 3000 }, order.id)
  const capture = order.shopper.capture(order.id, reference)
  // PayPal has the call; it answers three seconds later.
  while (!(await harness.paypal.requests(order.id)).some(({ op }) => op === 'capture')) {
    await wait(20)
  }
  const ending = waitForExit(instance)
  const result = await capture
  assert.equal(toldStatus(result), 'paid', JSON.stringify(result))
  await assert.rejects(
    once(connect(Number(new URL(instance.address).port), 'localhost'), 'connect'),
  )
  const took = await ending
  assert.ok(took < GRACE, `${took} ms`)
  t.diagnostic(`ended ${Math.round(took)} ms after SIGTERM`)
  // The surviving instance checks the rest.
  const here = { shop: harness.own.at.shop, providers: harness.providers, wrongStatuses: [] }
  const same = { ...order, shopper: createShopper(here, order.member) }
  await heal(harness, order.id)
  await expectConsistent(harness, same, 'paid')
})

describe('a secret is changed while both the old and the new one are good', () => {
  const NEW = 'the-next-secret-of-the-scheduler-27'

  test("the scheduler's: SWEEP_SECRET_PREVIOUS covers the time between", async () => {
    const { own } = harness
    const both = { SWEEP_SECRET: NEW, SWEEP_SECRET_PREVIOUS: SWEEP_SECRET }
    const changing = await own.startAnother(both)
    // The old release still runs, and the scheduler has the old secret.
    await sweep(own.at.shop)
    await sweep(changing.address)
    await sweep(changing.address, NEW)
    const changed = await own.startAnother({ SWEEP_SECRET: NEW })
    await sweep(changed.address, NEW)
    await assert.rejects(sweep(changed.address), /answered 401/)
    await Promise.all([changing, changed].map(waitForExit))
  })

  test("PayPal's: an app has two, and both instances sell with their own", async () => {
    const { own, paypal } = harness
    const old = { address: own.at.shop }
    const someone = await newShopper(harness)
    await paypal.setSecrets([PAYPAL.clientSecret, 'second-secret'])
    const changed = await own.startAnother({ PAYPAL_CLIENT_SECRET: 'second-secret' })
    await paypal.expireTokens()
    const buy = (instance: Pick<Instance, 'address'>) =>
      buyAt({ ...changed, address: instance.address }, someone)
    await Promise.all([buy(old), buy(changed)])
    await paypal.setSecrets(['second-secret'])
    await paypal.expireTokens()
    await buy(changed)
    await paypal.setSecrets([PAYPAL.clientSecret])
    await waitForExit(changed)
  })
})

/** The settings of an instance into which a file of this folder is loaded first. */
const loading = (file: string) => ({
  NODE_OPTIONS: `--max-old-space-size=384 --import=${new URL(file, import.meta.url).href}`,
})

test('an instance on a full disk goes on: pages are made anew, orders are placed and paid', async () => {
  const { own } = harness
  const moved = await own.orders('date', 'otr-001', '2099-04-30', '--reason', '布料晚到')
  assert.match(moved.text, /2099/)
  const full = await own.startAnother(loading('full-disk.ts'))
  const page = async () => {
    const answer = await fetch(`${full.address}/product/otr-001`)
    assert.equal(answer.status, 200)
    return answer.text()
  }
  // It learns of the new day soon after its start, and makes its pages anew.
  while (!/4\s*月\s*30\s*日/.test(await page())) await wait(100)
  await buyAt(full, await newShopper(harness))
  assert.match(await page(), /NT\$1,540/)
  assert.match(full.process.lastOutput(), /full-disk: a write was refused/)
  await waitForExit(full)
})

for (const [name, skew] of [
  ['a minute ahead', 60_000],
  ['a minute behind', -60_000],
] as const) {
  test(`an instance whose clock is ${name} sells beside one with the right time`, async () => {
    const { own } = harness
    const skewed = await own.startAnother({
      ...loading('skewed-clock.ts'),
      CLOCK_SKEW: String(skew),
    })
    const someone = await newShopper(harness)
    const right = { ...skewed, address: own.at.shop }
    const placed = await buyAt(skewed, someone)
    assert.ok(Math.abs(placed - Date.now() - skew) < 30_000, new Date(placed).toISOString())
    for (const instance of [right, skewed]) await buyAt(instance, someone)
    await Promise.all([sweep(skewed.address), sweep(own.at.shop)])
    await waitForExit(skewed)
  })
}

test('traces go to a collector where one is set: by route, with failures, without anything about a person', async (t) => {
  const collector = await startCollector()
  t.after(collector.close)
  const { own } = harness
  const instance = await own.startAnother({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector',
    OTEL_SERVICE_NAME: 'shop-of-the-test',
  })
  const someone = at(instance, await newShopper(harness))
  const traceparent = `00-${TRACE}-00f067aa0ba902b7-01`
  await fetch(`${instance.address}/product/otr-001?q=hidden-word`, { headers: { traceparent } })
  await fetch(`${instance.address}/account/order/hidden-word`, { redirect: 'manual' })
  const order = requirePromise(someone, await someone.shopper.placeWithRetry(shirtOrder(1)))
  own.writes.inject(order.id, { before: 'hang' })
  const refused = await someone.shopper.start(order.id, 'paypal')
  assert.equal(refused?.code, 'unavailable')
  own.writes.clear(order.id)
  await placedAndPaid(harness, order)
  const findFailed = () =>
    collector
      .spans()
      .find(({ attributes }) =>
        attributes.some(
          ({ key, value }) => key === 'shop.reference' && value.stringValue === refused.reference,
        ),
      )
  const spansNamed = (name: string) => collector.spans().filter((span) => span.name === name)
  // Spans leave every two seconds; what is left at the end of a process may be lost with it.
  for (let look = 0; look < 300 && !findFailed(); look += 1) await wait(100)
  await waitForExit(instance)
  const spans = collector.spans()
  const [page] = spansNamed('GET /product/[id]')
  assert.equal(page?.traceId, TRACE)
  assert.ok(spansNamed('POST /checkout').length > 0, spans.map(({ name }) => name).join('\n'))
  assert.equal(findFailed()?.status.code, 2)
  const said = collector.said()
  assert.match(said, /^POST \/v1\/traces Bearer of-the-collector$/m)
  assert.match(said, /shop-of-the-test/)
  for (const secret of ['hidden-word', order.id, someone.member.uid, someone.member.session]) {
    assert.ok(!said.includes(secret), `the collector was told ${secret}`)
  }
})

test('a collector that is away costs nobody anything', async () => {
  const nowhere = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }
  const instance = await harness.own.startAnother(nowhere)
  await buyAt(instance, await newShopper(harness))
  assert.ok((await waitForExit(instance)) < GRACE)
})

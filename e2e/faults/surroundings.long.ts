import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'

import { freePort } from '../../packages/stand-in/ports.ts'
import { missingNginx, startFront } from '../support/front.ts'
import {
  expectConsistent,
  type Harness,
  heal,
  type NewShopper,
  newShopper,
  openHarness,
  type PlacedShopper,
  requirePromise,
} from './harness.ts'
import { shirtOrder } from './purchase.ts'
import { placedAndPaid } from './scenario.ts'
import { sweep } from './shop-site.ts'
import { createShopper } from './shopper.ts'

// What surrounds the shop is not as it should be, and buyers do not notice.

const SUPPORT = join(import.meta.dirname, '..', 'support')
const HEAP = '--max-old-space-size=384'
const MINUTE = 60_000
const ENDS_WITHIN = 20_000

let harness: Harness

before(async () => {
  harness = await openHarness(4500)
})

after(() => harness.close())

const preloaded = (file: string, more: Readonly<Record<string, string>> = {}) => ({
  NODE_OPTIONS: `${HEAP} --import ${join(SUPPORT, file)}`,
  ...more,
})

function at(shop: string, { member, wrongStatuses }: NewShopper): NewShopper {
  const { providers } = harness
  return {
    shopper: createShopper({ shop, providers, wrongStatuses }, member),
    member,
    wrongStatuses,
  }
}

async function placeAt(shop: string, someone: NewShopper): Promise<PlacedShopper> {
  const there = at(shop, someone)
  return requirePromise(there, await there.shopper.placeWithRetry(shirtOrder(1)))
}

async function expectPaid(order: PlacedShopper): Promise<void> {
  await heal(harness, order.id)
  await expectConsistent(harness, { ...at(harness.own.at.shop, order), id: order.id }, 'paid')
}

test('instances whose clocks are two minutes apart sell one shop together', async () => {
  const { own } = harness
  const [ahead, behind] = await Promise.all([
    own.startAnother(preloaded('skewed-clock.ts', { SKEW_MS: String(MINUTE) })),
    own.startAnother(preloaded('skewed-clock.ts', { SKEW_MS: String(-MINUTE) })),
  ])
  for (const [first, second] of [
    [ahead, behind],
    [behind, ahead],
  ] as const) {
    const someone = await newShopper(harness)
    const { id } = await placeAt(first.address, someone)
    const order = { ...at(second.address, someone), id }
    await placedAndPaid(harness, order)
    await Promise.all([sweep(first.address), sweep(second.address)])
    await expectPaid(order)
  }
  await Promise.all([ahead, behind].map(({ process }) => process.stop(ENDS_WITHIN)))
})

test('on a full disk pages, pictures and purchases go on', async () => {
  const instance = await harness.own.startAnother(preloaded('full-disk.ts'))
  const picture = encodeURIComponent('/images/products/otr-001-front.jpg')
  for (const path of ['/', '/shop', '/product/otr-001', `/_next/image?url=${picture}&w=640&q=75`]) {
    const { status } = await fetch(instance.address + path)
    assert.equal(status, 200, path)
  }
  const order = await placeAt(instance.address, await newShopper(harness))
  await placedAndPaid(harness, order)
  await expectPaid(order)
  assert.equal((await fetch(`${instance.address}/api/health`)).status, 200)
  await instance.process.stop(ENDS_WITHIN)
})

const skip = missingNginx() ?? false

test(
  'behind nginx one instance after the other is replaced, and no purchase fails',
  { skip },
  async () => {
    const port = await freePort('nginx', 3560)
    const address = `http://127.0.0.1:${port}`
    const settings = { NEXT_PUBLIC_SITE_URL: address }
    const { own } = harness
    const [one, other] = [await own.startAnother(settings), await own.startAnother(settings)]
    const front = await startFront([one.address, other.address], port)
    try {
      const buyers = await Promise.all([1, 2, 3].map(() => newShopper(harness)))
      const bought: PlacedShopper[] = []
      const round = { isOver: false }
      const buy = async (someone: NewShopper) => {
        do {
          const order = await placeAt(address, someone)
          await placedAndPaid(harness, order)
          bought.push(order)
        } while (!round.isOver)
      }
      const buying = Promise.all(buyers.map(buy))
      // Each has bought once before the first instance goes, and goes on while there is one.
      while (bought.length < buyers.length) await Promise.race([buying, wait(50)])
      await one.process.stop(ENDS_WITHIN)
      const before = bought.length
      while (bought.length < before + buyers.length) await Promise.race([buying, wait(50)])
      round.isOver = true
      await buying
      for (const order of bought) await expectPaid(order)
    } finally {
      await front.stop()
      await other.process.stop(ENDS_WITHIN)
    }
  },
)

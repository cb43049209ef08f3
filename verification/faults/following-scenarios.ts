import assert from 'node:assert/strict'

import { z } from 'zod'

import { controlEcpay } from '../../e2e/support/ecpay-control.ts'
import { addressOf, storedOrder } from './at-ecpay.ts'
import { bookedOrder, step, strike } from './ecpay-purchase.ts'
import { CALL_FAULTS } from './fault-cases.ts'
import { type Harness, heal } from './harness.ts'
import { type Scenario, scenario } from './scenario.ts'

// A parcel goes all the way while its pushes suffer; the sweep asks.
const pushes: readonly Scenario[] = [
  'none',
  'once',
  'twice',
  'late',
  'swapped',
  'bad-mac',
  'unknown-number',
].map((push) =>
  scenario('parcel', `push ${push}`, async (harness) => {
    const { parcel, ...order } = await bookedOrder(harness)
    await step(harness, parcel, push, 4)
    await heal(harness, order.id)
    assert.equal((await storedOrder(harness, order.id)).status, '已完成')
    return order
  }),
)

function following(
  fault: string,
  meanwhile: (harness: Harness, at: { readonly id: string; readonly parcel: string }) => unknown,
): Scenario {
  return scenario('parcel', fault, async (harness) => {
    const { parcel, ...order } = await bookedOrder(harness)
    await step(harness, parcel, 'none')
    await meanwhile(harness, { id: order.id, parcel })
    await harness.ledger.makeDue(order.id)
    await Promise.all([harness.own.sweep(), harness.own.sweep()])
    await heal(harness, order.id)
    assert.equal((await storedOrder(harness, order.id)).status, '已出貨')
    return order
  })
}

const follows: readonly Scenario[] = [
  ...['lose-reply', 'drop', 'html', 'hang', '500', '403'].map((name) =>
    following(name, (harness, { parcel }) => strike(harness, parcel, { name, op: 'query' })),
  ),
  ...CALL_FAULTS.map(([name, fault]) =>
    following(name, ({ own }, { id }) => own.writes.inject(id, fault)),
  ),
]

const pushesSchema = z.object({
  pushes: z.array(z.object({ number: z.string(), answer: z.string() })),
})

async function answersTo(harness: Harness, parcel: string): Promise<readonly string[]> {
  const { pushes: all } = pushesSchema.parse(await controlEcpay(addressOf(harness), '/pushes'))
  return all.filter(({ number }) => number === parcel).map(({ answer }) => answer)
}

// The carrier pushes again what was not answered with 1|OK; an accepted push is never lost.
const pushesUnderFault: readonly Scenario[] = CALL_FAULTS.map(([name, fault]) =>
  scenario('parcel', `push, ${name}`, async (harness) => {
    const { parcel, ...order } = await bookedOrder(harness)
    harness.own.writes.inject(order.id, fault)
    await step(harness, parcel, 'once')
    const [answer] = await answersTo(harness, parcel)
    assert.match(answer ?? '', /^(200 1\|OK|503 |TimeoutError)$/)
    harness.own.writes.clear(order.id)
    if (answer !== '200 1|OK') {
      const again = { code: '2068', push: 'once' }
      await controlEcpay(addressOf(harness), `/parcels/${parcel}/state`, again)
    }
    assert.equal((await answersTo(harness, parcel)).at(-1), '200 1|OK')
    await harness.own.sweep()
    assert.equal((await storedOrder(harness, order.id)).status, '已出貨')
    return order
  }),
)

/** Scenarios of a parcel on its way: what is pushed, and what is asked. */
export const FOLLOWING_SCENARIOS: readonly Scenario[] = [...pushes, ...follows, ...pushesUnderFault]

import assert from 'node:assert/strict'

import { callAction } from '../support/actions.ts'
import { controlEcpay, parcelsOf } from '../support/ecpay-control.ts'
import { newOwner } from '../support/owners.ts'
import { addressOf, storedOrder } from '../ecpay/at-ecpay.ts'
import {
  AFTER,
  BEFORE,
  type EcpayFault,
  placeToStore,
  refOf,
  refundAtPaypal,
  strike,
} from './ecpay-purchase.ts'
import { CALL_FAULTS } from './fault-cases.ts'
import { type Harness, heal, type PlacedShopper } from './harness.ts'
import { killedMeanwhile, placedAndPaid, type Scenario, scenario } from './scenario.ts'
import { type KillablePart, NAMES } from './shop-under-fault.ts'

// The shirt of the tests is a pre-order for years to come; this one is in stock.
async function stock({ ledger }: Harness, id: string): Promise<void> {
  const order = ledger.db.collection('orders').doc(id)
  const items: unknown = (await order.get()).get('items')
  const stocked = Array.from(Object(items), (item) => {
    const { preorder: _preorder, ...rest } = Object(item)
    return rest
  })
  await order.update({ items: stocked })
}

async function paidToStore(harness: Harness): Promise<PlacedShopper> {
  const order = await placedAndPaid(harness, await placeToStore(harness))
  await stock(harness, order.id)
  return order
}

const numberOf = async (harness: Harness, id: string) => (await storedOrder(harness, id)).orderId

// An owner presses; no answer is undefined.
async function press(harness: Harness, id: string): Promise<unknown> {
  const { at } = harness.own
  const { session } = await newOwner('林店主', at)
  const args = [{ numbers: await numberOf(harness, id) }]
  const call = { page: '/owner/parcels', session, args, shop: at.shop }
  return callAction('bookParcelsAction', call).catch(() => undefined)
}

// Books under a fault, lets everything heal, and presses again.
function booking(fault: string, meanwhile: (harness: Harness, id: string) => Promise<unknown>) {
  return scenario('book', fault, async (harness) => {
    const order = await paidToStore(harness)
    await meanwhile(harness, order.id)
    await heal(harness, order.id)
    await press(harness, order.id)
    const [parcel, ...more] = await parcelsOf(addressOf(harness), await numberOf(harness, order.id))
    assert.ok(parcel && more.length === 0, `${more.length + 1} parcels`)
    return order
  })
}

const bookUnder = (fault: string, ...faults: readonly EcpayFault[]) =>
  booking(fault, async (harness, id) => {
    const ref = `${await refOf(harness, id)}L01`
    for (const one of faults) await strike(harness, ref, one)
    await press(harness, id)
  })

const LOST: EcpayFault = { name: 'lose-reply', op: 'create' }
const SLOW: EcpayFault = { name: 'slow', op: 'create', delayMs: 1500 }

// A booking writes twice: the number, and the carrier's ids.
const bookings: readonly Scenario[] = [
  ...[...AFTER, ...BEFORE].map((name) => bookUnder(name, { name, op: 'create' })),
  bookUnder('the balance is too low', { name: 'text', op: 'create', text: '0|10500049' }),
  bookUnder('lose-reply, and no answer to the question', LOST, { name: 'drop', op: 'query' }),
  booking('two owners at once', (harness, id) =>
    Promise.all([press(harness, id), press(harness, id)]),
  ),
  ...['the number', 'the ids'].flatMap((what, skip) =>
    CALL_FAULTS.map(([name, fault]) =>
      booking(`${name}, at ${what}`, (harness, id) => {
        harness.own.writes.inject(id, fault, skip)
        return press(harness, id)
      }),
    ),
  ),
]

const bookedAfterRefund = scenario(
  'book',
  'all the money went back before',
  async (harness) => {
    const order = await paidToStore(harness)
    await refundAtPaypal(harness, order.id)
    await press(harness, order.id)
    const number = await numberOf(harness, order.id)
    assert.deepEqual(await parcelsOf(addressOf(harness), number), [])
    return order
  },
  'refunded',
)

async function bookedOrder(harness: Harness): Promise<PlacedShopper & { readonly parcel: string }> {
  const order = await paidToStore(harness)
  await press(harness, order.id)
  return { ...order, parcel: `${await refOf(harness, order.id)}L01` }
}

async function step(harness: Harness, parcel: string, push: string, steps = 1): Promise<void> {
  await controlEcpay(addressOf(harness), `/parcels/${parcel}/step`, { steps, push })
}

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
  ...['lose-reply', 'drop', 'html', 'hang'].map((name) =>
    following(name, (harness, { parcel }) => strike(harness, parcel, { name, op: 'query' })),
  ),
  ...CALL_FAULTS.map(([name, fault]) =>
    following(name, ({ own }, { id }) => own.writes.inject(id, fault)),
  ),
]

/** Scenarios of one order's parcel. */
export const PARCEL_SCENARIOS: readonly Scenario[] = [
  ...bookings,
  bookedAfterRefund,
  ...pushes,
  ...follows,
]

async function killedBooking(harness: Harness, part: KillablePart): Promise<PlacedShopper> {
  const order = await paidToStore(harness)
  await strike(harness, `${await refOf(harness, order.id)}L01`, SLOW)
  await killedMeanwhile(harness, part, press(harness, order.id))
  await heal(harness, order.id)
  await press(harness, order.id)
  return order
}

async function killedSweep(harness: Harness, part: KillablePart): Promise<PlacedShopper> {
  const { parcel, ...order } = await bookedOrder(harness)
  await step(harness, parcel, 'none', 2)
  await strike(harness, parcel, { name: 'slow', op: 'query', delayMs: 1500 })
  await harness.ledger.makeDue(order.id)
  await killedMeanwhile(harness, part, harness.own.sweep())
  return order
}

/** Parcel scenarios that affect the whole shop. */
export const EXCLUSIVE_PARCEL_SCENARIOS: readonly Scenario[] = (
  ['shop', 'firestore'] as const
).flatMap((part) => [
  scenario('book', `SIGKILL of ${NAMES[part]}`, (harness) => killedBooking(harness, part)),
  scenario('parcel', `SIGKILL of ${NAMES[part]}`, (harness) => killedSweep(harness, part)),
])

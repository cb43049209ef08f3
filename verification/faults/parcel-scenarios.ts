import assert from 'node:assert/strict'

import { parcelsOf } from '../../e2e/support/ecpay-control.ts'
import { newOwner } from '../../e2e/support/owners.ts'
import { addressOf } from './at-ecpay.ts'
import {
  AFTER,
  BEFORE,
  bookedOrder,
  type EcpayFault,
  numberOf,
  paidToStore,
  pressBook,
  firstParcelOf,
  refundAtPaypal,
  step,
  strike,
} from './ecpay-purchase.ts'
import { CALL_FAULTS } from './fault-cases.ts'
import { FOLLOWING_SCENARIOS } from './following-scenarios.ts'
import { type Harness, heal, type PlacedShopper } from './harness.ts'
import { killedMeanwhile, type Scenario, scenario } from './scenario.ts'
import { type KillablePart, NAMES } from './shop-under-fault.ts'

type Print = { readonly action: string; readonly form: URLSearchParams }

// Books under a fault, lets everything heal, and presses again.
function booking(fault: string, meanwhile: (harness: Harness, id: string) => Promise<unknown>) {
  return scenario('book', fault, async (harness) => {
    const order = await paidToStore(harness)
    await meanwhile(harness, order.id)
    await heal(harness, order.id)
    await pressBook(harness, order.id)
    const [parcel, ...more] = await parcelsOf(addressOf(harness), await numberOf(harness, order.id))
    assert.ok(parcel && more.length === 0, `${more.length + 1} parcels`)
    return order
  })
}

const bookUnder = (fault: string, ...faults: readonly EcpayFault[]) =>
  booking(fault, async (harness, id) => {
    const ref = await firstParcelOf(harness, id)
    for (const ecpayFault of faults) await strike(harness, ref, ecpayFault)
    await pressBook(harness, id)
  })

const LOST: EcpayFault = { name: 'lose-reply', op: 'create' }
const SLOW: EcpayFault = { name: 'slow', op: 'create', delayMs: 1500 }

// A booking writes twice: the number, and the carrier's ids.
const bookings: readonly Scenario[] = [
  ...[...AFTER, ...BEFORE].map((name) => bookUnder(name, { name, op: 'create' })),
  bookUnder('the balance is too low', { name: 'text', op: 'create', text: '0|10500049' }),
  bookUnder('lose-reply, and no answer to the question', LOST, { name: 'drop', op: 'query' }),
  booking('two owners at once', (harness, id) =>
    Promise.all([pressBook(harness, id), pressBook(harness, id)]),
  ),
  ...['the number', 'the ids'].flatMap((what, skip) =>
    CALL_FAULTS.map(([name, fault]) =>
      booking(`${name}, at ${what}`, (harness, id) => {
        harness.own.writes.inject(id, fault, skip)
        return pressBook(harness, id)
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
    await pressBook(harness, order.id)
    const number = await numberOf(harness, order.id)
    assert.deepEqual(await parcelsOf(addressOf(harness), number), [])
    return order
  },
  'refunded',
)

const attribute = (name: string, tag: string) =>
  new RegExp(`${name}="([^"]*)"`).exec(tag)?.[1] ?? ''

// The owner's page of labels, as a browser would send its form; no form is undefined.
async function labelForm(harness: Harness, id: string): Promise<Print | undefined> {
  const { at } = harness.own
  const { session } = await newOwner('林店主', at)
  const page = await fetch(`${at.shop}/owner/labels?order=${id}`, {
    headers: { cookie: `__session=${session}` },
  })
  const html = await page.text()
  const action = attribute('action', /<form[^>]*Print[^>]*>/.exec(html)?.[0] ?? '')
  const fields = html.match(/<input[^>]*type="hidden"[^>]*>/g) ?? []
  const form = fields.map((tag) => [attribute('name', tag), attribute('value', tag)])
  return action === '' ? undefined : { action, form: new URLSearchParams(form) }
}

async function print({ action, form }: Print): Promise<string> {
  const answer = await fetch(action, {
    method: 'POST',
    body: form,
    signal: AbortSignal.timeout(5000),
  })
  return answer.text()
}

function label(
  fault: string,
  meanwhile: (harness: Harness, at: { readonly id: string; readonly parcel: string }) => unknown,
  { isPrinted, ends = 'paid' }: { readonly isPrinted: boolean; readonly ends?: string },
): Scenario {
  const act = async (harness: Harness) => {
    const { parcel, ...order } = await bookedOrder(harness)
    const before = await labelForm(harness, order.id)
    assert.ok(before, 'no label')
    await meanwhile(harness, { id: order.id, parcel })
    const lost = await print(before).catch(() => undefined)
    assert.ok(!isPrinted || !lost?.includes(parcel), 'the fault did not come')
    await heal(harness, order.id)
    const after = await labelForm(harness, order.id)
    assert.equal(after !== undefined, isPrinted)
    if (after) assert.ok((await print(after)).includes(parcel))
    return order
  }
  return scenario('label', fault, act, ends)
}

const labels: readonly Scenario[] = [
  ...['lose-reply', ...BEFORE].map((name) =>
    label(name, (harness, { parcel }) => strike(harness, parcel, { name, op: 'print' }), {
      isPrinted: true,
    }),
  ),
  label('handed over meanwhile', (harness, { parcel }) => step(harness, parcel, 'once'), {
    isPrinted: false,
  }),
  label('all the money went back meanwhile', (harness, { id }) => refundAtPaypal(harness, id), {
    isPrinted: false,
    ends: 'refunded',
  }),
]

/** Scenarios of one order's parcel. */
export const PARCEL_SCENARIOS: readonly Scenario[] = [
  ...bookings,
  bookedAfterRefund,
  ...labels,
  ...FOLLOWING_SCENARIOS,
]

async function killedBooking(harness: Harness, part: KillablePart): Promise<PlacedShopper> {
  const order = await paidToStore(harness)
  await strike(harness, await firstParcelOf(harness, order.id), SLOW)
  await killedMeanwhile(harness, part, pressBook(harness, order.id))
  await heal(harness, order.id)
  await pressBook(harness, order.id)
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

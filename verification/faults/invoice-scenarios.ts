import { storedOrder } from './at-ecpay.ts'
import {
  AFTER,
  BEFORE,
  killedDuring,
  placeToStore,
  invoiceKeyOf,
  refundAtPaypal,
  strike,
} from './ecpay-purchase.ts'
import { CALL_FAULTS } from './fault-cases.ts'
import { type Harness, heal, payAttempt, type PlacedShopper, startAttempt } from './harness.ts'
import { placedAndPaid, type Scenario, scenario } from './scenario.ts'
import { type KillablePart, NAMES } from './shop-under-fault.ts'

// An invoice is issued after the payment's answer, whose writes are the first four of the order.
const WRITES_OF_PAYMENT = 4

async function payUnder(
  harness: Harness,
  begin: (at: { readonly id: string; readonly ref: string }) => unknown,
): Promise<PlacedShopper> {
  const order = await placeToStore(harness)
  await begin({ id: order.id, ref: await invoiceKeyOf(harness, order.id) })
  await payAttempt(harness, order, await startAttempt(order))
  return order
}

const NO_NUMBERS = { name: 'text', op: 'issue', text: '字軌已用完', code: 1_100_040 }

const issues: readonly Scenario[] = [
  ...[...AFTER, ...BEFORE].map((name) =>
    scenario('invoice', name, (harness) =>
      payUnder(harness, ({ ref }) => strike(harness, ref, { name, op: 'issue' })),
    ),
  ),
  scenario('invoice', 'no numbers left', (harness) =>
    payUnder(harness, ({ ref }) => strike(harness, ref, NO_NUMBERS)),
  ),
  scenario('invoice', 'lose-reply, and no answer to the question', (harness) =>
    payUnder(harness, async ({ ref }) => {
      await strike(harness, ref, { name: 'lose-reply', op: 'issue' })
      await strike(harness, ref, { name: 'drop', op: 'get-issue' })
    }),
  ),
  ...['the claim', 'the number'].flatMap((what, skip) =>
    CALL_FAULTS.map(([name, fault]) =>
      scenario('invoice', `${name}, at ${what}`, (harness) =>
        payUnder(harness, ({ id }) =>
          harness.own.writes.inject(id, fault, WRITES_OF_PAYMENT + skip),
        ),
      ),
    ),
  ),
]

async function invoicedOrder(harness: Harness) {
  const order = await placedAndPaid(harness, await placeToStore(harness))
  await heal(harness, order.id)
  const { invoicing } = await storedOrder(harness, order.id)
  return { ...order, invoice: invoicing?.number ?? '' }
}

// Money goes back once the invoice is issued; two sweeps put it documented.
function document(
  op: 'void' | 'allowance',
  fault: string,
  meanwhile: (harness: Harness, at: { readonly id: string; readonly invoice: string }) => unknown,
): Scenario {
  const act = async (harness: Harness) => {
    const { invoice, ...order } = await invoicedOrder(harness)
    await meanwhile(harness, { id: order.id, invoice })
    await refundAtPaypal(harness, order.id, op === 'void' ? undefined : '80')
    await harness.ledger.makeDue(order.id)
    await Promise.all([harness.own.sweep(), harness.own.sweep()])
    return order
  }
  return scenario(op, fault, act, op === 'void' ? 'refunded' : 'partly-refunded')
}

const documents: readonly Scenario[] = (['void', 'allowance'] as const).flatMap((op) => [
  ...[...AFTER, ...BEFORE].map((name) =>
    document(op, name, (harness, { invoice }) => strike(harness, invoice, { name, op })),
  ),
  document(op, 'no answer to the question before', async (harness, { id }) => {
    await strike(harness, await invoiceKeyOf(harness, id), { name: 'drop', op: 'get-issue' })
  }),
  ...CALL_FAULTS.map(([name, fault]) =>
    document(op, name, ({ own }, { id }) => own.writes.inject(id, fault, 2)),
  ),
])

/** Scenarios of one order's invoice. */
export const INVOICE_SCENARIOS: readonly Scenario[] = [...issues, ...documents]

async function killedIssue(harness: Harness, part: KillablePart): Promise<PlacedShopper> {
  const order = await payUnder(harness, ({ ref }) =>
    strike(harness, ref, { name: 'slow', op: 'issue', delayMs: 3000 }),
  )
  await killedDuring(harness, part, { op: 'issue', ref: await invoiceKeyOf(harness, order.id) })
  return order
}

// The issuer does what it was asked after the death; the shop looks before it asks again.
async function killedDocument(
  harness: Harness,
  part: KillablePart,
  op: 'void' | 'allowance',
): Promise<PlacedShopper> {
  const { id, invoice, ...order } = await invoicedOrder(harness)
  await strike(harness, invoice, { name: 'slow', op, delayMs: 3000 })
  await refundAtPaypal(harness, id, op === 'void' ? undefined : '80')
  await harness.ledger.makeDue(id)
  const swept = harness.own.sweep().catch(() => undefined)
  await killedDuring(harness, part, { op, ref: invoice })
  await swept
  return { id, ...order }
}

/** Invoice scenarios that affect the whole shop. */
export const EXCLUSIVE_INVOICE_SCENARIOS: readonly Scenario[] = (
  ['shop', 'firestore'] as const
).flatMap((part) => {
  const fault = `SIGKILL of ${NAMES[part]}`
  return [
    scenario('invoice', fault, (harness) => killedIssue(harness, part)),
    scenario('void', fault, (harness) => killedDocument(harness, part, 'void'), 'refunded'),
    scenario(
      'allowance',
      fault,
      (harness) => killedDocument(harness, part, 'allowance'),
      'partly-refunded',
    ),
  ]
})

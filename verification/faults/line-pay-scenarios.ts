import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'

import type { LinePayControl, LinePayFault } from '../../e2e/support/line-pay-control.ts'
import { type Harness, payAttempt, type PlacedShopper, startAttempt } from './harness.ts'
import {
  begin,
  DISTURBED,
  faultName,
  REFUNDS_AT_LINE_PAY,
  TOTAL,
  WITHOUT_ACTING,
} from './line-pay-refunds.ts'
import { isOfLinePay } from './providers.ts'
import { killedMeanwhile, type Scenario, withOrder } from './scenario.ts'
import { toldStatus } from './shopper.ts'

async function takenFor({ providers }: Harness, { id }: PlacedShopper): Promise<readonly string[]> {
  const orders = await providers.orders(id)
  return orders.flatMap(({ captures }) => captures.map(({ amount }) => amount.value))
}

const PATIENCE = 30_000

async function waitForConfirm({ payments }: LinePayControl, reference: string): Promise<void> {
  const until = Date.now() + PATIENCE
  while (!(await payments(reference)).some(({ state }) => state === 'CONFIRMED')) {
    assert.ok(Date.now() < until, `${reference} was not confirmed`)
    await wait(50)
  }
}

// Approves and returns, perhaps repeatedly, under a fault.
function disturb(step: string, op: string, ends = 'paid') {
  return (fault: LinePayFault): Scenario =>
    withOrder(
      step,
      faultName(fault),
      async (harness, order) => {
        await harness.providers.linePay.misbehave({ op, ...fault }, order.id)
        await payAttempt(harness, order, await begin(order))
      },
      ends,
    )
}

// The buyer approves and closes the page, so that the sweep alone is left.
function swept(fault: LinePayFault, op = 'confirm', ends = 'paid'): Scenario {
  return withOrder(
    'sweep',
    faultName(fault),
    async (harness, order) => {
      const reference = await begin(order)
      await harness.providers.linePay.misbehave({ op, ...fault }, order.id)
      await harness.providers.approve(reference)
      await harness.ledger.makeDue(order.id)
      await harness.own.sweep()
      await order.shopper.refresh(order.id)
    },
    ends,
  )
}

const paying: readonly Scenario[] = [
  ...DISTURBED.map(disturb('create', 'request')),
  ...DISTURBED.map(disturb('capture', 'confirm')),
  ...['1106', '1145', '1172', '1198'].map((code) =>
    disturb('capture', 'confirm')({ name: 'code', code }),
  ),
  ...['1142', '1280', '2024'].map((code) =>
    disturb('capture', 'confirm', 'declined')({ name: 'code', code }),
  ),
  ...['wrong-amount', 'wrong-order-id'].map((name) =>
    disturb('capture', 'confirm', 'review')({ name }),
  ),
  ...WITHOUT_ACTING.map(disturb('read back', 'check')),
  ...WITHOUT_ACTING.map((fault) => ({
    ...disturb('read back', 'details')(fault),
    fault: `${faultName(fault)} of the details`,
  })),
  disturb('read back', 'confirm')({ name: 'details-late', delayMs: 2000 }),
  ...DISTURBED.map((fault) => swept(fault)),
  swept({ name: 'details-late', delayMs: 2000 }),
  swept({ name: 'wrong-amount' }, 'confirm', 'review'),
]

const meanwhile = ['1145', '1198', '1172'].map((code) =>
  withOrder('capture', `LINE Pay: ${code} while it is being confirmed`, async (harness, order) => {
    const reference = await begin(order)
    const { linePay } = harness.providers
    await linePay.misbehave({ name: 'slow-confirm', delayMs: 1500, code }, order.id)
    await harness.providers.approve(reference)
    await harness.ledger.makeDue(order.id)
    const back = [1, 2, 3].map(() => order.shopper.capture(order.id, reference))
    await Promise.all([...back, harness.own.sweep(), order.shopper.refresh(order.id)])
    // The sender may be answered before LINE Pay has finished.
    await waitForConfirm(linePay, reference)
  }),
)

const buyers: readonly Scenario[] = [
  withOrder('approve', 'LINE Pay: cancelled, then paid by PayPal', async (harness, order) => {
    await begin(order)
    await harness.providers.linePay.cancel(order.id)
    await payAttempt(harness, order, await startAttempt(order))
    assert.deepEqual(await takenFor(harness, order), [String(TOTAL)])
  }),
  withOrder('approve', 'LINE Pay: too late, then paid anew', async (harness, order) => {
    const first = await begin(order)
    await harness.providers.linePay.expire(order.id)
    await order.shopper.capture(order.id, first)
    await payAttempt(harness, order, await begin(order))
  }),
  withOrder('approve', 'LINE Pay: approved, then too late', async (harness, order) => {
    const reference = await begin(order)
    await harness.providers.approve(reference)
    await harness.providers.linePay.expire(order.id)
    await order.shopper.capture(order.id, reference)
    assert.deepEqual(await takenFor(harness, order), [])
    await payAttempt(harness, order, await begin(order))
  }),
  withOrder('approve', 'LINE Pay: told to the shop first', async (harness, order) => {
    const reference = await begin(order)
    const result = await order.shopper.capture(order.id, reference)
    assert.notEqual(toldStatus(result), 'paid')
    await payAttempt(harness, order, reference)
  }),
  withOrder('approve', 'LINE Pay: tampered', async (harness, order) => {
    const reference = await begin(order)
    await order.shopper.capture(order.id, '2026112212345678901')
    assert.deepEqual(await takenFor(harness, order), [])
    await payAttempt(harness, order, reference)
  }),
  withOrder('approve', 'LINE Pay and PayPal, both agreed to', async (harness, order) => {
    const references = [await begin(order), await startAttempt(order)]
    for (const reference of references) await harness.providers.approve(reference)
    await Promise.all(
      references.map((reference) =>
        order.shopper.retry(() => order.shopper.capture(order.id, reference)),
      ),
    )
    assert.equal((await takenFor(harness, order)).length, 1)
  }),
  withOrder('create', 'LINE Pay and PayPal at once', async (harness, order) => {
    const methods = ['line-pay', 'paypal', 'line-pay']
    await Promise.all(methods.map((method) => order.shopper.start(order.id, method)))
    await payAttempt(harness, order, await begin(order))
  }),
  withOrder(
    'cancel',
    'then approved at LINE Pay',
    async (harness, order) => {
      const reference = await begin(order)
      await order.shopper.retry(() => order.shopper.cancel(order.id))
      await harness.providers.approve(reference)
      await order.shopper.capture(order.id, reference)
      await harness.ledger.makeDue(order.id)
      await harness.own.sweep()
      assert.deepEqual(await takenFor(harness, order), [])
    },
    'cancelled',
  ),
]

/** LINE Pay fault scenarios, one order each, so they run concurrently. */
export const LINE_PAY_SCENARIOS: readonly Scenario[] = [
  ...paying,
  ...meanwhile,
  ...buyers,
  ...REFUNDS_AT_LINE_PAY,
]

/** The shop dies while LINE Pay takes its time. */
export const EXCLUSIVE_LINE_PAY_SCENARIOS: readonly Scenario[] = (
  ['shop', 'firestore'] as const
).map((part) =>
  withOrder('capture', `LINE Pay: SIGKILL of ${part}`, async (harness, order) => {
    const reference = await begin(order)
    assert.ok(isOfLinePay(reference))
    const slow = { name: 'slow-confirm', delayMs: 1500 }
    await harness.providers.linePay.misbehave(slow, order.id)
    const result = payAttempt(harness, order, reference)
    await killedMeanwhile(harness, part, result)
    await order.shopper.refresh(order.id)
  }),
)

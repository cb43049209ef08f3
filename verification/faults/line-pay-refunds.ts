import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'

import type { LinePayFault } from '../../e2e/support/line-pay-control.ts'
import { type Harness, payAttempt, type PlacedShopper, startAttempt } from './harness.ts'
import { type Scenario, withOrder } from './scenario.ts'

export const TOTAL = 3080
const [MOST_LOOKS, PAUSE] = [60, 500]
/** Faults after which LINE Pay has done nothing. */
export const WITHOUT_ACTING: readonly LinePayFault[] = [
  { name: 'drop' },
  { name: 'hang' },
  { name: '502' },
  { name: 'code', code: '1999' },
  { name: 'code', code: '190A' },
]
const ACTED: readonly LinePayFault[] = [
  { name: 'lose-reply' },
  { name: 'hang-after-acting' },
  { name: '502-after-acting' },
  { name: 'bad-reply' },
  { name: 'code-after-acting', code: '9000' },
]
/** Every fault of a call, after which it was done or not. */
export const DISTURBED = [...WITHOUT_ACTING, ...ACTED]

/** Name of a fault in the matrix. */
export const faultName = ({ name, code }: LinePayFault) =>
  `LINE Pay: ${[name, code].filter(Boolean).join(' ')}`
/** Presses LINE Pay's button; returns the reference. */
export const begin = (order: PlacedShopper) => startAttempt(order, 'line-pay')

async function refundsOf(
  { providers }: Harness,
  { id }: PlacedShopper,
): Promise<readonly number[]> {
  const payments = await providers.linePay.payments(id)
  return payments.flatMap(({ refunds }) => refunds.map(({ amount }) => amount))
}

// Refunds have no key: each must exist exactly once in the end.
const refunded = DISTURBED.concat({ name: 'details-late', delayMs: 2000 }).map((fault) =>
  withOrder(
    'refund',
    faultName(fault),
    async (harness, order) => {
      const { own, ledger, providers } = harness
      await payAttempt(harness, order, await begin(order))
      await providers.linePay.misbehave({ op: 'refund', ...fault }, order.id)
      const { orderId } = await ledger.order(order.id)
      const words = ['refund', orderId, '80', '--reason', '缺件']
      // The answer was lost, so the command is typed again.
      for (let typed = 0; typed < 2; typed += 1) await own.orders(...words)
      await providers.behave(order.id)
      for (let day = 0; day < 3; day += 1) {
        await ledger.letTimePass(order.id)
        await ledger.makeDue(order.id)
        await own.sweep()
      }
      assert.deepEqual(await refundsOf(harness, order), [80])
      assert.equal((await ledger.order(order.id)).payment?.refundedAmount, 80)
    },
    'partly-refunded',
  ),
)

/** Returns the reconciliation text of an order's day. */
async function reconcileText({ own }: Harness, number: string): Promise<string> {
  const day = `${number.slice(5, 9)}-${number.slice(9, 11)}-${number.slice(11, 13)}`
  const { text } = await own.orders('reconcile', day)
  assert.match(text, /LINE Pay 收款 \d+ 筆/)
  return text.split('\n').find((line) => line.includes(number)) ?? ''
}

function inMerchantCentre(name: string, ends: string, amount?: number): Scenario {
  return withOrder(
    'refund',
    `LINE Pay: ${name} in the merchant centre`,
    async (harness, order) => {
      await payAttempt(harness, order, await begin(order))
      await harness.providers.linePay.refund(order.id, amount)
      const { orderId } = await harness.ledger.order(order.id)
      assert.match(
        await reconcileText(harness, orderId),
        /LINE Pay .*LINE Pay 已退款，系統尚未記錄/,
      )
      await harness.ledger.makeDue(order.id)
      await harness.own.sweep()
      const { payment } = await harness.ledger.order(order.id)
      assert.equal(payment?.refundedAmount, amount ?? TOTAL)
      assert.equal(await reconcileText(harness, orderId), '')
    },
    ends,
  )
}

// Loses the answer and delays the details; the refund must not be repeated.
const refundedUnseen = withOrder(
  'refund',
  'LINE Pay: lose-reply and details-late',
  async (harness, order) => {
    const { own, ledger, providers } = harness
    await payAttempt(harness, order, await begin(order))
    for (const fault of [{ name: 'details-late', delayMs: 4000 }, { name: 'lose-reply' }])
      await providers.linePay.misbehave({ op: 'refund', ...fault }, order.id)
    const { orderId } = await ledger.order(order.id)
    const { text } = await own.orders('refund', orderId, '80', '--reason', '缺件')
    assert.match(text, /正在等 LINE Pay 確認|：已退款/)
    const knownRefund = async () => (await ledger.order(order.id)).payment?.refundedAmount ?? 0
    for (let look = 0; look < MOST_LOOKS && (await knownRefund()) === 0; look += 1) {
      await ledger.makeDue(order.id)
      await own.sweep()
      await wait(PAUSE)
    }
    assert.deepEqual([await knownRefund(), await refundsOf(harness, order)], [80, [80]])
  },
  'partly-refunded',
)

/** Money that goes back at LINE Pay, by the owner under every fault and in the merchant centre. */
export const REFUNDS_AT_LINE_PAY: readonly Scenario[] = [
  ...refunded,
  refundedUnseen,
  inMerchantCentre('a part', 'partly-refunded', 80),
  inMerchantCentre('all', 'refunded'),
]

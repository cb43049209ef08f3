import { REFUND_ACCOUNT_DAYS } from '#lib/company/company.ts'
import { type ChangeContext, newEvent } from '#lib/order/events.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import { taipeiDay } from '#lib/time/taipei-time.ts'
import { openManualRefunds } from './manual-refund.ts'
import { MANUAL_REFUND_AFTER_DAYS, type RefundRequest } from './refund-record.ts'

const DAY = 24 * 60 * 60 * 1000

/** The change that notifies the owner that refunds by hand are still due, once for each of their days, or undefined if none is due. */
export function manualRefundNotice(order: Order, context: ChangeContext): OrderChange | undefined {
  const events = openManualRefunds(order.payment).flatMap(({ number, at }) => {
    const age = context.now.getTime() - Date.parse(at)
    const days = MANUAL_REFUND_AFTER_DAYS.findLast((one) => age >= one * DAY)
    const isNotified = order.history.some(
      (orderEvent) =>
        orderEvent.type === 'refund.owner-reminded' &&
        orderEvent.data.number === number &&
        orderEvent.data.days === days,
    )
    return days === undefined || isNotified
      ? []
      : [newEvent('refund.owner-reminded', { number, days }, context)]
  })
  return events.length === 0 ? undefined : { events }
}

/** The refund by transfer that is owed under this number, for which its buyer may name an account. */
export function pendingTransfer(
  { payment }: Pick<Order, 'payment'>,
  number: number,
): RefundRequest | undefined {
  return openManualRefunds(payment).find(
    (openManualRefund) => openManualRefund.number === number && openManualRefund.toBank === true,
  )
}

/** So often a buyer may name an account for one refund; who has to do it again writes to the shop. */
const MOST_ACCOUNTS = 5

/** Why an account for a refund was not taken: the refund is over or withdrawn, or it was named too often. */
export type AccountRefusal = 'link-over' | 'too-many'

/** The change when a buyer has named the account for a refund by transfer; the account itself is kept apart. */
export function accountProvided(
  order: Order,
  number: number,
  context: ChangeContext,
): Result<OrderChange, AccountRefusal> {
  if (!pendingTransfer(order, number)) return fail('link-over')
  const given = order.history.filter(
    ({ type, data }) => type === 'refund.account-provided' && data.number === number,
  )
  if (given.length >= MOST_ACCOUNTS) return fail('too-many')
  return ok({ events: [newEvent('refund.account-provided', { number }, context)] })
}

/** The change when the owner asks the buyer for an account again, or undefined if no such refund is owed. */
export function accountRequested(
  order: Order,
  number: number,
  context: ChangeContext,
): OrderChange | undefined {
  if (!pendingTransfer(order, number)) return undefined
  return { events: [newEvent('refund.account-requested', { number }, context)] }
}

/** The refunds by transfer that were made, and whose account is still kept: until which day (YYYY-MM-DD, Taipei). */
export function storedRefundAccounts({ payment }: Pick<Order, 'payment'>, now: Date) {
  return (payment?.refundRequests ?? []).flatMap(({ number, amount, accountAt, state, doneAt }) => {
    if (accountAt === undefined || state !== 'done' || doneAt === undefined) return []
    const until = new Date(Date.parse(doneAt) + REFUND_ACCOUNT_DAYS * DAY)
    return until > now ? [{ number, amount, accountAt, until: taipeiDay(until) }] : []
  })
}

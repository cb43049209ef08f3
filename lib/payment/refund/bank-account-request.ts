import { REFUND_ACCOUNT_DAYS } from '#lib/company/company.ts'
import { type ChangeContext, newEvent } from '#lib/order/events.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import { taipeiDay } from '#lib/time/taipei-time.ts'
import { refundsOwed } from './manual-refund.ts'
import { OWED_AFTER_DAYS, type RefundRequest } from './refund-record.ts'

const DAY = 24 * 60 * 60 * 1000

/** The change that tells the owner that refunds by hand are still owed, once for each of their days; nothing where none is due. */
export function owedNotice(order: Order, context: ChangeContext): OrderChange | undefined {
  const events = refundsOwed(order.payment).flatMap(({ number, at }) => {
    const age = context.now.getTime() - Date.parse(at)
    const days = OWED_AFTER_DAYS.findLast((one) => age >= one * DAY)
    const isTold = order.history.some(
      (one) =>
        one.type === 'refund.owed-told' && one.data.number === number && one.data.days === days,
    )
    return days === undefined || isTold
      ? []
      : [newEvent('refund.owed-told', { number, days }, context)]
  })
  return events.length === 0 ? undefined : { events }
}

/** The refund by transfer that is owed under this number, for which its buyer may name an account. */
export function owedTransfer(
  { payment }: Pick<Order, 'payment'>,
  number: number,
): RefundRequest | undefined {
  return refundsOwed(payment).find((one) => one.number === number && one.toBank === true)
}

/** So often a buyer may name an account for one refund; who has to do it again writes to the shop. */
const MOST_ACCOUNTS = 5

/** Why an account for a refund was not taken: the refund is over or withdrawn, or it was named too often. */
export type AccountRefusal = 'link-over' | 'too-many'

/** The change when a buyer has named the account for a refund by transfer; the account itself is kept apart. */
export function accountGiven(
  order: Order,
  number: number,
  context: ChangeContext,
): Result<OrderChange, AccountRefusal> {
  if (!owedTransfer(order, number)) return fail('link-over')
  const given = order.history.filter(
    ({ type, data }) => type === 'refund.account-given' && data.number === number,
  )
  if (given.length >= MOST_ACCOUNTS) return fail('too-many')
  return ok({ events: [newEvent('refund.account-given', { number }, context)] })
}

/** The change when the owner asks the buyer for an account again; undefined where no such refund is owed. */
export function accountAsked(
  order: Order,
  number: number,
  context: ChangeContext,
): OrderChange | undefined {
  if (!owedTransfer(order, number)) return undefined
  return { events: [newEvent('refund.account-asked', { number }, context)] }
}

/** The refunds by transfer that were made, and whose account is still kept: until which day (YYYY-MM-DD, Taipei). */
export function refundAccountsKept({ payment }: Pick<Order, 'payment'>, now: Date) {
  return (payment?.refundRequests ?? []).flatMap(({ number, amount, accountAt, state, doneAt }) => {
    if (accountAt === undefined || state !== 'done' || doneAt === undefined) return []
    const until = new Date(Date.parse(doneAt) + REFUND_ACCOUNT_DAYS * DAY)
    return until > now ? [{ number, amount, accountAt, until: taipeiDay(until) }] : []
  })
}

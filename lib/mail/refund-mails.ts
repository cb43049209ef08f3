import type { OrderEvent } from '../order/events.ts'
import type { Refund } from '../payment/money-back.ts'
import { type TakenKind, unlistedAmount, wonBackAmount } from '../payment/money-back.ts'
import { formatPrice } from '../price/price.ts'
import { type Change, type MailValues, numbered, type Told } from './mail.ts'
import { type MailKind } from './mail-kinds.ts'

/** Money that went back: refunded, or taken by the provider or the buyer's bank. */
type Back = Pick<Refund, 'id' | 'amount' | 'key'> & { readonly kind: 'refund' | TakenKind }

/** The mails of each kind, and the name of its event before the refund's id. */
const KINDS: Readonly<
  Record<
    Back['kind'],
    { readonly event: string; readonly shopper: MailKind; readonly owner: MailKind }
  >
> = {
  refund: { event: 'refund', shopper: 'refunded', owner: 'owner-refund' },
  reversal: { event: 'reversal', shopper: 'reversed', owner: 'owner-reversal' },
  chargeback: { event: 'chargeback', shopper: 'charged-back', owner: 'owner-chargeback' },
}

const unlistedOf = ({ payment }: Change['after']) => (payment ? unlistedAmount(payment) : 0)

// What is on the list for the first time, and what more went back without being listed.
function newBack({ before, after }: Change): readonly Back[] {
  const known = new Set(before?.payment?.refunds.map(({ id }) => id))
  const listed = (after.payment?.refunds ?? [])
    .filter(({ id }) => !known.has(id))
    .map((one): Back => ({ ...one, kind: one.kind ?? 'refund' }))
  const { refundedAmount = 0, unlisted: kind = 'refund' as const } = after.payment ?? {}
  const more = unlistedOf(after) - (before ? unlistedOf(before) : 0)
  if (more > 0) return [...listed, { id: `upto-${refundedAmount}`, amount: more, kind }]
  // What was told while it was on no list is listed now.
  const wasUnlisted = before?.payment?.unlisted ?? 'refund'
  const told = listed.findIndex(
    (one) => one.key === undefined && one.amount === -more && one.kind === wasUnlisted,
  )
  return listed.filter((_, index) => more === 0 || index !== told)
}

function valuesOf({ after }: Change, amount: number): MailValues {
  return {
    refund_amount: formatPrice(amount),
    refund_extent: amount >= after.totalAmount ? '全額' : '部分',
    refunded_total: formatPrice(after.payment?.refundedAmount ?? 0),
  }
}

function eventsIn({ before, after }: Change): readonly OrderEvent[] {
  return after.history.slice(before?.history.length ?? 0)
}

// The owner ended a review by what the provider showed.
function isReviewed(change: Change): boolean {
  return eventsIn(change).some(({ type }) => type === 'review.closed')
}

// The owner is told of what was not begun in this shop and not seen at the end of a review.
function backMails(change: Change): readonly Told[] {
  return newBack(change).flatMap(({ id, amount, key, kind }) => {
    const { event: name, shopper, owner } = KINDS[kind]
    const event = `${name}-${id}`
    const values = valuesOf(change, amount)
    const told: Told = { event, kind: shopper, values }
    if (key !== undefined || isReviewed(change)) return [told]
    return [told, { event: `owner-${event}`, kind: owner, values }]
  })
}

// The money of a dispute that was won on appeal is the shop's again.
function wonBackMails(change: Change): readonly Told[] {
  const amount = wonBackAmount(change.before?.payment, change.after.payment)
  if (amount === 0 || isReviewed(change)) return []
  const event = numbered(change, 'won-back')
  const values = valuesOf(change, amount)
  return [
    { event, kind: 'won-back', values },
    { event: `owner-${event}`, kind: 'owner-won-back', values },
  ]
}

// Who asked for a refund sees at once that it was refused, unless that comes later.
function refusedMails(change: Change): readonly Told[] {
  const { before, after } = change
  if (eventsIn(change).at(-1)?.by === 'owner') return []
  const requests = after.payment?.refundRequests ?? []
  return requests.flatMap(({ state, number, amount }, index): Told[] => {
    const known = before?.payment?.refundRequests?.[index]?.state
    if (state !== 'refused' || known === undefined || known === state) return []
    const values = { refund_amount: formatPrice(amount) }
    return [{ event: `owner-refund-failed-${number}`, kind: 'owner-refund-failed', values }]
  })
}

/**
 * The mails about money that went back or came again: the shopper's for each, the owner's for what was not begun
 * in this shop, and for a refund that failed later.
 */
export function refundMails(change: Change): readonly Told[] {
  return [...backMails(change), ...wonBackMails(change), ...refusedMails(change)]
}

import type { Order } from '../order/order.ts'
import type { Refund } from '../payment/payment.ts'
import { formatPrice } from '../price/price.ts'
import type { Change, MailValues, Told } from './mail.ts'

function newRefunds({ before, after }: Change): readonly Refund[] {
  const known = new Set(before?.payment?.refunds.map(({ id }) => id))
  return after.payment?.refunds.filter(({ id }) => !known.has(id)) ?? []
}

const backOf = (order: Order | undefined) => order?.payment?.refundedAmount ?? 0

// A refund that was begun in this shop carries its key; one that was made at the provider is news to its owner.
const isMadeHere = ({ key }: Refund) => key !== undefined

function finishedMails(change: Change): readonly Told[] {
  const { after } = change
  const refunds = newRefunds(change)
  const listed = refunds.reduce((sum, { amount }) => sum + amount, 0)
  // The provider may say that all is back and name no refund, as after a reversal.
  const rest = backOf(after) - backOf(change.before) - listed
  const unlisted =
    rest > 0 && refunds.length === 0
      ? [{ id: `upto-${backOf(after)}`, amount: rest, at: after.payment?.changedAt ?? '' }]
      : []
  return [...refunds, ...unlisted].flatMap((refund) => {
    const values = refundValues(after, refund.amount)
    const event = `refund-${refund.id}`
    const owner: Told = { event: `owner-${event}`, kind: 'owner-refund', values }
    const shopper: Told = { event, kind: 'refunded', values }
    const isNews = !isMadeHere(refund) && after.history.at(-1)?.by !== 'owner'
    return isNews ? [shopper, owner] : [shopper]
  })
}

function refundValues(after: Order, amount: number): MailValues {
  const isAll = backOf(after) >= after.totalAmount
  return {
    refund_amount: formatPrice(amount),
    refund_extent: isAll ? '全額' : '部分',
    refunded_total: formatPrice(backOf(after)),
  }
}

// Who asked for a refund sees at once that it was refused, unless that comes later.
function refusedMails({ before, after }: Change): readonly Told[] {
  if (after.history.at(-1)?.by === 'owner') return []
  const requests = after.payment?.refundRequests ?? []
  return requests.flatMap(({ state, number, amount }, index): Told[] => {
    const known = before?.payment?.refundRequests?.[index]?.state
    if (state !== 'refused' || known === undefined || known === state) return []
    const values = { refund_amount: formatPrice(amount) }
    return [{ event: `owner-refund-failed-${number}`, kind: 'owner-refund-failed', values }]
  })
}

/** What a change of an order tells of its refunds: the shopper of each that is finished, the owner of those made elsewhere or failed. */
export function refundMails(change: Change): readonly Told[] {
  return [...finishedMails(change), ...refusedMails(change)]
}

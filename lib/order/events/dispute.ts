import type { z } from 'zod'

import type { MailKind } from '#lib/mail/placeholders.ts'
import { DISPUTE_PAGE, disputeReasonText } from '#lib/payment/dispute-labels.ts'
import { findDispute, isDisputed, withDispute } from '#lib/payment/dispute.ts'
import { providerTitle } from '#lib/payment/payment-status.ts'
import { defined } from '#lib/result.ts'
import { formatTime } from '#lib/time/taipei-time.ts'
import type { dispute } from './data/dispute.ts'
import { DISPUTE_EVENT_DATA } from './data/dispute.ts'
import {
  effectsFor,
  type Happened,
  type MailContext,
  type Notification,
  onPayment,
} from './entry.ts'
import { invoiceStays } from './money.ts'

const DISPUTE_NEXT = {
  open: '這筆訂單還有另一件爭議沒有結束，請先不要出貨。',
  over: '這筆訂單沒有其他進行中的爭議。',
} as const

/** Events of buyers' disputes; amounts in whole TWD. */
export const DISPUTE_EVENTS = effectsFor(DISPUTE_EVENT_DATA, {
  'dispute.opened': {
    apply: disputed('open'),
    words: ({ issue: code }, provider) => ({
      what: `買家在 ${provider} 提出爭議`,
      why: disputeReasonText(code, provider),
    }),
    mail: disputeMails('open', 'owner-dispute'),
  },
  'dispute.response-changed': {
    apply: onPayment((payment, { at, data: { dispute: id, isAnswered, respondBy } }) => {
      const known = findDispute(payment, id)
      if (!known) return payment
      const { respondBy: _before, ...dispute } = known
      const turned = { ...dispute, isAnswered, ...defined({ respondBy }), changedAt: at }
      return { ...payment, disputes: withDispute(payment, turned) }
    }),
    words: ({ isAnswered }, provider) => ({
      what: isAnswered ? `${provider} 收到爭議的回覆，等結果` : `${provider} 要求再回覆爭議`,
    }),
    mail({ at, data: { dispute: id, isAnswered, respondBy } }, context) {
      const { reason: issue } = findDispute(context.order.payment, id) ?? {}
      if (isAnswered || issue === undefined) return []
      const data = { dispute: id, issue, ...defined({ respondBy }) }
      const values = disputeValues(data, context)
      return [{ event: `dispute-${id}-asked-${Date.parse(at)}`, kind: 'owner-dispute', values }]
    },
  },
  'dispute.won': {
    apply: disputed('won'),
    words: () => ({ what: '爭議結束，賣家勝訴，款項保留' }),
    mail: disputeMails('won', 'owner-dispute-won'),
  },
  'dispute.lost': {
    apply: disputed('lost'),
    words: () => ({ what: '爭議結束，買家勝訴，款項被扣回' }),
    mail: disputeMails('lost', 'owner-dispute-lost'),
  },
})

type Dispute = Readonly<z.infer<z.ZodObject<typeof dispute>>>

function disputed(state: 'open' | 'won' | 'lost') {
  return onPayment<Dispute>((payment, { at, data }) => {
    const { dispute: id, issue: reason, channel, amount, respondBy, isAnswered } = data
    const more = defined({ channel, amount, respondBy, isAnswered })
    const known = { id, state, reason, ...more, changedAt: at }
    return { ...payment, disputes: withDispute(payment, known) }
  })
}

function disputeValues(data: Dispute, { order }: MailContext) {
  return {
    dispute_id: data.dispute,
    dispute_reason: disputeReasonText(data.issue, providerTitle(order.payment)),
    respond_by: data.respondBy === undefined ? '' : formatTime(new Date(data.respondBy)),
    dispute_url: DISPUTE_PAGE,
    dispute_next: DISPUTE_NEXT[isDisputed(order.payment) ? 'open' : 'over'],
    ...invoiceStays(order),
  }
}

function disputeMails(state: 'open' | 'won' | 'lost', kind: MailKind) {
  return (event: Happened<Dispute>, context: MailContext): Notification[] => {
    const values = disputeValues(event.data, context)
    return [{ event: `dispute-${event.data.dispute}-${state}`, kind, values }]
  }
}

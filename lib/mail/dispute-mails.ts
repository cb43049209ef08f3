import { type Dispute, findDispute, isDisputed } from '../payment/disputes.ts'
import type { Change, Told } from './mail.ts'
import type { MailKind } from './mail-kinds.ts'

const KINDS: Readonly<Record<Dispute['state'], MailKind>> = {
  open: 'owner-dispute',
  won: 'owner-dispute-won',
  lost: 'owner-dispute-lost',
}

const NEXT = {
  open: '這筆訂單還有另一件爭議沒有結束，先不要出貨。',
  won: '這筆訂單沒有其他進行中的爭議。',
} as const

/** The owner's mails about the disputes of an order: one when a dispute begins, and one for each end of it. */
export function disputeMails({ before, after }: Change): readonly Told[] {
  const { payment } = after
  return (payment?.disputes ?? []).flatMap(({ id, state }) => {
    if (findDispute(before?.payment, id)?.state === state) return []
    const values = { dispute_id: id, dispute_next: NEXT[isDisputed(payment) ? 'open' : 'won'] }
    return [{ event: `dispute-${id}-${state}`, kind: KINDS[state], values }]
  })
}

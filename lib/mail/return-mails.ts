import type { EventOf, ReturnRequest } from '../order/events.ts'
import type { Order } from '../order/order.ts'
import type { MailKind } from './mail-kinds.ts'
import type { Notification, NotificationContext } from './notifications.ts'
import { plainTyped } from './mail-values.ts'

type ReturnEvent = EventOf<
  'return.requested' | 'return.accepted' | 'return.refused' | 'return.received'
>

function pieceLines({ items }: Pick<Order, 'items'>, request: ReturnRequest): string {
  const lines = request.items.flatMap(({ index, quantity, size }) => {
    const item = items[index]
    const wish = size === undefined ? '退款' : `換 ${size}`
    return item ? [`${item.title}（${item.size}）× ${quantity}，${wish}`] : []
  })
  return lines.join('、')
}

function mailsOfReturn(
  { data: { number } }: ReturnEvent,
  { order }: NotificationContext,
  kinds: readonly MailKind[],
): readonly Notification[] {
  const request = order.returns?.find((one) => one.number === number)
  if (!request) return []
  const values = {
    return_pieces: pieceLines(order, request),
    return_reason: plainTyped(request.reason),
    return_contact: plainTyped(request.contact),
    return_answer: plainTyped(request.answer ?? ''),
  }
  return kinds.map((kind) => ({ event: `${kind}-${number}`, kind, values }))
}

const result =
  (...kinds: readonly MailKind[]) =>
  (event: ReturnEvent, context: NotificationContext) =>
    mailsOfReturn(event, context, kinds)

/** The mails of a return: to the buyer at each step, and to the owner when the buyer asks. */
export const RETURN_MAILS = {
  'return.requested': (
    event: EventOf<'return.requested'>,
    context: NotificationContext,
  ): readonly Notification[] => {
    const isOwners = event.by === 'owner'
    return mailsOfReturn(
      event,
      context,
      isOwners ? ['return-requested'] : ['return-requested', 'owner-return'],
    )
  },
  'return.accepted': result('return-accepted'),
  'return.refused': result('return-refused'),
  'return.received': result('return-received'),
}

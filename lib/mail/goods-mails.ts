import type { EventOf, OrderEvent } from '../order/events.ts'
import { removedAmount } from '../order/order.ts'
import { shippingUndoEnds } from '../order/fulfilment.ts'
import { formatPrice } from '../price/price.ts'
import { exchangedPieces, parcelValues } from './mail-values.ts'
import type { Notification, NotificationContext } from './notifications.ts'
import { RETURN_MAILS } from './return-mails.ts'
import { defined } from '../defined.ts'

function parcelMails(
  _event: OrderEvent,
  { order, numbered }: NotificationContext,
): readonly Notification[] {
  const { shipment } = order
  if (!shipment) return []
  const values = parcelValues(shipment)
  const ends = shippingUndoEnds(order)?.toISOString()
  const wait = defined({ notBefore: ends })
  return [{ event: numbered('shipped'), kind: 'shipped', values, ...wait }]
}

// An exchange parcel has its own mail, and another on correction.
function exchangeMails(
  { data: { number } }: EventOf<'return.exchanged' | 'exchange.corrected'>,
  { order, numbered }: NotificationContext,
): readonly Notification[] {
  const request = order.returns?.find((one) => one.number === number)
  if (!request?.parcel) return []
  const values = parcelValues(request.parcel, exchangedPieces(order, request))
  return [{ event: numbered(`exchange-${number}`), kind: 'shipped', values }]
}

function itemsMails(
  { data: { before } }: EventOf<'items.changed'>,
  { order, numbered }: NotificationContext,
): readonly Notification[] {
  const removed = removedAmount(order)
  const values = {
    old_pieces: before.map((one) => `${one.title}（${one.size}）× ${one.quantity}`).join('、'),
    removed_amount: removed === 0 ? '' : formatPrice(removed),
  }
  return [{ event: numbered('items'), kind: 'order-changed', values }]
}

/** Mails about an order's goods: pieces, parcels and returns. */
export const GOODS_MAILS = {
  'items.changed': itemsMails,
  'parcel.shipped': parcelMails,
  'parcel.corrected': parcelMails,
  'parcel.unshipped': () => [],
  ...RETURN_MAILS,
  'return.exchanged': exchangeMails,
  'exchange.corrected': exchangeMails,
}

import { EMPTY_RECIPIENT, type Recipient } from '#lib/delivery/recipient.ts'
import { withoutReplacement } from '#lib/invoice/invoice-state.ts'
import { defined } from '#lib/result.ts'
import type { OrderEvent } from './events.ts'
import type { Order } from './order.ts'

// Earlier recipients, the owner's notes and a member's reasons; what the owner said to an event of the order stays.
function eventWithoutPerson(event: OrderEvent, recipient: Recipient): OrderEvent {
  switch (event.type) {
    case 'order.placed':
      return event.data.recipient ? { ...event, data: { ...event.data, recipient } } : event
    case 'recipient.edited':
      return { ...event, data: { before: {} } }
    case 'delivery.changed':
      return { ...event, data: { ...event.data, recipient, before: '' } }
    case 'invoice.corrected':
    case 'invoice.replacement-requested':
    case 'half.chosen':
      return { ...event, data: {} }
    case 'note.added': {
      const { note: _note, ...kept } = event
      return kept
    }
    case 'return.requested': {
      const { note: _note, ...kept } = event
      const { contact: _contact, ...data } = event.data
      return { ...kept, data }
    }
    case 'other':
      return {
        ...event,
        data: { stored: { type: event.data.stored.type, at: event.at, by: event.by } },
      }
    default:
      return event
  }
}

// The sale as the law keeps it: its number, goods, money, invoice and parcel. Whatever is not named here goes.
function saleOf(order: Order) {
  const { id, orderNumber, createdAt, status, totalAmount, items, shippingMethod, timeCode } = order
  const { emailUnverified, reductions, discount, removed, gift, manualSale } = order
  const { payment, paymentDetails, paidAt, cancelledAt, shipment, completedAt } = order
  const { parcels, parcelRefs, storeChoice, parcelAlarm, parcelCheckAt } = order
  const { invoicing, invoiceAlarm, invoiceCheckAt, invoiceChecks, invoiceNumber } = order
  const { cancelRights, cancelRequest, returns, returnState, restocked, resent } = order
  const { reservation, check, index } = order
  return {
    id,
    orderNumber,
    createdAt,
    status,
    totalAmount,
    items,
    shippingMethod,
    timeCode,
    ...defined({ emailUnverified, reductions, discount, removed, gift, manualSale }),
    ...defined({ payment, paymentDetails, paidAt, cancelledAt, shipment, completedAt }),
    ...defined({ parcels, parcelRefs, storeChoice, parcelAlarm, parcelCheckAt }),
    ...defined({ invoicing, invoiceAlarm, invoiceCheckAt, invoiceChecks, invoiceNumber }),
    ...defined({ cancelRights, cancelRequest, returnState, restocked, resent }),
    ...defined({ reservation, check, index }),
    ...defined({ returns: returns?.map((one) => ({ ...one, reason: '', contact: '' })) }),
  }
}

/**
 * The order without its person. `kept`: the law keeps the sale with its buyer, recipient and invoice, so only notes and
 * reasons go. The person leaves the earlier events too: no later reader finds them there.
 */
export function erasePerson(order: Order, extent: 'kept' | 'erased'): Order {
  const { uid, email, invoice, invoicing } = order
  const withoutNote = { ...order.recipient, note: '' }
  const sale = saleOf(order)
  const history = (recipient: Recipient) =>
    order.history.map((orderEvent) => eventWithoutPerson(orderEvent, recipient))
  if (extent === 'kept') {
    // For whom a kept order's invoice is issued anew stays too: the first one may be void already.
    const buyer = { uid, email, ...defined({ invoice }) }
    return { ...sale, ...buyer, recipient: withoutNote, history: history(withoutNote) }
  }
  return {
    ...sale,
    ...(invoicing ? { invoicing: withoutReplacement(invoicing) } : {}),
    uid: '',
    email: '',
    invoice: { kind: 'email' },
    recipient: EMPTY_RECIPIENT,
    history: history(EMPTY_RECIPIENT),
  }
}

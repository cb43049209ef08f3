import { EMPTY_RECIPIENT } from '#lib/delivery/recipient.ts'
import { correctInvoiceChange } from '#lib/invoice/correct-invoice.ts'
import { writeInvoiceChange } from '#lib/invoice/invoice-number.ts'
import { applyReturnAnswer } from '#lib/order/return/answer-return.ts'
import { returnRequestChange } from '#lib/order/return/return-rules.ts'
import { releaseItems } from '#lib/owner/receive-stock.ts'
import {
  moveFactsDay,
  publishFacts,
  cancellationRequestChange,
  withdrawCancellation,
} from './cancel-right.ts'
import { cancel } from './cancellation.ts'
import { changeItems } from './change-items.ts'
import { complete } from './complete-order.ts'
import { editRecipientChange, noteChange } from './edit-recipient.ts'
import { expireReservation } from './expire-reservation.ts'
import {
  by,
  changeIfAllowed,
  type Move,
  owner,
  PAYMENT_MOVES,
  pick,
  stockOf,
} from './random-payment.fixture.ts'
import { correctParcel, ship } from './ship-order.ts'
import { changeShipDate } from './shipping-date.ts'

/** Everything that can happen to an order, by the decision that answers it. */
export const MOVES = {
  ...PAYMENT_MOVES,
  cancel: (order, moment) => changeIfAllowed(cancel(order, 'by-owner', owner(moment))),
  lapse: (order, moment) => expireReservation(order, 'released-by-owner', owner(moment)),
  ship: (order, moment) => {
    const parcel = { carrier: ' 黑貓 ', trackingNumber: `90${moment.which}` }
    return changeIfAllowed(ship(order, parcel, owner(moment)))
  },
  'correct a parcel': (order, moment) => {
    const parcel = { carrier: '新竹', trackingNumber: `91${moment.which}` }
    return changeIfAllowed(correctParcel(order, parcel, owner(moment)))
  },
  complete: (order, moment) => changeIfAllowed(complete(order, by(moment, 'owner'))),
  'ask for a return': (order, moment) => {
    const size = moment.variant % 2 === 0 ? { size: 'L' as const } : {}
    const items = [{ index: 0, quantity: 1, ...size }]
    const request = { items, reason: ' 太大 ', contact: '0912345678' }
    return changeIfAllowed(
      returnRequestChange(order, request, stockOf(moment).products, by(moment, 'member')),
    )
  },
  'answer a return': (order, moment) => {
    const answers = ['accepted', 'refused', 'received', 'preparing', 'exchanged'] as const
    const { taken, products: offers } = stockOf(moment)
    const answered = {
      answer: pick(answers, moment.variant),
      restock: moment.which === 1,
      parcel: { carrier: '黑貓', trackingNumber: ` 80${moment.which} ` },
      stock: { taken, offers, oversellReason: '再做' },
    }
    const context = moment.which === 2 ? by(moment, 'owner') : owner(moment)
    return changeIfAllowed(applyReturnAnswer(order, answered, context))
  },
  'edit the recipient': (order, moment) => {
    const person = { lastName: '王', firstName: '曉明', phone: '0912345678', email: 'a@b.tw' }
    const place = { zipcode: '100', city: '臺北市', area: '中正區', address: `${moment.which}號` }
    const recipient = { ...EMPTY_RECIPIENT, ...person, ...place }
    return changeIfAllowed(editRecipientChange(order, recipient, owner(moment)))
  },
  'change the items': (order, moment) => {
    const size = pick(['M', 'L', 'XL'] as const, moment.variant)
    const before = order.items[moment.which]?.quantity ?? 1
    const quantity = moment.variant % 3 === 0 ? before - 1 : before
    const { taken, products: offers } = stockOf(moment)
    const wanted = [{ index: moment.which, size, quantity }]
    const stock = { taken, offers, oversellReason: '再做' }
    return changeIfAllowed(changeItems(order, { wanted, stock }, owner(moment)))
  },
  note: (order, moment) => {
    return order.status === '已取消'
      ? undefined
      : changeIfAllowed(noteChange(' 記一下 ', owner(moment)))
  },
  invoice: (order, moment) =>
    changeIfAllowed(writeInvoiceChange(order, `AB1234567${moment.which}`, owner(moment))),
  'correct the invoice': (order, moment) => {
    const invoice = { kind: 'carrier', carrier: `/ABC123${moment.which}` } as const
    return changeIfAllowed(correctInvoiceChange(order, invoice, owner(moment)))
  },
  'move the day': (order, moment) => {
    const shipsAbout = `2027-01-0${moment.which + 1}`
    return changeShipDate(order, { product: 'b', shipsAbout }, owner(moment))
  },
  'ask to cancel': (order, moment) => {
    return changeIfAllowed(cancellationRequestChange(order, by(moment, 'member')))
  },
  'keep after all': (order, moment) => {
    return changeIfAllowed(withdrawCancellation(order, owner({ ...moment })))
  },
  'publish facts': (order, moment) => {
    return publishFacts(order, { product: 'b', on: '2026-12-01' }, owner(moment))
  },
  'goods come': (order, moment) => releaseItems(order, 'b', owner(moment)),
  'move the facts': (order, moment) => {
    return moveFactsDay(order, { product: 'b', by: `2027-01-0${moment.which + 1}` }, owner(moment))
  },
} satisfies Readonly<Record<string, Move>>

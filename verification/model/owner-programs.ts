import { EMPTY_RECIPIENT } from '#lib/delivery/recipient.ts'
import type { InvoiceDraft } from '#lib/invoice/typed-invoice.ts'
import type { ReturnAnswer } from '#lib/order/return/answer-return.ts'
import { answerReturn } from '#lib/owner/answer-return.ts'
import { bookParcels } from '#lib/owner/book-parcels.ts'
import { cancelByOwner } from '#lib/owner/cancel-order.ts'
import { changeOrderItems } from '#lib/owner/change-items.ts'
import { correctInvoice } from '#lib/owner/correct-invoice.ts'
import { createManualOrder } from '#lib/owner/create-manual-order.ts'
import { recordInvoiceNumber } from '#lib/owner/record-invoice-numbers.ts'
import { recordManualRefund } from '#lib/owner/record-manual-refund.ts'
import { refundOrder } from '#lib/owner/refund-order.ts'
import { refundReview } from '#lib/owner/refund-review.ts'
import { resolveReview } from '#lib/owner/resolve-review.ts'
import { unitsField } from '#lib/owner/sale-form.ts'
import { sendParcelAgain } from '#lib/owner/send-parcel-again.ts'
import { shipOrder } from '#lib/owner/ship-order.ts'
import { startReturn } from '#lib/owner/start-return.ts'
import { undoShippings } from '#lib/owner/undo-shippings.ts'
import type { ReviewEnd } from '#lib/payment/review-end.ts'
import { PRODUCT } from './checkout.ts'
import type { ProgramAnswer } from './programs.ts'

const owner = () => ({ by: 'owner', at: new Date() })
const MANUAL_ORDER = {
  key: 'form',
  place: 'market',
  paidBy: 'cash',
  delivery: 'handed-over',
  recipient: EMPTY_RECIPIENT,
  reason: '',
  offers: [],
  fields: { [unitsField(PRODUCT, '白', 'M')]: '1' },
} as const

const PARCEL = { carrier: 'carrier', trackingNumber: '1' }

/** The actions of the owner's page; they tell the shopper nothing. */
export const OWNER_PROGRAMS = {
  refund: async (orderId: string, amount: number | 'rest', key: string): Promise<ProgramAnswer> => {
    await refundOrder({
      orderId,
      amount,
      reason: 'requested',
      key,
      restock: true,
      context: owner(),
    })
    return {}
  },
  ship: async (orderId: string): Promise<ProgramAnswer> => {
    await shipOrder({ orderId, ...PARCEL, context: owner() })
    return {}
  },
  book: async (orderId: string): Promise<ProgramAnswer> => {
    await bookParcels({ orderIds: [orderId], context: owner() })
    return {}
  },
  cancel: async (orderId: string): Promise<ProgramAnswer> => {
    await cancelByOwner({ orderId, reason: 'requested', context: owner() })
    return {}
  },
  takeBack: async (orderId: string): Promise<ProgramAnswer> => {
    await undoShippings({ orderIds: [orderId], context: owner() })
    return {}
  },
  changeItems: async (orderId: string): Promise<ProgramAnswer> => {
    const fields = { 'size-0': 'L', 'quantity-0': '1' }
    await changeOrderItems({ orderId, reason: 'requested', fields, context: owner() })
    return {}
  },
  startReturn: async (orderId: string): Promise<ProgramAnswer> => {
    const fields = { 'quantity-0': '1', 'wish-0': 'L' }
    await startReturn({ orderId, reason: 'requested', fields, context: owner() })
    return {}
  },
  answerReturn: async (orderId: string, answer: ReturnAnswer): Promise<ProgramAnswer> => {
    const sent = answer === 'exchanged' ? { parcel: PARCEL } : {}
    await answerReturn({ orderId, answer, restock: true, ...sent, context: owner() })
    return {}
  },
  createManual: async (): Promise<ProgramAnswer> => {
    await createManualOrder({ ...MANUAL_ORDER, context: owner() })
    return {}
  },
  handBack: async (orderId: string, amount: number): Promise<ProgramAnswer> => {
    const refund = { orderId, amount, key: `press-${amount}`, restock: true, reason: 'requested' }
    await recordManualRefund({ ...refund, context: owner() })
    return {}
  },
  refundReview: async (orderId: string, capture: string, key: string): Promise<ProgramAnswer> => {
    await refundReview({ orderId, capture, key, reason: 'looked', context: owner() })
    return {}
  },
  ownNumber: async (orderId: string): Promise<ProgramAnswer> => {
    await recordInvoiceNumber({ orderId, invoiceNumber: 'AB12345678', context: owner() })
    return {}
  },
  correct: async (orderId: string, invoice: InvoiceDraft): Promise<ProgramAnswer> => {
    await correctInvoice({ orderId, invoice, context: owner() })
    return {}
  },
  sendAgain: async (orderId: string): Promise<ProgramAnswer> => {
    await sendParcelAgain({ orderId, to: 'same', context: owner() })
    return {}
  },
  end: async (orderId: string, end: ReviewEnd): Promise<ProgramAnswer> => {
    await resolveReview({ orderId, end, reason: 'looked', context: owner() })
    return {}
  },
}

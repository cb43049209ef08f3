import { z } from 'zod'

import { refundLineSchema } from '#lib/payment/refund/refund-line.ts'

/** Places of a manual order: a market, the telephone or mail. */
export const SALE_PLACES = ['market', 'telephone'] as const

export type SalePlace = (typeof SALE_PLACES)[number]

/** Ways to pay a manual order. */
export const MANUAL_PAYMENTS = ['cash', 'transfer'] as const

export type ManualPayment = (typeof MANUAL_PAYMENTS)[number]

/** The same as text. */
export const MANUAL_PAYMENT_LABELS: Readonly<Record<ManualPayment, string>> = {
  cash: '現金',
  transfer: '轉帳',
}

/**
 * Sale and payment of a manual order. `refunds` are in whole TWD, times ISO 8601 in UTC; `idempotencyKey` is the key of the form, which
 * records once.
 */
export const manualSaleSchema = z.object({
  place: z.enum(SALE_PLACES),
  paidBy: z.enum(MANUAL_PAYMENTS),
  refunds: z.array(
    z.object({
      amount: z.int().min(1),
      at: z.iso.datetime(),
      idempotencyKey: z.string().optional(),
      /** What it is for, as it was chosen. */
      lines: z.array(refundLineSchema).optional(),
    }),
  ),
})

export type ManualSale = Readonly<z.infer<typeof manualSaleSchema>>

type SaleFields = { readonly totalAmount: number; readonly manualSale?: ManualSale | undefined }

/** Returns the money left of a manual order, in whole TWD; 0 for any other order. */
export function manualSaleLeft({ totalAmount, manualSale }: SaleFields): number {
  if (!manualSale) return 0
  return manualSale.refunds.reduce((left, { amount }) => left - amount, totalAmount)
}

/** Whether all money of a manual order went back. */
export function isManualSaleRefunded(order: SaleFields): boolean {
  return order.manualSale !== undefined && manualSaleLeft(order) <= 0
}

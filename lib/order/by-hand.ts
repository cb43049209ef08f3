import { z } from 'zod'

/** Places where the owner takes an order by hand: a market, the telephone or mail. */
export const SALE_PLACES = ['market', 'telephone'] as const
export type SalePlace = (typeof SALE_PLACES)[number]

/** Ways to pay an order taken by hand. */
export const HAND_PAYMENTS = ['cash', 'transfer'] as const
export type HandPayment = (typeof HAND_PAYMENTS)[number]

/** The same in words. */
export const HAND_PAYMENT_WORDS: Readonly<Record<HandPayment, string>> = {
  cash: '現金',
  transfer: '轉帳',
}

/**
 * Sale and payment of an order taken by hand. `refunds` are in whole TWD, times ISO 8601 in UTC.
 */
export const byHandSchema = z.object({
  place: z.enum(SALE_PLACES),
  paidBy: z.enum(HAND_PAYMENTS),
  refunds: z.array(z.object({ amount: z.int().min(1), at: z.iso.datetime() })),
})
export type ByHand = Readonly<z.infer<typeof byHandSchema>>

type SaleFields = { readonly totalAmount: number; readonly byHand?: ByHand | undefined }

/** Returns the money left of an order taken by hand, in whole TWD; 0 for any other order. */
export function leftByHand({ totalAmount, byHand }: SaleFields): number {
  if (!byHand) return 0
  return byHand.refunds.reduce((left, { amount }) => left - amount, totalAmount)
}

/** Whether all money of an order that was written down went back. */
export function isRefundedByHand(order: SaleFields): boolean {
  return order.byHand !== undefined && order.totalAmount > 0 && leftByHand(order) <= 0
}

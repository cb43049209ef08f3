import type { Order } from '../order.ts'
import { paperedAmount, refundedAmount } from './invoicing.ts'

/** Mismatch between an order's money and its invoice. */
export type InvoiceFinding = 'invoice-missing' | 'invoice-differs'

const DAY = 24 * 60 * 60 * 1000

/**
 * Returns the mismatch: no invoice a day after payment, or allowances that differ from refunds.
 * Undefined while pending.
 */
export function invoiceFinding(order: Order, now: Date): InvoiceFinding | undefined {
  const { invoicing, paidAt } = order
  if (!invoicing || invoicing.state === 'dropped') return undefined
  const isIssued = invoicing.state === 'issued' || invoicing.state === 'void'
  const isLate = paidAt !== undefined && now.getTime() - Date.parse(paidAt) > DAY
  if (!isIssued) return isLate ? 'invoice-missing' : undefined
  const isUnderWay = invoicing.papers.some(({ state }) => state === 'sending')
  const isEven = refundedAmount(order) === paperedAmount(invoicing)
  return isEven || isUnderWay ? undefined : 'invoice-differs'
}

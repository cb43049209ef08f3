import type { Order } from '#lib/order/order.ts'
import type { Invoicing } from './invoice-schema.ts'
import { documentedAmount, refundedAmount, remainingOf } from './invoice-state.ts'
import type { InvoiceRecord } from './issuer.ts'
import { ownNumber } from './own-number.ts'

/** Mismatch between an order's money and its invoice, or between the shop and the issuer. */
export type InvoiceFinding =
  | 'invoice-missing'
  | 'invoice-differs'
  | 'invoice-not-at-issuer'
  | 'invoice-not-recorded'
  | 'invoice-differs-at-issuer'
  | 'invoice-without-order'
  | 'invoice-by-hand'
  | 'invoice-not-read'
  | 'invoices-not-listed'

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
  const isUnderWay = invoicing.documents.some(({ state }) => state === 'sending')
  const isEven = refundedAmount(order) === documentedAmount(invoicing)
  // The owner has issued another one in place of a void one.
  const isReplaced = invoicing.state === 'void' && ownNumber(order) !== undefined
  return isEven || isUnderWay || isReplaced ? undefined : 'invoice-differs'
}

function differs(invoicing: Invoicing, { number, remaining, isVoid }: InvoiceRecord): boolean {
  const isOther = invoicing.number !== number || (invoicing.state === 'void') !== isVoid
  return isOther || (!isVoid && remaining !== remainingOf(invoicing))
}

/** Returns how the issuer's record of an order's invoice disagrees with the shop's; undefined while pending. */
export function issuerFinding(
  { invoicing }: Pick<Order, 'invoicing'>,
  found: InvoiceRecord | undefined,
): InvoiceFinding | undefined {
  switch (invoicing?.state) {
    case undefined:
    case 'sending':
      return undefined
    case 'wished':
    case 'failed':
    case 'dropped':
      return found && !found.isVoid ? 'invoice-not-recorded' : undefined
    case 'issued':
    case 'void': {
      if (!found) return 'invoice-not-at-issuer'
      const isUnderWay = invoicing.documents.some(({ state }) => state === 'sending')
      return !isUnderWay && differs(invoicing, found) ? 'invoice-differs-at-issuer' : undefined
    }
  }
}

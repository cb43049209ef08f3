import { type ChangeContext, newEvent } from '#lib/order/events.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import { fail, ok, type Result } from '#lib/result.ts'

/** The invoice number that the owner wrote down, unless it is the issuer's own. */
export function ownNumber({
  invoiceNumber,
  invoicing,
}: Pick<Order, 'invoiceNumber' | 'invoicing'>): string | undefined {
  return invoiceNumber === invoicing?.number ? undefined : invoiceNumber
}

/**
 * The change that writes down the owner's own number; it ends what waits for it. Fails beside an
 * invoice that the issuer has, unless it is that one's number.
 */
export function recordOwnNumber(
  order: Order,
  invoiceNumber: string,
  context: ChangeContext,
): Result<OrderChange | undefined, 'invoice-issued'> {
  const { invoicing, invoiceAlarm } = order
  if (order.invoiceNumber === invoiceNumber) return ok(undefined)
  const recorded = newEvent('invoice.recorded', { invoiceNumber }, context)
  switch (invoicing?.state) {
    case 'wished':
    case 'sending':
    case 'failed': {
      const mayStand = invoicing.state === 'sending' || invoicing.unanswered === true
      // The wish is dropped after a look for an invoice that may have been issued.
      const dropped = mayStand ? [] : [newEvent('invoice.dropped', {}, context)]
      return ok({ events: [recorded, ...dropped] })
    }
    case 'issued':
    case 'void': {
      const isOther = invoicing.state === 'issued' && invoicing.number !== invoiceNumber
      if (isOther) return fail('invoice-issued')
      const settled = invoiceAlarm
        ? [newEvent('invoice.settled', { alarm: invoiceAlarm }, context)]
        : []
      return ok({ events: [recorded, ...settled] })
    }
    case undefined:
    case 'dropped':
      return ok({ events: [recorded] })
  }
}

import { type ChangeContext, newEvent } from '#lib/order/events.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import { REFUND_REASON, replaced } from './invoice-document.ts'
import { isReplacing, openDocument, refundedAmount, remainingOf } from './invoice-state.ts'
import { ownNumber } from './own-number.ts'

/** Why an order's invoice is made void, as the issuer is told. */
export function voidReason(order: Order): string {
  const { invoicing } = order
  return invoicing && isReplacing(order, invoicing) ? '發票資料更正' : REFUND_REASON
}

/**
 * The change that stores an invoice as void which the issuer has as void: its documents end, and the
 * owner is notified where money was kept without another invoice.
 */
export function storeFoundVoid(
  order: Order,
  claim: string,
  context: ChangeContext,
): OrderChange | undefined {
  const { invoicing } = order
  if (invoicing?.state !== 'issued') return undefined
  const sent = invoicing.documents.find(({ kind, state }) => kind === 'void' && state === 'sending')
  const made = { claim: sent?.claim ?? claim, amount: remainingOf(invoicing) }
  if (isReplacing(order, invoicing)) return { events: [replaced(order, made, context)] }
  const isAllBack = refundedAmount(order) >= invoicing.amount
  if (isAllBack) return { events: [newEvent('invoice.voided', made, context)] }
  const found = newEvent('invoice.found-void', made, context)
  if (ownNumber(order) !== undefined) return { events: [found] }
  const alarm = newEvent('invoice.alarmed', { alarm: 'void-elsewhere', words: '' }, context)
  return { events: [found, alarm] }
}

/** The change that takes a void back which cannot be made, since there is an allowance: allowances follow. */
export function refuseVoid(
  order: Order,
  claim: string,
  context: ChangeContext,
): OrderChange | undefined {
  const { invoicing } = order
  if (!invoicing || !openDocument(invoicing, claim)) return undefined
  return { events: [newEvent('void.refused', { claim }, context)] }
}

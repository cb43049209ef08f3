import type { Order } from '../order.ts'
import {
  type InvoiceChange,
  type Invoicing,
  paperedAmount,
  type Paper,
  refundedAmount,
  remainingOf,
} from './invoicing.ts'
import { ownNumber } from './own-number.ts'
import { refundPaper } from './refund-paper.ts'
import { relateNumber } from './relate-number.ts'

/**
 * Next step of an order's invoice. `look`: perhaps issued, though none is wanted any more. `compare`:
 * the owner has it compared with the issuer's.
 */
export type InvoiceStep =
  | { readonly kind: 'nothing' | 'issue' | 'look' | 'drop' | 'compare' | 'too-much-paper' }
  | { readonly kind: 'paper'; readonly paper: Paper['kind']; readonly amount: number }
  | { readonly kind: 'finish'; readonly paper: Paper }

const NOTHING = { kind: 'nothing' } as const

function paperStep(order: Order, invoicing: Invoicing, now: Date): InvoiceStep {
  const open = invoicing.papers.find(({ state }) => state === 'sending')
  if (open) return { kind: 'finish', paper: open }
  // Void elsewhere: nothing can be put on it any more.
  if (invoicing.papers.some((one) => one.kind === 'void' && one.isElsewhere)) return NOTHING
  const rest = refundedAmount(order) - paperedAmount(invoicing)
  if (rest < 0) return { kind: 'too-much-paper' }
  const issued = {
    issuedAt: invoicing.issuedAt ?? now.toISOString(),
    amount: invoicing.amount,
    remaining: remainingOf(invoicing),
    isVoid: invoicing.state === 'void',
    isAllowanceOnly: invoicing.isAllowanceOnly === true,
  }
  const paper = rest === 0 ? 'nothing' : refundPaper(issued, rest, now)
  if (paper !== 'nothing') return { kind: 'paper', paper, amount: rest }
  return invoicing.isToCompare ? { kind: 'compare' } : NOTHING
}

// The owner has issued one by hand, or all the money went back.
function isUnwanted(order: Order, { amount }: Invoicing): boolean {
  return ownNumber(order) !== undefined || refundedAmount(order) >= amount
}

/** Returns the next step: issue, document a refund, finish a pending request, or nothing. */
export function nextStep(order: Order, now: Date): InvoiceStep {
  const { invoicing } = order
  switch (invoicing?.state) {
    case 'wished':
      return { kind: isUnwanted(order, invoicing) ? 'drop' : 'issue' }
    case 'sending':
      return { kind: isUnwanted(order, invoicing) ? 'look' : 'issue' }
    case 'issued':
    case 'void':
      return paperStep(order, invoicing, now)
    case undefined:
    case 'dropped':
    case 'failed':
      return { kind: 'nothing' }
  }
}

/** Returns the change that requests an invoice for a payment, or its check after a refund. */
export function invoiceWish(order: Order, after: Order, at: string): InvoiceChange {
  const isSame = after.payment === order.payment && after.manualSale === order.manualSale
  if (order.invoicing) return isSame ? {} : { invoiceCheckAt: at }
  if (after.paidAt === order.paidAt || order.totalAmount === 0) return {}
  const invoicing: Invoicing = {
    relateNumber: relateNumber(order.orderNumber),
    amount: order.totalAmount,
    state: 'wished',
    tries: 0,
    papers: [],
  }
  return { invoicing, invoiceCheckAt: at }
}

import { issuerFinding } from '#lib/invoice/compare-invoice.ts'
import type { Invoicing } from '#lib/invoice/invoice-schema.ts'
import { documentedAmount, relateNumber } from '#lib/invoice/invoice-state.ts'
import type { InvoiceRecord } from '#lib/invoice/issuer.ts'
import { ownNumber } from '#lib/invoice/own-number.ts'
import { voidableUntil } from '#lib/invoice/tax-period.ts'
import type { Order } from '#lib/order/order.ts'
import { takenAmount } from '#lib/payment/refund/charged-back.ts'

type BookedInvoice = Pick<InvoiceRecord, 'number' | 'remaining' | 'isVoid'> &
  Partial<Pick<InvoiceRecord, 'buyer'>>
type InvoiceBooks = ReadonlyMap<string, BookedInvoice>

// How many invoices an order has at its issuer, by the beginning of their keys, without those that were replaced.
function countOf({ orderNumber, invoicing }: Order, issued: InvoiceBooks): number {
  const own = [...issued.keys()].filter((key) => key.startsWith(relateNumber(orderNumber)))
  return own.length - (invoicing?.former?.length ?? 0)
}

// An invoice in whose place another stands is void, and nobody waits for one that never comes; while the issuer's rest
// is told as unclear, nothing is sent.
function replacementProblems(
  { former = [], replacement }: Invoicing,
  issued: InvoiceBooks,
  alarm: Order['invoiceAlarm'],
) {
  return [
    ...former.flatMap(({ relateNumber: key, number }) =>
      issued.get(key)?.isVoid ? [] : [`${number} was replaced and is not void`],
    ),
    ...(replacement && alarm !== 'unclear' ? ['an invoice is to be replaced and never is'] : []),
  ]
}

// One that could not be made void in time stays, and its owner knows.
function isKept({ invoiceAlarm, invoicing }: Order, now: Date | undefined): boolean {
  const { issuedAt } = invoicing ?? {}
  const isLate = issuedAt !== undefined && now && now >= voidableUntil(new Date(issuedAt))
  return invoiceAlarm === 'not-replaced' && isLate === true
}

// It is for whom the order says.
function buyerProblems({ invoice }: Order, record: BookedInvoice | undefined): readonly string[] {
  const wanted = invoice?.kind === 'company' ? invoice.taxId : undefined
  const { buyer } = record ?? {}
  const isOther = buyer !== undefined && buyer.taxId !== wanted
  return isOther ? [`the invoice is for ${buyer.taxId}, not ${wanted}`] : []
}

/**
 * Returns what is wrong once everything is quiet: a paid order has one invoice, an unpaid one none,
 * and its document adds up to its refunds.
 */
export function invoiceAtRest(order: Order, issued: InvoiceBooks, now?: Date): readonly string[] {
  const { invoicing, invoiceAlarm, paidAt } = order
  const count = countOf(order, issued)
  if (paidAt === undefined) return count === 0 ? [] : ['an invoice of an unpaid order']
  if (!invoicing) return ['a paid order without the wish for an invoice']
  const alarms = [
    ...(invoiceAlarm && !isKept(order, now) ? [`the alarm ${invoiceAlarm}`] : []),
    ...replacementProblems(invoicing, issued, invoiceAlarm),
  ]
  if (invoicing.state === 'dropped') return [...alarms, ...withoutInvoice(order, count)]
  const isOne = count === 1 ? [] : [`${count} invoices of one order`]
  return [...alarms, ...isOne, ...documentProblems(order, invoicing, issued)]
}

function withoutInvoice(order: Order, count: number): readonly string[] {
  const isAllBack = refundsOf(order) === order.totalAmount && count === 0
  return isAllBack ? [] : ['no invoice, though money was kept or one was issued']
}

// The amount refunded by the provider, or by hand for a manual order; a dispute's is on no document.
function refundsOf({ payment, manualSale }: Order): number {
  const byHand = manualSale?.refunds.reduce((sum, { amount }) => sum + amount, 0) ?? 0
  return byHand + (payment?.refundedAmount ?? 0) - takenAmount(payment)
}

function documentProblems(
  order: Order,
  invoicing: Invoicing,
  issued: InvoiceBooks,
): readonly string[] {
  const { totalAmount } = order
  const back = refundsOf(order)
  const record = issued.get(invoicing.relateNumber)
  const undone = record?.isVoid ? totalAmount : totalAmount - (record?.remaining ?? 0)
  return [
    ...(record && record.number === invoicing.number ? [] : ['another invoice than is known']),
    ...buyerProblems(order, record),
    ...(documentedAmount(invoicing) === back ? [] : [`${back} back, another sum documented`]),
    ...(undone === back ? [] : [`${back} back, ${undone} undone at the issuer`]),
  ]
}

/** What was undone of an invoice at its issuer, in whole TWD. */
export function undoneOf({ amount, remaining, isVoid }: InvoiceRecord): number {
  return isVoid ? amount : amount - remaining
}

/** What the owner must be told of, where hands at the issuer and an own number stand beside the shop's work. */
const TOLD: ReadonlySet<string> = new Set([
  'unclear',
  'two-invoices',
  'void-elsewhere',
  'too-much-documented',
  'not-replaced',
])

/**
 * Returns what is wrong once everything is quiet, where somebody works by hand at the issuer or
 * issues invoices of their own. `afterHands`: what was undone right after the last of them, in whole
 * TWD. The shop puts no more documented than the refunds, and the owner is notified of every difference.
 */
export function besideHands(
  order: Order,
  issued: ReadonlyMap<string, InvoiceRecord>,
  afterHands: number,
): readonly string[] {
  const { invoicing, invoiceAlarm } = order
  if (!invoicing) return []
  const record = issued.get(invoicing.relateNumber)
  const count = countOf(order, issued)
  const isStrange = invoiceAlarm && !TOLD.has(invoiceAlarm)
  return [
    ...(isStrange ? [`the alarm ${invoiceAlarm}`] : []),
    ...(count > 1 ? [`${count} invoices of one order`] : []),
    ...replacementProblems(invoicing, issued, invoiceAlarm),
    ...(record ? recordBesideHands(order, invoicing, record) : noneBesideHands(order, invoicing)),
    ...(record && undoneOf(record) > Math.max(refundsOf(order), afterHands)
      ? [`${undoneOf(record)} undone of ${refundsOf(order)} back`]
      : []),
  ]
}

function noneBesideHands(order: Order, { state }: Invoicing): readonly string[] {
  const isUnwanted = ownNumber(order) !== undefined || refundsOf(order) === order.totalAmount
  const isRight = state === 'dropped' && isUnwanted && !order.invoiceAlarm
  return isRight ? [] : [`${state} without an invoice`]
}

function recordBesideHands(
  order: Order,
  invoicing: Invoicing,
  record: InvoiceRecord,
): readonly string[] {
  const own = ownNumber(order)
  const isNotified = order.invoiceAlarm ? TOLD.has(order.invoiceAlarm) : false
  const back = refundsOf(order)
  const undone = undoneOf(record)
  const isEven = undone === back && documentedAmount(invoicing) === back
  // The owner's own stands in place of a void one; any other difference is told, at the latest by the comparison.
  const isReplaced = own !== undefined && record.isVoid
  const isFound = issuerFinding(order, record) !== undefined
  const isTwo = own !== undefined && own !== record.number && invoicing.state === 'issued'
  return [
    ...(invoicing.number === record.number ? [] : ['another invoice than is known']),
    ...(isTwo && !isNotified ? ['two invoices, and nobody was told'] : []),
    ...(isEven || isReplaced || isNotified || isFound ? [] : [`${undone} of ${back} back, untold`]),
  ]
}

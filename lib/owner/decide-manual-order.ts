import 'server-only'

import {
  problemKind,
  problemLabels,
  type Recipient,
  type ShippingMethod,
} from '#lib/delivery/recipient.ts'
import { manualRecipientProblems } from '#lib/delivery/typed-recipient.ts'
import { missingText, withOversell } from '#lib/inventory/oversell.ts'
import { type CurrentStock, missingStock } from '#lib/inventory/stock.ts'
import { type ChangeContext, newEvent } from '#lib/order/events.ts'
import type { ManualSale } from '#lib/order/manual-order.ts'
import type { OrderItem } from '#lib/order/order-item.ts'
import { orderNumber } from '#lib/order/order-number.ts'
import type { Order } from '#lib/order/order.ts'
import { type NewOrder, newOrder } from '#lib/order/placement.ts'
import type { OfferTerms } from '#lib/price/offers.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import { priceSale } from './price-sale.ts'

/** A manual order as the owner enters it; `isPickedUp`: the buyer has the goods already. */
export type ManualOrder = Pick<ManualSale, 'place' | 'paidBy'> & {
  /** The offers of the shop that this sale takes. */
  readonly offers: readonly OfferTerms[]
  /** What the owner lets go of the price of the goods, in whole TWD, and why. */
  readonly reduction?: { readonly amount: number; readonly reason: string } | undefined
  readonly id: string
  readonly items: readonly OrderItem[]
  readonly cancelRights?: Order['cancelRights']
  readonly invoice?: Order['invoice']
  readonly recipient: Recipient
  readonly shippingMethod: ShippingMethod
  readonly isPickedUp: boolean
  readonly timeCode: string
}

/** Why a manual order can't be created. */
export type ManualOrderRefusal =
  | 'nothing-chosen'
  | 'recipient-incomplete'
  | 'preorder-handed-over'
  | 'too-few-units'
  | 'reduced-too-much'
  | 'no-reduction-reason'

function refusalOf(sale: ManualOrder): ManualOrderRefusal | undefined {
  const { items, recipient, shippingMethod, isPickedUp, offers, reduction } = sale
  if (items.length === 0) return 'nothing-chosen'
  const goods = priceSale(items, { offers, isPickedUp: true }).total
  if (reduction && reduction.amount >= goods) return 'reduced-too-much'
  if (reduction && reduction.reason.trim() === '') return 'no-reduction-reason'
  if (isPickedUp) {
    return items.some(({ preorder }) => preorder) ? 'preorder-handed-over' : undefined
  }
  const problems = manualRecipientProblems(recipient, shippingMethod)
  return problemKind(problems) === undefined ? undefined : 'recipient-incomplete'
}

/**
 * Creates a paid order from the owner's input. A handed-over order is 已完成, without shipping fee.
 */
export function decideManualOrder(
  sale: ManualOrder,
  { count, stock }: { readonly count: number; readonly stock: CurrentStock },
  deed: ChangeContext,
): Result<NewOrder, ManualOrderRefusal> {
  const refusal = refusalOf(sale)
  if (refusal === 'recipient-incomplete') {
    const problems = manualRecipientProblems(sale.recipient, sale.shippingMethod)
    return { ...fail(refusal), detail: problemLabels(problems) }
  }
  if (refusal) return fail(refusal)
  const { place, paidBy, offers, reduction, isPickedUp, items, ...fields } = sale
  const missing = missingStock({ items }, stock.taken, stock.offers)
  if (missing.length > 0 && !stock.oversellReason?.trim()) {
    return { ...fail('too-few-units'), detail: missingText(missing) }
  }
  const context = withOversell(deed, missing, stock)
  const at = context.now.toISOString()
  const { lines, reductions, total } = priceSale(items, { offers, reduction, isPickedUp })
  const order = newOrder({
    ...fields,
    orderNumber: orderNumber(sale.timeCode, count + 1),
    uid: '',
    email: '',
    createdAt: at,
    status: '待付款',
    totalAmount: total,
    items: [...lines],
    ...(reductions.length > 0 ? { reductions: [...reductions] } : {}),
    manualSale: { place, paidBy, refunds: [] },
    history: [
      newEvent('order.placed', {}, context),
      newEvent('order.paid', {}, { ...context, reason: '' }),
      ...(isPickedUp ? [newEvent('order.completed', {}, { ...context, reason: '' })] : []),
    ],
  })
  return ok(order)
}

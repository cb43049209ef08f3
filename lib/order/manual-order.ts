import { type Recipient, type ShippingMethod, problemKind } from '../delivery/recipient.ts'
import { takeOff } from '../price/discount.ts'
import { priceBreakdown, type Reduction } from '../price/price.ts'
import { fail, ok, type Result } from '../result.ts'
import { manualRecipientProblems } from './manual-recipient.ts'
import { newOrder, type NewOrder } from './placement.ts'
import {
  type ManualSale,
  isManualSaleRefunded,
  manualSaleLeft,
  type Order,
  type OrderChange,
  type OrderItem,
} from './order.ts'
import { type ChangeContext, newEvent } from './events.ts'
import { missingText, type StockAtHand, withBelowZero, piecesMissing } from './stock.ts'
import { orderNumber } from './order-number.ts'

/** A manual order as the owner enters it; `isHandedOver`: the buyer has the goods already. */
export type ManualOrder = Pick<ManualSale, 'place' | 'paidBy'> & {
  /** What the owner lets go of the price of the goods, in whole TWD, and why. */
  readonly reduction?: { readonly amount: number; readonly reason: string } | undefined
  readonly id: string
  readonly items: readonly OrderItem[]
  readonly cancelRights?: Order['cancelRights']
  readonly invoice?: Order['invoice']
  readonly recipient: Recipient
  readonly shippingMethod: ShippingMethod
  readonly isHandedOver: boolean
  readonly timeCode: string
}

/** Why a manual order can't be created. */
export type ManualOrderRefusal =
  | 'nothing-chosen'
  | 'recipient-incomplete'
  | 'preorder-handed-over'
  | 'too-few-pieces'
  | 'reduced-too-much'
  | 'no-reduction-reason'

function refusalOf(input: ManualOrder): ManualOrderRefusal | undefined {
  const { items, recipient, shippingMethod, isHandedOver, reduction } = input
  if (items.length === 0) return 'nothing-chosen'
  if (reduction && reduction.amount >= priceBreakdown(items).lines) return 'reduced-too-much'
  if (reduction && reduction.reason.trim() === '') return 'no-reduction-reason'
  if (isHandedOver) {
    return items.some(({ preorder }) => preorder) ? 'preorder-handed-over' : undefined
  }
  const problems = manualRecipientProblems(recipient, shippingMethod)
  return problemKind(problems) === undefined ? undefined : 'recipient-incomplete'
}

function reductionOf({ amount, reason }: NonNullable<ManualOrder['reduction']>): Reduction {
  return { kind: 'hand', name: reason, goods: amount, delivery: 0 }
}

/**
 * Creates a paid order from the owner's input. A handed-over order is 已完成, without shipping fee.
 */
export function decideManualOrder(
  input: ManualOrder,
  { count, stock }: { readonly count: number; readonly stock: StockAtHand },
  request: ChangeContext,
): Result<NewOrder, ManualOrderRefusal> {
  const refusal = refusalOf(input)
  if (refusal) return fail(refusal)
  const { place, paidBy, reduction, isHandedOver, items, ...fields } = input
  const missing = piecesMissing({ items }, stock.taken, stock.offers)
  if (missing.length > 0 && !stock.belowZero?.trim()) {
    return { ...fail('too-few-pieces'), detail: missingText(missing) }
  }
  const context = withBelowZero(request, missing, stock)
  const at = context.now.toISOString()
  const { lines, total } = priceBreakdown(items)
  const order = newOrder({
    ...fields,
    orderNumber: orderNumber(input.timeCode, count + 1),
    uid: '',
    email: '',
    createdAt: at,
    status: '待付款',
    totalAmount: (isHandedOver ? lines : total) - (reduction?.amount ?? 0),
    items: [...(reduction ? takeOff(items, reduction.amount) : items)],
    ...(reduction ? { reductions: [reductionOf(reduction)] } : {}),
    manualSale: { place, paidBy, refunds: [] },
    history: [
      newEvent('order.placed', {}, context),
      newEvent('order.paid', {}, { ...context, reason: '' }),
      ...(isHandedOver ? [newEvent('order.completed', {}, { ...context, reason: '' })] : []),
    ],
  })
  return ok(order)
}

/** Why a refund of a manual order can't be recorded. */
export type ManualRefundRefusal =
  | 'not-manual'
  | 'no-reason'
  | 'wrong-amount'
  | 'too-much'
  | 'key-used'

/** Input of a manual refund, in whole TWD; the same key records once. */
export type ManualRefund = {
  readonly amount: number
  readonly key: string
  readonly restock: boolean
}

/**
 * Records money given back for a manual order, once per key; with `restock`, all its pieces too.
 */
export function decideManualRefund(
  order: Order,
  { amount, key, restock }: ManualRefund,
  context: ChangeContext,
): Result<OrderChange | undefined, ManualRefundRefusal> {
  if (!order.manualSale) return fail('not-manual')
  const known = order.manualSale.refunds.find((one) => one.pressed === key)
  if (known) return known.amount === amount ? ok(undefined) : fail('key-used')
  if (!context.reason?.trim()) return fail('no-reason')
  if (!Number.isInteger(amount) || amount < 1) return fail('wrong-amount')
  if (amount > manualSaleLeft(order)) return fail('too-much')
  const refunds = [...order.manualSale.refunds, { amount, at: context.now.toISOString() }]
  const manualSale = { ...order.manualSale, refunds }
  const isAll = isManualSaleRefunded({ ...order, manualSale })
  const pieces = order.items.map(({ quantity }) => quantity)
  const isBack = restock && isAll && order.restocked === undefined
  return ok({
    events: [
      newEvent('money.handed-back', { amount, pressed: key }, context),
      ...(isBack ? [newEvent('goods.restocked', { pieces }, { ...context, reason: '' })] : []),
    ],
  })
}

import { returnedPrice } from './fulfilment.ts'
import type { StoredMovement } from './movements.ts'
import { type Order, type OrderItem, orderShipping, removedAmount } from './order.ts'
import { refundKey, type RefundRequest } from './payment/payment.ts'
import { allocate } from '../price/offer.ts'
import { linePaid } from '../price/price.ts'
import type { Size } from '../product/sizes.ts'

/** Pieces of a line by the size that the buyer kept: one line may have several after an exchange. */
type KeptSizes = readonly { readonly size: Size; readonly quantity: number }[]

/** A part of a movement: of a line's pieces, or of delivery without `product`. */
type Part = {
  readonly product?: string
  readonly item?: OrderItem
  readonly sizes: KeptSizes
  /** Whether its pieces move with the money. */
  readonly moves: boolean
  readonly weight: number
}

/** What of a movement's amount, in whole TWD without its sign, was for what. */
export type PaidPart = {
  /** Undefined for delivery, empty for what nobody can name. */
  readonly product: string | undefined
  /** The line as it was sold; undefined where there is none. */
  readonly item?: OrderItem | undefined
  readonly sizes: KeptSizes
  readonly pieces: number
  readonly amount: number
}

function partOf(item: OrderItem, sizes: KeptSizes = [item], weight: number = linePaid(item)): Part {
  return { product: item.id, item, sizes, moves: true, weight }
}

// An exchange moves pieces of a line from the size that was sold to the one that was kept.
function keptSizes({ returns = [] }: Order, item: OrderItem, index: number): KeptSizes {
  const changed = returns
    .filter(({ state }) => state === 'exchanged')
    .flatMap(({ items }) => items)
    .flatMap((piece) =>
      piece.index === index && piece.size !== undefined
        ? [{ size: piece.size, quantity: piece.quantity }]
        : [],
    )
  const left = changed.reduce((rest, { quantity }) => rest - quantity, item.quantity)
  return [{ size: item.size, quantity: left }, ...changed].filter(({ quantity }) => quantity > 0)
}

/** All that was sold with an order: its lines, those taken out later, and its delivery. */
function wholeOrder(order: Order): readonly Part[] {
  return [
    ...order.items.map((item, index) => partOf(item, keptSizes(order, item, index))),
    ...(order.removed ?? []).map((item) => partOf(item)),
    { sizes: [], moves: false, weight: Math.max(0, orderShipping(order)) },
  ]
}

const withoutPieces = (parts: readonly Part[]) => parts.map((part) => ({ ...part, moves: false }))

// The pieces of a return that were not exchanged; a later refund for the same return brings no pieces.
function returnedParts(order: Order, number: number, isFirst: boolean): readonly Part[] {
  const request = order.returns?.find((one) => one.number === number)
  const parts = request?.items.flatMap((piece) => {
    const item = order.items[piece.index]
    const isSent = request.state === 'exchanged' || request.state === 'preparing'
    const isExchanged = isSent && piece.size !== undefined
    if (!item || isExchanged) return []
    const sizes = [{ size: item.size, quantity: piece.quantity }]
    return [partOf(item, sizes, returnedPrice(order, number, piece))]
  })
  return isFirst ? (parts ?? []) : withoutPieces(parts ?? [])
}

function requestOf(order: Order, { refs }: StoredMovement): RefundRequest | undefined {
  const { refunds = [], refundRequests = [] } = order.payment ?? {}
  const key = refunds.find(({ id }) => id === refs.transaction)?.key
  return refundRequests.find(({ number }) => refundKey(order.id, number) === key)
}

/** What money that went back was for: a return's pieces, pieces that were taken out, or a part of all. */
function backParts(order: Order, movement: StoredMovement): readonly Part[] {
  const amount = 0 - movement.amount
  const request = requestOf(order, movement)
  if (request?.returnNumber !== undefined) {
    const { returnNumber, number } = request
    const isFirst = !order.payment?.refundRequests?.some(
      (one) => one.returnNumber === returnNumber && one.number < number && one.state !== 'refused',
    )
    const parts = returnedParts(order, returnNumber, isFirst)
    if (parts.some(({ weight }) => weight > 0)) return parts
  }
  const removed = removedAmount(order)
  if (removed > 0 && amount === removed) return (order.removed ?? []).map((item) => partOf(item))
  const all = wholeOrder(order)
  return amount === order.totalAmount ? all : withoutPieces(all)
}

function partsOf(order: Order, movement: StoredMovement): readonly Part[] {
  if (movement.amount < 0) return backParts(order, movement)
  // A correction of a sale, or money that was won back, brings no pieces.
  return movement.isSale ? wholeOrder(order) : withoutPieces(wholeOrder(order))
}

/** Splits a movement of money among what it was for, to the dollar; what nobody can name is of product ''. */
export function paidParts(order: Order | undefined, movement: StoredMovement): readonly PaidPart[] {
  const parts = order ? partsOf(order, movement) : []
  const known = parts.some(({ weight }) => weight > 0)
    ? parts
    : [{ product: '', sizes: [], moves: false, weight: 1 }]
  const amounts = allocate(
    Math.abs(movement.amount),
    known.map(({ weight }) => weight),
  )
  return known.map(({ product, item, sizes, moves }: Part, index) => ({
    product,
    item,
    sizes,
    pieces: moves ? sizes.reduce((sum, { quantity }) => sum + quantity, 0) : 0,
    amount: amounts[index] ?? 0,
  }))
}

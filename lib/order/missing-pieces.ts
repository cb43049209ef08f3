import { countsPieces } from './hold.ts'
import type { ChangeContext } from './events.ts'
import type { OrderItem } from './order-item.ts'
import type { Order } from './order.ts'
import { piecesToExchange, type ReturnedPieces, type ReturnRequest } from './return-request.ts'
import {
  afterMoves,
  givenBack,
  type MissingPieces,
  type Offer,
  piecesMissing,
  stockOf,
  type TakenPieces,
} from './stock.ts'

/**
 * Reserved pieces and offers of an order's products. `belowZero` is the owner's reason to oversell.
 */
export type StockAtHand = {
  readonly taken: TakenPieces
  readonly offers: readonly Offer[]
  readonly belowZero?: string | undefined
}

type Stock = Pick<StockAtHand, 'taken' | 'offers'>

/** The pieces that are missing for an order to be paid after all; none while it still has its pieces. */
export function missingForOrder(order: Order, { taken, offers }: Stock): readonly MissingPieces[] {
  return countsPieces(order) ? [] : piecesMissing(order, taken, offers)
}

function itemsOf({ items }: Order, pieces: readonly ReturnedPieces[]): readonly OrderItem[] {
  return pieces.flatMap(({ index, quantity, size }) => {
    const item = items[index]
    return item ? [{ ...item, quantity, size: size ?? item.size }] : []
  })
}

/** The pieces that are missing to send those of an exchange; `restock`: those that came back count again. */
export function missingForExchange(
  order: Order,
  { request, restock }: { readonly request: ReturnRequest; readonly restock: boolean },
  { taken, offers }: Stock,
): readonly MissingPieces[] {
  const back = restock ? request.items.map(({ index, quantity }) => ({ index, quantity })) : []
  const moves = givenBack(stockOf(itemsOf(order, back)))
  const left = new Map(taken)
  for (const { id } of moves) {
    left.set(id, afterMoves(taken.get(id) ?? { stock: 0, preorder: 0 }, moves, id))
  }
  const items = [...itemsOf(order, piecesToExchange(request))]
  return piecesMissing({ items }, left, offers)
}

/** The context of a change that takes missing pieces: its reason says so, and why. */
export function withBelowZero(
  context: ChangeContext,
  missing: readonly MissingPieces[],
  { belowZero = '' }: Pick<StockAtHand, 'belowZero'>,
): ChangeContext {
  if (missing.length === 0) return context
  const reason = [context.reason?.trim(), `庫存不足：${belowZero.trim()}`]
    .filter(Boolean)
    .join('；')
  return { ...context, reason }
}

/** Pieces that are missing, in words: which, how many are wanted, and how many are left. */
export function missingText(missing: readonly MissingPieces[]): string {
  return missing
    .map(({ item: { title, color, size, quantity }, left }) => {
      const name = [title, color, size].filter(Boolean).join(' ')
      return `${name} 要 ${quantity} 件，只剩 ${left} 件`
    })
    .join('；')
}

import 'server-only'

import {
  changeOverride,
  readStockNotes,
  readReservedStock,
  type StockNote,
} from '#lib/inventory/inventory-store.ts'
import {
  type ReservedProduct,
  reservedProducts,
  holdsReservation,
} from '#lib/inventory/reserved-products.ts'
import {
  preorderedUnits,
  type ReservedStock,
  type SizeCount,
  stockOf,
} from '#lib/inventory/stock.ts'
import { log } from '#lib/log/log.ts'
import { changeContext, type OwnerContext } from '#lib/order/events.ts'
import { expireReservation } from '#lib/order/expire-reservation.ts'
import { changeOrder, reservedOrders } from '#lib/order/order-store.ts'
import type { Order } from '#lib/order/order.ts'
import { codeAttempt } from '#lib/payment/payment.ts'
import { isPreorderActive } from '#lib/product/availability.ts'
import { findFileProducts, findProducts } from '#lib/product/find-products.ts'
import { offeredPieces, type Override } from '#lib/product/override.ts'
import type { Product } from '#lib/product/product.ts'
import { type Size, SIZES } from '#lib/product/sizes.ts'
import { noteOverride } from '#lib/product/watch-overrides.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import { countStockAlerts } from '#lib/stock-alert/stock-alert.ts'

export type CountFields = Pick<Product, 'stock' | 'stock_by_size' | 'sizes'>

/** A correction of pieces: more or fewer (`add`), or how many can be sold now (`set`), by size or in all. */
export type StockCorrection = {
  readonly how: 'add' | 'set'
  readonly sizes: SizeCount
  readonly total?: number | undefined
}

/** Why pieces can't be corrected so. */
export type StockRefusal = 'nothing-changed' | 'below-zero'

/** Pieces as an override says them. */
type Pieces = Pick<Product, 'stock' | 'stock_by_size'>

export const NONE: ReservedStock = { stock: 0, preorder: 0 }

/**
 * Returns the pieces left of a size, or of the product if not counted by size. Negative if
 * oversold.
 */
export function leftOf(product: CountFields, taken: ReservedStock = NONE, size?: Size): number {
  const { stock, stock_by_size: bySize } = offeredPieces(product, piecesIn(taken))
  if (size === undefined || bySize === undefined) return stock - taken.stock
  return (bySize[size] ?? 0) - (taken.sizes?.[size] ?? 0)
}

// A product off sale still has stock.
function piecesIn({ override }: ReservedStock) {
  return override && { ...override, isOffSale: false }
}

export function countsSizes(product: CountFields, taken: ReservedStock = NONE): boolean {
  return offeredPieces(product, piecesIn(taken)).stock_by_size !== undefined
}

const correctCount = (left: number, by: number | undefined, how: 'add' | 'set') => {
  if (by === undefined) return left
  return how === 'add' ? left + by : by
}

// Keeps the sellable stock: the sum of the sizes is the product's offer.
function correctSizes(product: CountFields, taken: ReservedStock, change: StockCorrection) {
  const wasCounted = countsSizes(product, taken)
  const rows = product.sizes.map((size) => {
    const before = wasCounted ? leftOf(product, taken, size) : 0
    const left = correctCount(before, change.sizes[size], change.how)
    return { size, left, isRefused: left < 0 && left !== before }
  })
  if (rows.some(({ isRefused }) => isRefused)) return fail('below-zero')
  const bySize = rows.map(({ size, left }) => [
    size,
    Math.max(0, left + (taken.sizes?.[size] ?? 0)),
  ])
  const all = rows.reduce((sum, { left }) => sum + left, 0)
  const sizes: SizeCount = Object.fromEntries(bySize)
  return ok({ stock: Math.max(0, taken.stock + all), stock_by_size: sizes })
}

/** The pieces that an override says after a correction; the orders that took some meanwhile are counted. */
export function correctStock(
  product: CountFields,
  taken: ReservedStock,
  change: StockCorrection,
): Result<Pieces, StockRefusal> {
  const hasSizes = SIZES.some((size) => change.sizes[size] !== undefined)
  if (hasSizes) return correctSizes(product, taken, change)
  if (change.total === undefined || countsSizes(product, taken)) return fail('nothing-changed')
  const left = correctCount(leftOf(product, taken), change.total, change.how)
  return left < 0 ? fail('below-zero') : ok({ stock: taken.stock + left })
}

type ChangeResult<Code extends string> = Promise<
  Result<Override, Code | 'unknown-product' | 'no-reason'>
>

type StockInput = {
  readonly product: string
  readonly reason: string
  readonly context: OwnerContext
}

async function fileOf(id: string) {
  return (await findFileProducts()).find((product) => product.id === id)
}

function noteOf({ reason, context }: StockInput) {
  return { at: context.at.toISOString(), who: context.by, reason: reason.trim() }
}

function logChange(product: string, what: string, override: Override): void {
  noteOverride(product, override)
  log('stock-changed', { product, what })
}

/**
 * Corrects a product's stock with a reason. Other instances update within a minute. Throws
 * DatabaseUnavailable.
 */
export async function changeStock({
  change,
  ...correction
}: StockInput & { readonly change: StockCorrection }): ChangeResult<StockRefusal> {
  if (correction.reason.trim() === '') return fail('no-reason')
  const file = await fileOf(correction.product)
  if (!file) return fail('unknown-product')
  const changed = await changeOverride(correction.product, noteOf(correction), (taken) =>
    correctStock(file, taken, change),
  )
  if (changed.ok) logChange(correction.product, 'pieces', changed.data)
  return changed
}

/** Takes a product off sale, or puts it on sale again, with a reason. Throws DatabaseUnavailable. */
export async function changeSale({
  isOffSale,
  ...correction
}: StockInput & { readonly isOffSale: boolean }): ChangeResult<never> {
  if (correction.reason.trim() === '') return fail('no-reason')
  if (!(await fileOf(correction.product))) return fail('unknown-product')
  const changed = await changeOverride<never>(correction.product, noteOf(correction), () =>
    ok({ isOffSale }),
  )
  if (changed.ok) logChange(correction.product, isOffSale ? 'off-sale' : 'on-sale', changed.data)
  return changed
}

/** Pieces of one size, or of the whole product where `size` is missing. */
export type StockRow = {
  readonly size?: Size | undefined
  readonly held: number
  readonly sold: number
  readonly left: number
}

/** A product's pieces, as the owner sees them. */
export type ProductStock = {
  readonly id: string
  readonly title: string
  readonly sizes: readonly Size[]
  readonly isOffSale: boolean
  readonly isPreorder: boolean
  readonly preordered: number
  readonly limit?: number | undefined
  readonly rows: readonly StockRow[]
  readonly notes: readonly StockNote[]
  /** Pending stock alerts by size. */
  readonly waiting: ReadonlyMap<Size, number>
}

/** A product's pieces by size: what unpaid orders keep, what is sold, and what can be sold. */
export function stockOfProduct(
  product: Product,
  taken: ReservedStock,
  orders: readonly Order[],
): Omit<ProductStock, 'notes' | 'waiting'> {
  const moves = orders.filter(holdsReservation).flatMap(({ items }) => stockOf(items))
  const held = moves.filter(({ id }) => id === product.id)
  const sizes = countsSizes(product, taken) ? product.sizes : [undefined]
  return {
    id: product.id,
    title: product.title,
    sizes: product.sizes,
    isOffSale: taken.override?.isOffSale === true,
    isPreorder: isPreorderActive(product, new Date()),
    preordered: preorderedUnits(taken),
    limit: product.preorder_limit,
    rows: sizes.map((size) => {
      const kept = held.reduce(
        (sum, move) => sum + (size === undefined ? move.stock : (move.sizes[size] ?? 0)),
        0,
      )
      const all = size === undefined ? taken.stock : (taken.sizes?.[size] ?? 0)
      return { size, held: kept, sold: all - kept, left: leftOf(product, taken, size) }
    }),
  }
}

/**
 * Returns each product's stock, corrections and alerts. One query, then two reads and a count a
 * size per product. Throws DatabaseUnavailable.
 */
export async function readStock(): Promise<readonly ProductStock[]> {
  const products = await findFileProducts()
  const [taken, { orders }, notes, waiting] = await Promise.all([
    readReservedStock(products.map(({ id }) => id)),
    reservedOrders(),
    Promise.all(products.map(({ id }) => readStockNotes(id))),
    Promise.all(products.map(countStockAlerts)),
  ])
  return products.map((product, index) => ({
    ...stockOfProduct(product, taken.get(product.id) ?? NONE, orders),
    notes: notes[index] ?? [],
    waiting: waiting[index] ?? new Map(),
  }))
}

/**
 * Returns products with over a third held by unpaid orders. One query. Throws DatabaseUnavailable.
 */
export async function findHeldProducts(): Promise<readonly ReservedProduct[]> {
  const [{ orders }, products] = await Promise.all([reservedOrders(), findProducts()])
  return reservedProducts(orders, products)
}

/**
 * Ends a product's holds except while money is moving; orders stay payable. Returns their number,
 * or `unknown-product`.
 * Throws DatabaseUnavailable.
 */
export async function releaseHolds({
  product,
  context,
}: {
  readonly product: string
  readonly context: OwnerContext
}): Promise<Result<number, 'unknown-product'>> {
  const [{ orders }, products] = await Promise.all([reservedOrders(), findProducts()])
  if (!products.some(({ id }) => id === product)) return fail('unknown-product')
  const holding = orders.filter((order) => {
    const mayRelease = holdsReservation(order) && codeAttempt(order.payment) === undefined
    return mayRelease && order.items.some(({ id }) => id === product)
  })
  for (const { id } of holding) {
    const released = changeContext(context)
    await changeOrder(id, (stored) => expireReservation(stored, 'released-by-owner', released))
  }
  log('holds-released', { product, orders: holding.length })
  return ok(holding.length)
}

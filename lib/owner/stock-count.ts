import type { CountDifference } from '../order/stock-store.ts'
import type { SizeCount, ReservedStock } from '../order/stock.ts'
import type { Recount } from './recount.ts'
import { offeredPieces, type Product } from '../product/product.ts'
import { type Size, SIZES } from '../product/sizes.ts'
import { fail, ok, type Result } from '../result.ts'
import { formatTime } from '../time/taipei-time.ts'

/** A count by its counter and the path of its field, as the owner knows it. */
function countName({ counter, field }: Pick<CountDifference, 'counter' | 'field'>): string {
  const [kind = '', name = '', who = ''] = field.split('/', 3)
  if (counter === 'discounts') return kind === 'uses' ? '用掉的次數' : '一位會員用掉的次數'
  if (counter === 'newcomers') {
    const until = formatTime(new Date(name))
    if (who === 'released') return `原本保留到 ${until}、已經放回庫存的`
    return `${who === 'unverified' ? '還沒驗證信箱' : '還沒買過'}的帳號保留到 ${until} 的`
  }
  if (counter === 'to_make') return kind === 'days' ? `待製作（${name}）` : `待製作 ${name.trim()}`
  if (kind === 'preorder') return '已預購'
  return kind === 'sizes' ? `已訂 ${name}` : '已訂'
}

const amountText = ({ amount, fee }: { readonly amount: number; readonly fee: number }) =>
  fee === 0 ? `${amount} 元` : `${amount} 元、運費 ${0 - fee} 元`

/** What a comparison found and put right, a sentence each; nothing where all was right. */
export function countLines(counted: Omit<Recount, 'orders' | 'unsettled'>): readonly string[] {
  const { pieces, accounts, unfound, money, ownerless, unreadable } = counted
  return [
    ...pieces.map((one) => {
      const { stored, counted: right } = one
      if (one.counter === 'order_counters')
        return `${one.product} 這個小時的訂單編號：原本記到 ${stored}，依訂單改為 ${right}。`
      const unit = one.counter === 'discounts' ? '次' : '件'
      return `「${one.title}」${countName(one)}：原本記成 ${stored} ${unit}，依訂單改為 ${right} ${unit}。`
    }),
    ...accounts.map((order) =>
      order === ''
        ? '有一個帳號的下單限制算進了不存在的訂單，已依訂單改正。'
        : `${order} 的買家：下單限制（最近的訂單、未付款的訂單、保留的件數）和訂單不同，已依訂單改正。`,
    ),
    ...unfound.map((order) => `${order}：搜尋用的資料和訂單不同，已經重建。`),
    ...money.map(
      (one) =>
        `${one.orderNumber}：帳上原本是 ${amountText(one.stored)}，依訂單改為 ${amountText(one.counted)}。`,
    ),
    ...ownerless.map((id) => `帳上有一筆找不到訂單的款項（文件 ${id}），沒有更動，請核對。`),
    ...(unreadable.length === 0
      ? []
      : [`有 ${unreadable.length} 筆訂單讀不出來，所以這次沒有核對件數。`]),
  ]
}

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

const NONE: ReservedStock = { stock: 0, preorder: 0 }

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

import { HANDLING_DAYS } from '../company/company.ts'
import { formatDay } from '../time/taipei-time.ts'

/** Shipping promise: the day of its pre-order (YYYY-MM-DD), or nothing for stock. */
export type PromiseFields = {
  readonly preorder?: { readonly shipsAbout?: string | undefined } | undefined
}

const IN_STOCK = `約 ${HANDLING_DAYS.from}–${HANDLING_DAYS.to} 個工作天出貨`

// The day on which the last of the pre-orders ships; days as YYYY-MM-DD sort as texts.
function lastDay(items: readonly PromiseFields[]): string | undefined {
  return items
    .flatMap(({ preorder }) => preorder?.shipsAbout ?? [])
    .toSorted()
    .at(-1)
}

/** Promise of a pre-ordered line, such as 預購・預計 2027年3月31日前後出貨; undefined for stock. */
export function preorderPromise({ preorder }: PromiseFields): string | undefined {
  if (!preorder) return undefined
  const { shipsAbout } = preorder
  return shipsAbout === undefined ? '預購' : `預購・預計 ${formatDay(shipsAbout)}前後出貨`
}

/** When a line ships, in words; what is in stock waits for the pre-orders of the same order. */
export function linePromise(item: PromiseFields, items: readonly PromiseFields[]): string {
  const isMixed = items.some(({ preorder }) => preorder !== undefined)
  return preorderPromise(item) ?? (isMixed ? '現貨・與預購商品一起出貨' : `現貨・${IN_STOCK}`)
}

/** When all of an order with a pre-order ships, such as 整筆訂單預計 2027年3月31日前後一起出貨; nothing for an order without one. */
export function orderPromise(items: readonly PromiseFields[]): string | undefined {
  const day = lastDay(items)
  return day === undefined ? undefined : `整筆訂單預計 ${formatDay(day)}前後一起出貨`
}

/** When an order ships, in a few words: of its pre-orders the last day, else the days that something in stock takes. */
export function shipsWhen(items: readonly PromiseFields[]): string {
  const day = lastDay(items)
  return day === undefined ? IN_STOCK : `預計 ${formatDay(day)}前後出貨`
}

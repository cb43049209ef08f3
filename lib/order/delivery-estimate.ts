import { handlingWords } from '#lib/company/closing.ts'
import { openDay } from '#lib/company/open-day.ts'
import { hasPassed } from '#lib/product/availability.ts'
import { formatDay } from '#lib/time/taipei-time.ts'
import type { OrderItem } from './order-item.ts'

/** Whether a line takes units of the pre-order, and none of the stock. */
export function takesPreorder({ preorder }: Pick<OrderItem, 'preorder'>): boolean {
  return preorder !== undefined && preorder.fromStock !== true
}

/** The same line, with its units from the stock. */
export function fromStock<Line extends Pick<OrderItem, 'preorder'>>(line: Line): Line {
  return takesPreorder(line) ? { ...line, preorder: { ...line.preorder, fromStock: true } } : line
}

/** Whether a line still waits for goods that are not here. */
export function isAwaited({ preorder }: Pick<OrderItem, 'preorder'>): boolean {
  return preorder !== undefined && preorder.isHere !== true
}

/** Shipping promise: the day of its pre-order (YYYY-MM-DD), or nothing for stock. */
export type PromiseFields = Pick<OrderItem, 'preorder'>

type Whole = { readonly day: string; readonly isUnsettled: boolean }

// The last of the promised days, on which all ships together; one that passed unanswered unsettles
// them all. Days as YYYY-MM-DD sort as texts.
function wholeOf(items: readonly PromiseFields[], now: Date): Whole | undefined {
  const days = items
    .filter(isAwaited)
    .flatMap(({ preorder }) => preorder?.shipsAbout ?? [])
    .map((day) => openDay(day))
    .toSorted()
  const day = days.at(-1)
  return day === undefined
    ? undefined
    : { day, isUnsettled: days.some((one) => hasPassed(one, now)) }
}

// A day that passed unanswered is told as what it was, never promised.
function dayLabel({ day, isUnsettled }: Whole): string {
  return isUnsettled
    ? `原訂 ${formatDay(day)}前後出貨，新的日期確認中`
    : `預計 ${formatDay(day)}前後出貨`
}

/** Promise of a line that is not here, such as 預購・預計 2027年3月31日前後出貨, or undefined for stock. */
export function preorderPromise({ preorder }: PromiseFields, now = new Date()): string | undefined {
  if (!preorder) return undefined
  if (preorder.isHere) return `貨到了・${handlingWords(now)}`
  const { fromStock } = preorder
  const shipsAbout = preorder.shipsAbout && openDay(preorder.shipsAbout)
  const day =
    shipsAbout === undefined
      ? ''
      : dayLabel({ day: shipsAbout, isUnsettled: hasPassed(shipsAbout, now) })
  return [fromStock ? '' : '預購', day].filter(Boolean).join('・')
}

/** When a line ships, as text; what is in stock waits for the others of the same order. */
export function linePromise(
  item: PromiseFields,
  items: readonly PromiseFields[],
  now = new Date(),
): string {
  const isMixed = items.some(isAwaited)
  const isHere = !isAwaited(item)
  if (isHere && isMixed)
    return item.preorder ? '貨到了・與其他預購商品一起出貨' : '現貨・與預購商品一起出貨'
  return (
    preorderPromise(item, now) ??
    (isMixed ? '現貨・與預購商品一起出貨' : `現貨・${handlingWords(now)}`)
  )
}

/** When all of an order with a pre-order ships, such as 整筆訂單預計 2027年3月31日前後一起出貨, or undefined for an order without one. */
export function orderPromise(
  items: readonly PromiseFields[],
  now = new Date(),
): string | undefined {
  const whole = wholeOf(items, now)
  if (whole === undefined) return undefined
  const day = formatDay(whole.day)
  return whole.isUnsettled
    ? `整筆訂單原訂 ${day}前後一起出貨，新的日期確認中，確定後會寫信給您`
    : `整筆訂單預計 ${day}前後一起出貨`
}

/** When an order ships, in a few words: of its pre-orders the last day, else the days that something in stock takes. */
export function shipsWhen(items: readonly PromiseFields[], now = new Date()): string {
  const whole = wholeOf(items, now)
  return whole === undefined ? handlingWords(now) : dayLabel(whole)
}

import { DELIVERY_FEE, FREE_DELIVERY_FROM } from '#lib/company/purchase-terms.ts'

/** Unit price in whole TWD and units of a line; `reduction` is what was taken off the whole line. */
export type PricedLine = {
  readonly price: number
  readonly quantity: number
  readonly reduction?: number | undefined
}

/** A line of any kind with what was taken off it, where something was. */
export type Reduced<Line> = Omit<Line, 'reduction'> & Pick<PricedLine, 'reduction'>

/** What takes something off an order: a code, an offer of the shop, or the owner by hand. */
export const REDUCTION_KINDS = ['code', 'offer', 'hand'] as const

/** What was taken off an order, in whole TWD: off its lines, and off its delivery. */
export type Reduction = {
  readonly kind: (typeof REDUCTION_KINDS)[number]
  /** The code, the offer's title, or the owner's reason. */
  readonly name: string
  readonly goods: number
  readonly delivery: number
}

/** Breakdown in whole TWD: lines at their prices, what was taken off, delivery, total. */
export type PriceBreakdown = {
  readonly lines: number
  readonly reductions: readonly Reduction[]
  readonly shipping: number
  readonly total: number
}

/** Returns what is paid for the goods of a breakdown, in whole TWD, without delivery. */
export function goodsPaid({ shipping, total }: PriceBreakdown): number {
  return total - shipping
}

/** Returns the sum of one line in whole TWD at its price, before what was taken off. */
export function lineTotal({ price, quantity }: PricedLine): number {
  return price * quantity
}

/** Returns what is paid for one line in whole TWD: its price without what was taken off. */
export function linePaid({ price, quantity, reduction = 0 }: PricedLine): number {
  return price * quantity - reduction
}

/**
 * What is paid for `count` units of a line after the first `before`, in whole TWD. Parts that follow
 * each other add up to what is paid for the line, to the dollar.
 */
export function unitsPaid(line: PricedLine, count: number, before = 0): number {
  const { quantity } = line
  const upTo = (units: number) =>
    Math.floor((linePaid(line) * Math.min(units, quantity)) / quantity)
  return upTo(before + count) - upTo(before)
}

/** The first `count` units of a line and the others, each with its part of what was taken off. */
export function splitLine<Line extends PricedLine>(
  line: Line,
  count: number,
): { readonly first: Reduced<Line>; readonly rest: Reduced<Line> } {
  const { price, quantity, reduction = 0 } = line
  const own = price * count - unitsPaid(line, count)
  return {
    first: withReduction({ ...line, quantity: count }, own),
    rest: withReduction({ ...line, quantity: quantity - count }, reduction - own),
  }
}

/** The same line with so much taken off it in all; nothing is left out. */
export function withReduction<Line extends PricedLine>(
  line: Line,
  reduction: number,
): Reduced<Line> {
  const { reduction: _reduction, ...rest } = line
  return reduction === 0 ? rest : { ...rest, reduction }
}

/** Returns the delivery fee of goods for which so much is paid. */
export function deliveryFee(lines: number): number {
  return lines === 0 || lines >= FREE_DELIVERY_FROM ? 0 : DELIVERY_FEE
}

/** Returns the breakdown of the lines with delivery; zero for no lines. */
export function priceBreakdown(priced: readonly PricedLine[]): PriceBreakdown {
  const lines = priced.reduce((sum, line) => sum + lineTotal(line), 0)
  const shipping = deliveryFee(lines)
  return { lines, reductions: [], shipping, total: lines + shipping }
}

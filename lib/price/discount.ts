import {
  deliveryFee,
  linePaid,
  type Reduced,
  withReduction,
  lineTotal,
  type PriceBreakdown,
  type PricedLine,
  type Reduction,
} from './price.ts'

/** What a code gives: whole TWD off the goods, per cent off the goods, or delivery. */
export const CODE_GIFTS = ['amount', 'percent', 'free-delivery'] as const
export type CodeGift = (typeof CODE_GIFTS)[number]

/** The terms by which a code changes a price; amounts in whole TWD. */
export type CodeTerms = {
  readonly code: string
  readonly gives: CodeGift
  /** TWD or per cent; 0 for delivery. */
  readonly value: number
  /** The goods that it is for must cost so much together; 0 for any. */
  readonly from: number
  /** The ids of the products that it is for; without, all. */
  readonly products?: readonly string[] | undefined
}

/** A line with its product, as a price is made of. */
export type OfferedLine = PricedLine & { readonly id: string }

/** Why a code takes nothing off a cart. `missing` is in whole TWD. */
export type CodeMisfit =
  | { readonly why: 'not-for-these' }
  | { readonly why: 'free-already' }
  | { readonly why: 'below-threshold'; readonly missing: number }
  | { readonly why: 'too-small'; readonly missing: number }

/**
 * Splits an amount among weights, in whole numbers that add up to it: by largest remainder, the
 * earlier first where two are equal. No part is larger than its weight while the amount is not larger
 * than their sum (rule 1261).
 */
export function allocate(amount: number, weights: readonly number[]): readonly number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  if (sum === 0) return weights.map(() => 0)
  const parts = weights.map((weight, index) => {
    const exact = amount * weight
    return { index, whole: Math.floor(exact / sum), remainder: exact % sum }
  })
  const left = parts.reduce((rest, { whole }) => rest - whole, amount)
  const largest = parts.toSorted(
    (one, other) => other.remainder - one.remainder || one.index - other.index,
  )
  const more = new Set(largest.slice(0, left).map(({ index }) => index))
  return parts.map(({ index, whole }) => whole + (more.has(index) ? 1 : 0))
}

/** Takes an amount off lines by what is paid for them, as far as `isFor` says so (rule 1261). */
export function takeOff<Line extends PricedLine>(
  lines: readonly Line[],
  amount: number,
  isFor: (line: Line) => boolean = () => true,
): readonly Reduced<Line>[] {
  const weights = lines.map((line) => (isFor(line) ? linePaid(line) : 0))
  const parts = allocate(amount, weights)
  return lines.map((line, index) => {
    return withReduction(line, (line.reduction ?? 0) + (parts[index] ?? 0))
  })
}

const isCodeFor =
  ({ products }: CodeTerms) =>
  ({ id }: { readonly id: string }) =>
    products === undefined || products.includes(id)

// What is paid for the goods of a code before it takes anything off.
function goodsOf(lines: readonly OfferedLine[], terms: CodeTerms): number {
  return lines.filter(isCodeFor(terms)).reduce((sum, line) => sum + linePaid(line), 0)
}

/** Why a code takes nothing off these lines; nothing where it does. */
export function codeMisfit(
  lines: readonly OfferedLine[],
  terms: CodeTerms,
  delivery: number,
): CodeMisfit | undefined {
  const goods = goodsOf(lines, terms)
  if (goods === 0) return { why: 'not-for-these' }
  if (goods < terms.from) return { why: 'below-threshold', missing: terms.from - goods }
  if (terms.gives === 'free-delivery') return delivery === 0 ? { why: 'free-already' } : undefined
  // Something is always left to pay: no provider takes a payment of nothing.
  if (terms.gives === 'amount' && goods <= terms.value) {
    return { why: 'too-small', missing: terms.value - goods + 1 }
  }
  if (reductionOf(goods, terms) > 0) return undefined
  return { why: 'too-small', missing: Math.ceil(100 / terms.value) - goods }
}

// Rounded down, in whole TWD.
function reductionOf(goods: number, { gives, value }: CodeTerms): number {
  if (gives === 'amount') return value
  return gives === 'percent' ? Math.floor((goods * value) / 100) : 0
}

/** Lines with what was taken off each, what took it, and what all comes to. */
export type PricedCart<Line> = {
  readonly lines: readonly Reduced<Line>[]
  readonly breakdown: PriceBreakdown
}

/**
 * Prices lines with a code: the one place where a reduction is made and split among lines (rule 1260).
 * A code that takes nothing off changes nothing.
 */
export function priceCart<Line extends OfferedLine>(
  lines: readonly Line[],
  code?: CodeTerms,
): PricedCart<Line> {
  const sum = lines.reduce((total, line) => total + lineTotal(line), 0)
  const fee = deliveryFee(sum)
  const reductions: Reduction[] = []
  let priced: readonly Reduced<Line>[] = lines
  if (code && codeMisfit(lines, code, fee) === undefined) {
    const goods = reductionOf(goodsOf(lines, code), code)
    priced = takeOff(lines, goods, isCodeFor(code))
    const delivery = code.gives === 'free-delivery' ? fee : 0
    reductions.push({ kind: 'code', name: code.code, goods, delivery })
  }
  return { lines: priced, breakdown: breakdownOf(sum, fee, reductions) }
}

function breakdownOf(lines: number, fee: number, reductions: readonly Reduction[]): PriceBreakdown {
  const off = (of: 'goods' | 'delivery') => reductions.reduce((sum, one) => sum + one[of], 0)
  const shipping = fee - off('delivery')
  return { lines, reductions, shipping, total: lines - off('goods') + shipping }
}

/** A code as it is meant: capital letters and digits, without the blanks and full-width signs of a keyboard. */
export function typedCode(text: string): string {
  return text.normalize('NFKC').replaceAll(/\s/g, '').toUpperCase()
}

/** The form of a code. */
export const CODE_FORM = /^[A-Z\d](?:-?[A-Z\d]){3,19}$/

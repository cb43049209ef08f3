import { allocate, sumOf } from './allocate.ts'
import {
  goodsFor,
  type GoodsTaken,
  isReached,
  type OfferedLine,
  type OfferTerms,
  takenByOffers,
  weightsFor,
} from './offers.ts'
import {
  deliveryFee,
  lineTotal,
  type PriceBreakdown,
  type Reduced,
  type Reduction,
  withReduction,
} from './price.ts'

const goodsOff = ({ reductions }: Pick<GoodsTaken, 'reductions'>) =>
  sumOf(reductions.map(({ goods }) => goods))

// Delivery is free by what is left to pay for the goods.
const feeAfter = (lines: readonly OfferedLine[], taken: GoodsTaken) =>
  deliveryFee(sumOf(lines.map(lineTotal)) - goodsOff(taken))

/** The offer that makes the delivery of a cart free, or undefined if its `fee` is none. */
function freeDelivery(
  lines: readonly OfferedLine[],
  offers: readonly OfferTerms[],
  fee: number,
): Reduction | undefined {
  if (fee === 0) return undefined
  const found = offers.find(
    (terms) => terms.gives === 'free-delivery' && isReached(goodsFor(lines, terms), terms),
  )
  return found && { kind: 'offer', name: found.title, goods: 0, delivery: fee }
}

const NOTHING_TAKEN = (lines: readonly OfferedLine[]): GoodsTaken => ({
  taken: lines.map(() => 0),
  reductions: [],
})

// What is saved by a reduction of goods, less the delivery that is no longer free for it.
function savedBy(
  lines: readonly OfferedLine[],
  offers: readonly OfferTerms[],
  taken: GoodsTaken,
): number {
  const toPay = (goodsTaken: GoodsTaken) => {
    const fee = feeAfter(lines, goodsTaken)
    return fee - (freeDelivery(lines, offers, fee)?.delivery ?? 0)
  }
  return goodsOff(taken) + toPay(NOTHING_TAKEN(lines)) - toPay(taken)
}

// Offers that nobody can decline never make a cart dearer: then it stays at its prices.
function bestOffers(lines: readonly OfferedLine[], offers: readonly OfferTerms[]): GoodsTaken {
  const taken = takenByOffers(lines, offers)
  return savedBy(lines, offers, taken) > 0 ? taken : NOTHING_TAKEN(lines)
}

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

/** Why a code takes nothing off a cart. `missing` is in whole TWD. */
export type CodeMisfit =
  | { readonly why: 'not-for-these' }
  | { readonly why: 'free-already' | 'offer-better' | 'no-cheaper' }
  | { readonly why: 'below-threshold'; readonly missing: number }
  | { readonly why: 'too-small'; readonly missing: number }

/** Why a code takes nothing off these lines beside the offers that run, or undefined if it does. */
export function codeMisfit(
  lines: readonly OfferedLine[],
  terms: CodeTerms,
  offers: readonly OfferTerms[],
): CodeMisfit | undefined {
  const goods = sumOf(weightsFor(lines, terms))
  if (goods === 0) return { why: 'not-for-these' }
  if (goods < terms.from) return { why: 'below-threshold', missing: terms.from - goods }
  if (terms.gives === 'free-delivery') {
    const fee = feeAfter(lines, bestOffers(lines, offers))
    return fee === 0 || freeDelivery(lines, offers, fee) ? { why: 'free-already' } : undefined
  }
  // Something is always left to pay: no provider takes a payment of nothing.
  if (terms.gives === 'amount' && goods <= terms.value) {
    return { why: 'too-small', missing: terms.value - goods + 1 }
  }
  const off = reductionOf(goods, terms)
  if (off === 0) return { why: 'too-small', missing: Math.ceil(100 / terms.value) - goods }
  const offered = savedBy(lines, offers, bestOffers(lines, offers))
  if (savedBy(lines, offers, takenByCode(lines, terms)) > offered) return undefined
  return { why: offered > 0 ? 'offer-better' : 'no-cheaper' }
}

// Rounded down, in whole TWD.
function reductionOf(goods: number, { gives, value }: CodeTerms): number {
  switch (gives) {
    case 'amount':
      return value
    case 'percent':
      return Math.floor((goods * value) / 100)
    case 'free-delivery':
      return 0
  }
}

/** Lines with what was taken off each, what took it, and what all comes to. */
export type PricedCart<Line> = {
  readonly lines: readonly Reduced<Line>[]
  readonly breakdown: PriceBreakdown
}

/** What may change the price of a cart: the offers that run, and a code. */
export type PriceTerms = {
  readonly offers: readonly OfferTerms[]
  readonly code?: CodeTerms | undefined
}

/**
 * Prices lines, whatever was taken off them before: the one place where a reduction is made and split
 * among lines. Off the goods goes what a code gives or what the offers give, whichever
 * leaves less to pay; delivery is free by the sum after that, or where either makes it free.
 */
export function priceCart<Line extends OfferedLine>(
  given: readonly Line[],
  { offers, code }: PriceTerms,
): PricedCart<Line> {
  const plain = given.map(({ id, price, quantity }) => ({ id, price, quantity }))
  const gross = sumOf(plain.map(lineTotal))
  const used = code && codeMisfit(plain, code, offers) === undefined ? code : undefined
  const isForGoods = used !== undefined && used.gives !== 'free-delivery'
  const off = isForGoods ? takenByCode(plain, used) : bestOffers(plain, offers)
  const { taken, reductions } = off
  const fee = feeAfter(plain, off)
  const own = used && !isForGoods ? codeReduction(used, 0, fee) : undefined
  const free = freeDelivery(plain, offers, fee) ?? own
  const all = free ? [...reductions, free] : reductions
  const shipping = fee - (free?.delivery ?? 0)
  const total = gross - goodsOff({ reductions }) + shipping
  return {
    lines: given.map((line, at) => withReduction(line, taken[at] ?? 0)),
    breakdown: { lines: gross, reductions: all, shipping, total },
  }
}

function codeReduction({ code: name }: CodeTerms, goods: number, delivery: number): Reduction {
  return { kind: 'code', name, goods, delivery }
}

function takenByCode(lines: readonly OfferedLine[], code: CodeTerms): GoodsTaken {
  const weights = weightsFor(lines, code)
  const off = reductionOf(sumOf(weights), code)
  return { taken: allocate(off, weights), reductions: [codeReduction(code, off, 0)] }
}

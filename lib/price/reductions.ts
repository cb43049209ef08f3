import { formatDay } from '../time/taipei-time.ts'
import {
  deliveryFee,
  linePaid,
  lineTotal,
  type PricedLine,
  type Reduced,
  type Reduction,
  withReduction,
  type PriceBreakdown,
  formatPrice,
} from './price.ts'

/** What an offer gives: pieces together at one price, per cent or whole TWD off the goods, or delivery. */
export const OFFER_GIFTS = ['bundle', 'percent', 'amount', 'free-delivery'] as const
export type OfferGift = (typeof OFFER_GIFTS)[number]

/** The terms by which an offer changes a price; amounts in whole TWD. */
export type OfferTerms = {
  /** As shoppers, invoices and books name it. */
  readonly title: string
  readonly gives: OfferGift
  /** What a bundle costs, or what is taken off in per cent or TWD; 0 for delivery. */
  readonly amount: number
  /** The pieces of a bundle, or the fewest that it begins with; 0 for any. */
  readonly pieces: number
  /** The goods that it is for must cost so much together at their prices; 0 for any. */
  readonly minimum: number
  /** The ids of the products that it is for; without, all. */
  readonly products?: readonly string[] | undefined
  /** The goods in words; empty for all. */
  readonly goods: string
  /** Its last day in Taipei (YYYY-MM-DD); without, it stays. */
  readonly ends?: string | undefined
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

/** A line with its product, as a price is made of. */
export type OfferedLine = PricedLine & { readonly id: string }

/**
 * Splits an amount among weights, in whole numbers that add up to it: each part rounded down, and the
 * last one takes the rest, as far as its weight; what is more goes to the one before. No part is
 * larger than its weight while the amount is not larger than their sum.
 */
export function allocate(amount: number, weights: readonly number[]): readonly number[] {
  const sum = sumOf(weights)
  if (sum === 0) return weights.map(() => 0)
  const parts = weights.map((weight) => Math.floor((amount * weight) / sum))
  let rest = amount - sumOf(parts)
  return parts
    .toReversed()
    .map((part, at) => {
      const weight = weights.at(-1 - at) ?? 0
      const room = amount <= sum ? weight - part : Math.sign(weight) * rest
      const more = Math.min(rest, room)
      rest -= more
      return part + more
    })
    .toReversed()
}

/** Takes an amount off lines by what is paid for them, in whole TWD. */
export function takeOff<Line extends PricedLine>(
  lines: readonly Line[],
  amount: number,
): readonly Reduced<Line>[] {
  const parts = allocate(amount, lines.map(linePaid))
  return lines.map((line, index) => {
    return withReduction(line, (line.reduction ?? 0) + (parts[index] ?? 0))
  })
}

/**
 * What each line costs that terms with these products are for. Other lines weigh nothing, and neither
 * does one of which something was taken off: nothing is reduced twice.
 */
export function weightsFor(
  lines: readonly OfferedLine[],
  { products }: Pick<OfferTerms, 'products'>,
): readonly number[] {
  const isFor = ({ id, reduction = 0 }: OfferedLine) =>
    reduction === 0 && isForProduct({ products }, id)
  return lines.map((line) => (isFor(line) ? lineTotal(line) : 0))
}

/** Whether terms are for a product: without products they are for all. */
export function isForProduct({ products }: Pick<OfferTerms, 'products'>, id: string): boolean {
  return products === undefined || products.includes(id)
}

/** The pieces and the price of the goods in a cart that an offer is for. */
function goodsFor(lines: readonly OfferedLine[], terms: OfferTerms) {
  const weights = weightsFor(lines, terms)
  const pieces = lines.map(({ quantity }, at) => ((weights[at] ?? 0) > 0 ? quantity : 0))
  return { weights, pieces: sumOf(pieces), price: sumOf(weights) }
}

type Saving = { readonly off: number; readonly weights: readonly number[] }

// Sets are made of the dearest pieces first, as long as one saves something: no other sets save more.
function bundleSaving(lines: readonly OfferedLine[], terms: OfferTerms): Saving {
  const { weights: fitting } = goodsFor(lines, terms)
  const pieces = lines
    .flatMap(({ price, quantity }, at) =>
      (fitting[at] ?? 0) > 0 ? Array.from({ length: quantity }, () => ({ at, price })) : [],
    )
    .toSorted((one, other) => other.price - one.price || one.at - other.at)
  const weights = lines.map(() => 0)
  let off = 0
  for (let begin = 0; begin + terms.pieces <= pieces.length; begin += terms.pieces) {
    const set = pieces.slice(begin, begin + terms.pieces)
    const saved = sumOf(set.map(({ price }) => price)) - terms.amount
    if (saved <= 0) break
    off += saved
    for (const { at, price } of set) weights[at] = (weights[at] ?? 0) + price
  }
  return { off, weights }
}

function isReached(goods: { readonly pieces: number; readonly price: number }, terms: OfferTerms) {
  return goods.pieces > 0 && goods.pieces >= terms.pieces && goods.price >= terms.minimum
}

// Per cent are rounded down, in whole TWD.
function goodsSaving(lines: readonly OfferedLine[], terms: OfferTerms): Saving {
  if (terms.gives === 'bundle') return bundleSaving(lines, terms)
  const { weights, ...goods } = goodsFor(lines, terms)
  if (!isReached(goods, terms) || terms.gives === 'free-delivery') return { off: 0, weights }
  const off =
    terms.gives === 'percent' ? Math.floor((goods.price * terms.amount) / 100) : terms.amount
  // Something is always left to pay.
  return { off: off < goods.price ? off : 0, weights }
}

/** What was taken off each of some lines, in whole TWD, and what took it. */
export type GoodsTaken = {
  readonly taken: readonly number[]
  readonly reductions: readonly Reduction[]
}

/** What offers take off lines at their prices; a line is part of one offer at most. */
export function takenByOffers(
  lines: readonly OfferedLine[],
  offers: readonly OfferTerms[],
): GoodsTaken {
  const reductions: Reduction[] = []
  let taken: readonly number[] = lines.map(() => 0)
  for (const terms of offers) {
    const left = lines.map((line, at) => ({ ...line, reduction: taken[at] ?? 0 }))
    const { off, weights } = goodsSaving(left, terms)
    if (off > 0) {
      const parts = allocate(off, weights)
      taken = taken.map((before, at) => before + (parts[at] ?? 0))
      reductions.push({ kind: 'offer', name: terms.title, goods: off, delivery: 0 })
    }
  }
  return { taken, reductions }
}

const goodsOff = ({ reductions }: Pick<GoodsTaken, 'reductions'>) =>
  sumOf(reductions.map(({ goods }) => goods))

// Delivery is free by what is left to pay for the goods.
const feeAfter = (lines: readonly OfferedLine[], taken: GoodsTaken) =>
  deliveryFee(sumOf(lines.map(lineTotal)) - goodsOff(taken))

/** The offer that makes the delivery of a cart free; nothing where its `fee` is none. */
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
  const toPay = (one: GoodsTaken) => {
    const fee = feeAfter(lines, one)
    return fee - (freeDelivery(lines, offers, fee)?.delivery ?? 0)
  }
  return goodsOff(taken) + toPay(NOTHING_TAKEN(lines)) - toPay(taken)
}

// Offers that nobody can decline never make a cart dearer: then it stays at its prices.
function bestOffers(lines: readonly OfferedLine[], offers: readonly OfferTerms[]): GoodsTaken {
  const taken = takenByOffers(lines, offers)
  return savedBy(lines, offers, taken) > 0 ? taken : NOTHING_TAKEN(lines)
}

/** What a cart lacks for an offer: pieces, or goods for so many TWD. */
export type OfferMissing =
  | { readonly pieces: number; readonly price?: undefined }
  | { readonly price: number; readonly pieces?: undefined }

/**
 * What a cart with goods of an offer lacks for it; nothing where it has it, where it has none of
 * these goods, and where delivery is free already: its `fee` without this offer is none.
 */
export function offerMissing(
  lines: readonly OfferedLine[],
  terms: OfferTerms,
  fee = deliveryFee(sumOf(lines.map(lineTotal))),
): OfferMissing | undefined {
  const goods = goodsFor(lines, terms)
  if (goods.pieces === 0) return undefined
  if (terms.gives === 'free-delivery' && fee === 0) return undefined
  if (goods.pieces < terms.pieces) return { pieces: terms.pieces - goods.pieces }
  return goods.price < terms.minimum ? { price: terms.minimum - goods.price } : undefined
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

/** Why a code takes nothing off these lines beside the offers that run; nothing where it does. */
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
  if (gives === 'amount') return value
  return gives === 'percent' ? Math.floor((goods * value) / 100) : 0
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

function conditionWords({ pieces, minimum }: OfferTerms): string {
  const some = pieces > 1 ? `買 ${pieces} 件以上` : ''
  return some + (minimum > 0 ? `滿 ${formatPrice(minimum)} ` : '')
}

/** What an offer gives for which goods, such as 「旅見 T 恤」任 2 件 NT$2,800. */
export function offerWords(terms: OfferTerms): string {
  const { gives, goods, amount, pieces } = terms
  const what = goods || '全店'
  switch (gives) {
    case 'bundle':
      return `${what}任 ${pieces} 件 ${formatPrice(amount)}`
    case 'percent': {
      // As shops in Taiwan say it: 15 per cent off are 85 折, 10 per cent 9 折.
      const left = 100 - amount
      return `${what}${conditionWords(terms)}打 ${left % 10 === 0 ? left / 10 : left} 折`
    }
    case 'amount':
      return `${what}${conditionWords(terms)}折 ${formatPrice(amount)}`
    case 'free-delivery':
      return `${what}${conditionWords(terms)}免運費`
  }
}

/** Until when an offer runs; empty where it stays. */
export function offerDays({ ends }: OfferTerms): string {
  return ends === undefined ? '' : `到 ${formatDay(ends)}為止`
}

/** An offer in one line, with its last day. */
export function offerLine(terms: OfferTerms): string {
  return [`${terms.title}：${offerWords(terms)}`, offerDays(terms)].filter(Boolean).join('，')
}

/** What a cart lacks for an offer, in one sentence; nothing where it lacks nothing. */
export function offerHint(
  lines: readonly OfferedLine[],
  terms: OfferTerms,
  fee?: number,
): string | undefined {
  const missing = offerMissing(lines, terms, fee)
  if (!missing) return undefined
  const { pieces, price } = missing
  const morePieces = pieces === 1 ? '再一件' : `再 ${pieces} 件`
  const more = price === undefined ? morePieces : `再買 ${formatPrice(price)} `
  return `${more}就有「${terms.title}」：${offerWords(terms)}。`
}

/** How offers and codes go together. */
export const OFFER_AND_CODE = '優惠與折扣碼不併用，結帳時自動用總計比較便宜的；免運費可以同時有。'

/** What took something off, as a buyer knows it. */
export function reductionName({ kind, name }: Pick<Reduction, 'kind' | 'name'>): string {
  switch (kind) {
    case 'code':
      return `折扣碼 ${name}`
    case 'offer':
      return name
    case 'hand':
      return '折讓'
  }
}

/** The same as the owner knows it, with the reason of what was let go by hand. */
export function ownerReductionName(reduction: Reduction): string {
  const { kind, name } = reduction
  return kind === 'hand' ? `折讓（${name}）` : reductionName(reduction)
}

/** How much it took off, in words: an amount, or the delivery. */
export function reductionText({ goods, delivery }: Reduction): string {
  const amount = goods === 0 ? '' : `−${formatPrice(goods)}`
  return [amount, delivery === 0 ? '' : '免運費'].filter(Boolean).join('、')
}

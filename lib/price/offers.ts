import { allocate, sumOf } from './allocate.ts'
import { deliveryFee, lineTotal, type PricedLine, type Reduction } from './price.ts'

/** What an offer gives: units together at one price, per cent or whole TWD off the goods, or delivery. */
export const OFFER_GIFTS = ['bundle', 'percent', 'amount', 'free-delivery'] as const

export type OfferGift = (typeof OFFER_GIFTS)[number]

/** The terms by which an offer changes a price; amounts in whole TWD. */
export type OfferTerms = {
  /** As shoppers, invoices and books name it. */
  readonly title: string
  readonly gives: OfferGift
  /** What a bundle costs, or what is taken off in per cent or TWD; 0 for delivery. */
  readonly amount: number
  /** The units of a bundle, or the fewest that it begins with; 0 for any. */
  readonly units: number
  /** The goods that it is for must cost so much together at their prices; 0 for any. */
  readonly minimum: number
  /** The ids of the products that it is for; without, all. */
  readonly products?: readonly string[] | undefined
  /** The goods as text; empty for all. */
  readonly goods: string
  /** Its last day in Taipei (YYYY-MM-DD); without, it stays. */
  readonly ends?: string | undefined
}

/** A line with its product, as a price is made of. */
export type OfferedLine = PricedLine & { readonly id: string }

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

/** The units and the price of the goods in a cart that an offer is for. */
export function goodsFor(lines: readonly OfferedLine[], terms: OfferTerms) {
  const weights = weightsFor(lines, terms)
  const units = lines.map(({ quantity }, at) => ((weights[at] ?? 0) > 0 ? quantity : 0))
  return { weights, units: sumOf(units), price: sumOf(weights) }
}

type Saving = { readonly off: number; readonly weights: readonly number[] }

// Sets are made of the dearest units first, as long as one saves something: no other sets save more.
function bundleSaving(lines: readonly OfferedLine[], terms: OfferTerms): Saving {
  const { weights: fitting } = goodsFor(lines, terms)
  const units = lines
    .flatMap(({ price, quantity }, at) =>
      (fitting[at] ?? 0) > 0 ? Array.from({ length: quantity }, () => ({ at, price })) : [],
    )
    .toSorted((a, b) => b.price - a.price || a.at - b.at)
  const weights = lines.map(() => 0)
  let off = 0
  for (let begin = 0; begin + terms.units <= units.length; begin += terms.units) {
    const set = units.slice(begin, begin + terms.units)
    const saved = sumOf(set.map(({ price }) => price)) - terms.amount
    if (saved <= 0) break
    off += saved
    for (const { at, price } of set) weights[at] = (weights[at] ?? 0) + price
  }
  return { off, weights }
}

export function isReached(
  goods: { readonly units: number; readonly price: number },
  terms: OfferTerms,
) {
  return goods.units > 0 && goods.units >= terms.units && goods.price >= terms.minimum
}

// Per cent are rounded down, in whole TWD.
function amountOff({ gives, amount }: OfferTerms, price: number): number {
  switch (gives) {
    case 'percent':
      return Math.floor((price * amount) / 100)
    case 'amount':
      return amount
    case 'bundle':
    case 'free-delivery':
      return 0
  }
}

function goodsSaving(lines: readonly OfferedLine[], terms: OfferTerms): Saving {
  if (terms.gives === 'bundle') return bundleSaving(lines, terms)
  const { weights, ...goods } = goodsFor(lines, terms)
  const off = isReached(goods, terms) ? amountOff(terms, goods.price) : 0
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

/** What a cart lacks for an offer: units, or goods for so many TWD. */
export type OfferMissing =
  | { readonly units: number; readonly price?: undefined }
  | { readonly price: number; readonly units?: undefined }

/**
 * What a cart with goods of an offer lacks for it, or undefined if it has it, where it has none of
 * these goods, and where delivery is free already: its `fee` without this offer is none.
 */
export function offerMissing(
  lines: readonly OfferedLine[],
  terms: OfferTerms,
  fee = deliveryFee(sumOf(lines.map(lineTotal))),
): OfferMissing | undefined {
  const goods = goodsFor(lines, terms)
  if (goods.units === 0) return undefined
  if (terms.gives === 'free-delivery' && fee === 0) return undefined
  if (goods.units < terms.units) return { units: terms.units - goods.units }
  return goods.price < terms.minimum ? { price: terms.minimum - goods.price } : undefined
}

import { takeOff } from '#lib/price/allocate.ts'
import { type OfferedLine, type OfferTerms, takenByOffers } from '#lib/price/offers.ts'
import { priceCart } from '#lib/price/price-cart.ts'
import { linePaid, type Reduced, type Reduction, withReduction } from '#lib/price/price.ts'

/** What changes the price of a sale by hand: the offers of the shop, what the owner lets go, and whether it is sent. */
export type SaleTerms = {
  readonly offers: readonly OfferTerms[]
  /** In whole TWD off the goods, and why. */
  readonly reduction?: { readonly amount: number; readonly reason: string } | undefined
  readonly isPickedUp: boolean
}

/** A priced sale: its lines with what was taken off each, what took it, and what all comes to in whole TWD. */
export type PricedSale<Line> = {
  readonly lines: readonly Reduced<Line>[]
  readonly reductions: readonly Reduction[]
  readonly total: number
}

// What is handed over has no delivery that could become dearer or free.
function withOffers<Line extends OfferedLine>(
  items: readonly Line[],
  { offers, isPickedUp }: SaleTerms,
): PricedSale<Line> {
  if (!isPickedUp) {
    const { lines, breakdown } = priceCart(items, { offers })
    return { lines, reductions: breakdown.reductions, total: breakdown.total }
  }
  const { taken, reductions } = takenByOffers(items, offers)
  const lines = items.map((line, at) => withReduction(line, taken[at] ?? 0))
  return { lines, reductions, total: lines.reduce((sum, line) => sum + linePaid(line), 0) }
}

/** Prices a sale by hand through the allocation of carts; what the owner lets go comes off after the offers. */
export function priceSale<Line extends OfferedLine>(
  items: readonly Line[],
  terms: SaleTerms,
): PricedSale<Line> {
  const offered = withOffers(items, terms)
  if (!terms.reduction || items.length === 0) return offered
  const { amount, reason: name } = terms.reduction
  const taken = takeOff(offered.lines, amount)
  return {
    lines: items.map((line, at) => withReduction(line, taken[at]?.reduction ?? 0)),
    reductions: [...offered.reductions, { kind: 'hand', name, goods: amount, delivery: 0 }],
    total: offered.total - amount,
  }
}

'use client'
import { useEffect, useState } from 'react'

import { callAction } from '#components/ui/call-action.ts'
import { withShopText } from '#lib/cart/carried-cart.ts'
import { type CartLine, lineKey } from '#lib/cart/cart.ts'
import type { OrderedLine } from '#lib/order/order-request.ts'
import type { OfferTerms } from '#lib/price/offers.ts'
import { useCartActions } from './cart-provider.tsx'
import type { CheckedCart } from './checked-text.ts'

/** Stands beside a line whose price was corrected. */
export const REPRICED = '價格有更新'

/** The server action that checks a cart, passed by the page. */
export type CheckCart = (lines: readonly OrderedLine[]) => Promise<CheckedCart | null>

/** A line's shipping date, or why it can't be bought, and whether its price was corrected just now. */
export type LineNote = {
  readonly promise?: string
  readonly problem?: string
  readonly isRepriced?: boolean
}

// Lines of which nothing can be bought; of one with too few some can.
const goneKeys = (known: CheckedCart | undefined): ReadonlySet<string> =>
  new Set(known?.refused.filter(({ isGone }) => isGone).map(({ line }) => lineKey(line)))

const NONE: ReadonlySet<string> = new Set()

/**
 * Asks the shop what can be bought of the whole cart and when it ships, and puts its words and prices
 * into the cart. Until it answers, and without an answer, nothing is said.
 */
export function useCartCheck(
  lines: readonly CartLine[],
  check: CheckCart,
  shownOffers: readonly OfferTerms[],
) {
  const [offers, setOffers] = useState(shownOffers)
  const [known, setKnown] = useState<CheckedCart | undefined>(undefined)
  const [repriced, setRepriced] = useState(NONE)
  const { replace, leaveOut } = useCartActions()
  useEffect(() => {
    let isCurrent = true
    const wanted = lines.map(({ id, color, size, quantity }) => ({ id, color, size, quantity }))
    if (wanted.length === 0) return undefined
    const take = (answer: CheckedCart) => {
      setKnown(answer)
      setOffers(answer.offers)
      leaveOut(goneKeys(answer))
      const corrected = withShopText(lines, answer.items)
      if (corrected === lines) return
      const changed = corrected.filter(({ price }, at) => price !== lines[at]?.price)
      setRepriced((before) => new Set([...before, ...changed.map(lineKey)]))
      replace(corrected)
    }
    callAction(check, wanted).then(
      (answer) => isCurrent && answer && take(answer),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [lines, check, replace, leaveOut])

  const notes = new Map<string, LineNote>()
  for (const { promise, ...item } of known?.items ?? []) {
    notes.set(lineKey({ ...item, color: item.color ?? '' }), { promise })
  }
  for (const { line, problem } of known?.refused ?? []) {
    const key = lineKey(line)
    notes.set(key, { ...notes.get(key), problem })
  }
  const refusedKeys = goneKeys(known)
  return {
    /** The offers that run as far as is known: those of the page, then those that the shop answers. */
    offers,
    setOffers,
    noteOf: (line: CartLine): LineNote => {
      const key = lineKey(line)
      return { ...notes.get(key), isRepriced: repriced.has(key) }
    },
    /** The lines that can be bought, as far as is known. */
    buyable: lines.filter((line) => !refusedKeys.has(lineKey(line))),
    /** Says how the order may be cancelled until its garments' facts are known. */
    cancelRight: known?.cancelRight,
    promise: known?.promise,
  }
}

'use client'

import { useEffect, useState } from 'react'

import { callAction } from '#components/ui/call-action.ts'
import { LINE_MESSAGES } from '#components/checkout/messages.ts'
import { withShopWords } from '#lib/cart/carried-cart.ts'
import { type CartLine, lineKey } from '#lib/cart/cart.ts'
import type { CartCheck } from '#lib/order/check-cart.ts'
import type { OrderedLine } from '#lib/order/order.ts'
import {
  cancelRightSentence,
  cancelRightView,
  linePromise,
  orderPromise,
} from '#lib/order/promises.ts'
import { useCartActions } from './cart-provider.tsx'

/** The server action that checks a cart, handed down by the page. */
export type CheckCart = (lines: readonly OrderedLine[]) => Promise<CartCheck | null>

/** A line's shipping date, or why it can't be bought. */
export type LineNote = { readonly promise?: string; readonly problem?: string }

type RefusedItem = CartCheck['refused'][number]

function problemOf({ problem, left }: RefusedItem): string {
  return problem === 'too-few' && left !== undefined
    ? `只剩 ${left} 件，請減少數量`
    : `${LINE_MESSAGES[problem]}，請移除`
}

const NOTHING: CartCheck['items'] = []

/**
 * Asks the shop what can be bought of the cart and when it ships, and gives its lines the shop's words and
 * prices. Until it answers, and without an answer, nothing is said.
 */
export function useCartCheck(lines: readonly CartLine[], check: CheckCart) {
  const [known, setKnown] = useState<CartCheck | undefined>(undefined)
  useEffect(() => {
    let isCurrent = true
    const wanted = lines.map(({ id, color, size, quantity }) => ({ id, color, size, quantity }))
    if (wanted.length === 0) return undefined
    callAction(check, wanted).then(
      (answer) => isCurrent && answer && setKnown(answer),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [lines, check])

  const items = known?.items ?? NOTHING
  // The browser may keep old words and prices, or somebody else's.
  const { replace } = useCartActions()
  useEffect(() => {
    const corrected = withShopWords(lines, items)
    if (corrected !== lines) replace(corrected)
  }, [lines, items, replace])
  const notes = new Map<string, LineNote>()
  for (const item of items) {
    notes.set(lineKey({ ...item, color: item.color ?? '' }), {
      promise: linePromise(item, items),
    })
  }
  for (const refused of known?.refused ?? []) {
    const key = lineKey(refused.line)
    notes.set(key, { ...notes.get(key), problem: problemOf(refused) })
  }
  const refusedKeys = new Set(
    known?.refused.filter(({ problem }) => problem !== 'too-few').map(({ line }) => lineKey(line)),
  )
  return {
    noteOf: (line: CartLine) => notes.get(lineKey(line)),
    /** The lines that can be bought, as far as is known. */
    buyable: lines.filter((line) => !refusedKeys.has(lineKey(line))),
    /** Says how the order may be cancelled until its garments' facts are known. */
    cancelRight: cancelRightSentence(cancelRightView(known?.cancelRights)),
    promise: orderPromise(
      items.filter((item) => !refusedKeys.has(lineKey({ ...item, color: item.color ?? '' }))),
    ),
  }
}

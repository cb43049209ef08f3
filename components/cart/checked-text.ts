import { LINE_MESSAGES } from '#components/checkout/messages.ts'
import { type CartLine, lineKey } from '#lib/cart/cart.ts'
import { shownPicture } from '#lib/content/shown-picture.ts'
import { cancelRightSentence, cancelRightView } from '#lib/order/cancel-right-view.ts'
import type { CartCheck } from '#lib/order/check-cart.ts'
import { linePromise, orderPromise } from '#lib/order/delivery-estimate.ts'
import type { OrderedLine } from '#lib/order/order-request.ts'
import type { OfferTerms } from '#lib/price/offers.ts'

/** A checked cart in the words that a browser shows, so that it brings none of its own. */
export type CheckedCart = {
  /** The shop's words and price for each line that it sells, and when that ships. */
  readonly items: readonly (Pick<CartLine, 'id' | 'title' | 'image' | 'size' | 'price'> & {
    readonly color?: string | undefined
    readonly promise: string
  })[]
  /** Lines that can't be bought as they are, and why; `isGone` where nothing of one can. */
  readonly refused: readonly {
    readonly line: OrderedLine
    readonly problem: string
    readonly isGone: boolean
  }[]
  /** When all of it ships together. */
  readonly promise?: string | undefined
  /** How the order may be cancelled until its garments' facts are known. */
  readonly cancelRight?: string | undefined
  /** The offers that run now. */
  readonly offers: readonly OfferTerms[]
}

/** Says a checked cart as text, at `now`. */
export function checkedText(check: CartCheck, now: Date): CheckedCart {
  const refused = check.refused.map((refusedLine) => ({
    line: refusedLine.line,
    problem:
      refusedLine.problem === 'too-few' && refusedLine.left !== undefined
        ? `只剩 ${refusedLine.left} 件，請減少數量`
        : `${LINE_MESSAGES[refusedLine.problem]}，請移除`,
    isGone: refusedLine.problem !== 'too-few',
  }))
  const gone = new Set(refused.filter(({ isGone }) => isGone).map(({ line }) => lineKey(line)))
  return {
    items: check.items.map((item) => {
      const { id, title, color, size, price } = item
      const image = shownPicture(item.image)
      return { id, title, image, color, size, price, promise: linePromise(item, check.items, now) }
    }),
    refused,
    promise: orderPromise(
      check.items.filter((item) => !gone.has(lineKey({ ...item, color: item.color ?? '' }))),
      now,
    ),
    cancelRight: cancelRightSentence(cancelRightView(check.cancelRights, now), now),
    offers: check.offers,
  }
}

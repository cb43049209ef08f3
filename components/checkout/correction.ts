import { INCOMPLETE } from '#components/delivery/messages.ts'
import { TOO_OFTEN, withReference } from '#components/failure/messages.ts'
import { type CartLine, lineKey } from '#lib/cart/cart.ts'
import type { InvoiceRefusal } from '#lib/invoice/check-invoice.ts'
import type { OrderAnswer } from '#lib/order/placement.ts'
import type { StoreRefusal } from '#lib/parcel/store.ts'
import type { OfferTerms } from '#lib/price/offers.ts'
import type { ActionFailure, Failure } from '#lib/result.ts'
import { PATHS } from '#lib/routes/paths.ts'
import { CHECKOUT_MESSAGES, codeSentence, DISCOUNT_MESSAGES, lineMessage } from './messages.ts'

/** Answer of the server action, with the refusals of every member action. */
export type PlaceOrderAnswer = OrderAnswer | ActionFailure | Failure<StoreRefusal | InvoiceRefusal>

/** A message to the shopper, the affected lines and the current cart. */
export type Correction = {
  readonly message: string
  readonly details?: readonly string[]
  readonly lines?: readonly CartLine[]
  /** The offers that run now, where the price was another one. */
  readonly offers?: readonly OfferTerms[]
  /** A page that opens beside the checkout, where what is wrong can be mended. */
  readonly link?: { readonly path: string; readonly label: string }
}

type OrderRefused = Exclude<PlaceOrderAnswer, { readonly ok: true }>

// A line of which some units are left keeps those; every other refused line goes.
function withoutRefused(
  lines: readonly CartLine[],
  refused: Extract<OrderRefused, { code: 'lines' }>['refused'],
): Correction {
  const left = new Map(
    refused.map(({ line, problem, left: units = 0 }) => [
      lineKey(line),
      problem === 'too-few' ? units : 0,
    ]),
  )
  const titleOf = (key: string) => lines.find((line) => lineKey(line) === key)?.title
  return {
    message: CHECKOUT_MESSAGES.lines,
    details: refused.map(({ line, problem, title, left: units }) => {
      const name = title ?? titleOf(lineKey(line)) ?? line.id
      return `${name}（${line.color}・${line.size}）：${lineMessage(problem, units)}`
    }),
    lines: lines.flatMap((line) => {
      const units = left.get(lineKey(line))
      if (units === undefined) return [line]
      return units > 0 ? [{ ...line, quantity: units }] : []
    }),
  }
}

function withPrices(
  lines: readonly CartLine[],
  { items, offers }: Extract<OrderRefused, { code: 'total' }>,
): Correction {
  const prices = new Map(items.map(({ id, title, price }) => [id, { title, price }]))
  const isRepriced = lines.some(({ id, price }) => (prices.get(id)?.price ?? price) !== price)
  return {
    message: isRepriced ? CHECKOUT_MESSAGES.total : CHECKOUT_MESSAGES.offers,
    lines: lines.map((line) => ({ ...line, ...prices.get(line.id) })),
    offers,
  }
}

// Refusals with a fixed sentence that leave the cart unchanged.
const SENTENCES: Readonly<
  Record<
    Exclude<OrderRefused['code'], 'lines' | 'total' | 'discount' | 'unavailable' | 'unproven'>,
    string
  >
> = {
  'person-incomplete': INCOMPLETE.person,
  'address-incomplete': INCOMPLETE.address,
  'place-unlisted': CHECKOUT_MESSAGES.place,
  'store-unknown': CHECKOUT_MESSAGES.storeUnknown,
  'store-recipient': CHECKOUT_MESSAGES.storeRecipient,
  'carrier-unknown': CHECKOUT_MESSAGES.carrierUnknown,
  'donation-unknown': CHECKOUT_MESSAGES.donationUnknown,
  'too-many': CHECKOUT_MESSAGES.tooMany,
  'too-often': TOO_OFTEN,
  busy: CHECKOUT_MESSAGES.busy,
  'signed-out': CHECKOUT_MESSAGES.signedOut,
  ended: CHECKOUT_MESSAGES.failed,
  malformed: CHECKOUT_MESSAGES.failed,
}

/** Maps a refused order to a message and a corrected cart. Repeating the same contents is safe. */
export function correctedCart(lines: readonly CartLine[], refusal: OrderRefused): Correction {
  switch (refusal.code) {
    case 'lines':
      return withoutRefused(lines, refusal.refused)
    case 'total':
      return withPrices(lines, refusal)
    case 'discount':
      return { message: DISCOUNT_MESSAGES.lost, details: [codeSentence(refusal.problem)] }
    case 'unavailable':
      return { message: withReference(CHECKOUT_MESSAGES.failed, refusal.reference) }
    case 'unproven':
      return {
        message: CHECKOUT_MESSAGES.unproven,
        link: { path: PATHS.verifyEmail, label: '驗證電子信箱' },
      }
    default:
      return { message: SENTENCES[refusal.code] }
  }
}

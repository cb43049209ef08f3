import type { CodeProblem } from '#lib/discount/discount.ts'
import { formatPrice } from '#lib/price/price.ts'
import { formatDay } from '#lib/time/taipei-time.ts'
import { PATHS } from '#lib/routes/paths.ts'
import { type CartLine, lineKey } from '#lib/cart/cart.ts'
import { INCOMPLETE } from '#components/delivery/messages.ts'
import type { ActionFailure, Failure } from '#lib/result.ts'
import { CHECKOUT_MESSAGES, lineMessage } from './messages.ts'
import { withReference, TOO_OFTEN } from '#components/failure/messages.tsx'
import type { OfferTerms } from '#lib/price/offer.ts'
import type { OrderAnswer } from '#lib/order/placement.ts'
import type { InvoiceRefusal } from '#lib/order/invoice/check-invoice.ts'
import type { StoreRefusal } from '#lib/order/parcel/store.ts'

/** What the shopper reads about a discount code (rule 1265). */
export const DISCOUNT_MESSAGES = {
  form: '折扣碼是 4 到 20 個英文字母或數字，請再核對一次。',
  tooOften: '試太多次了，請過一分鐘再試。沒有折扣碼也可以直接下單。',
  away: '現在查不到折扣碼，請再按一次「套用」。您填寫的內容還在。',
  lost: '折扣碼不能用了，金額已改回沒有折扣的樣子，請確認後再送出。',
  removed: '已取消使用折扣碼。',
} as const

/** Says in one sentence why a code can't be used. */
export function codeSentence(problem: CodeProblem): string {
  switch (problem.why) {
    case 'unknown':
      return '沒有這個折扣碼，請核對有沒有打錯。'
    case 'paused':
      return '這個折扣碼目前暫停使用。'
    case 'over':
      return '這個折扣碼已經過期了。'
    case 'used-up':
      return '這個折扣碼的次數已經用完了。'
    case 'used-by-you':
      return '您用過這個折扣碼了。如果用它的訂單還沒付款，取消那筆訂單後就能再用。'
    case 'not-yet':
      return `這個折扣碼從${formatDay(problem.starts)}開始才能用。`
    case 'not-for-these':
      return problem.titles.length === 0
        ? '購物車裡的商品不適用這個折扣碼。'
        : `這個折扣碼只適用於${problem.titles.map((title) => `「${title}」`).join('')}，購物車裡沒有。`
    case 'below-threshold':
      return `適用的商品再買 ${formatPrice(problem.missing)}，就能用這個折扣碼。`
    case 'too-small':
      return `折扣碼折的不比商品金額少，再買 ${formatPrice(problem.missing)} 就能用。`
    case 'offer-better':
      return '目前的優惠折得比較多，已為您用優惠；折扣碼不能和優惠一起用，留著下次用。'
    case 'free-already':
      return '這筆訂單已經免運費，不需要用這個折扣碼，留著下次用。'
  }
}

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

// A line of which some pieces are left keeps those; every other refused line goes.
function withoutRefused(
  lines: readonly CartLine[],
  refused: Extract<OrderRefused, { code: 'lines' }>['refused'],
): Correction {
  const left = new Map(
    refused.map(({ line, problem, left: pieces = 0 }) => [
      lineKey(line),
      problem === 'too-few' ? pieces : 0,
    ]),
  )
  const titleOf = (key: string) => lines.find((line) => lineKey(line) === key)?.title
  return {
    message: CHECKOUT_MESSAGES.lines,
    details: refused.map(({ line, problem, title, left: pieces }) => {
      const name = title ?? titleOf(lineKey(line)) ?? line.id
      return `${name}（${line.color}・${line.size}）：${lineMessage(problem, pieces)}`
    }),
    lines: lines.flatMap((line) => {
      const pieces = left.get(lineKey(line))
      if (pieces === undefined) return [line]
      return pieces > 0 ? [{ ...line, quantity: pieces }] : []
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

/**
 * Maps a refused order, or a lost answer, to a message and a corrected cart.
 * Repeating the same contents is safe.
 */
export function correctedCart(
  lines: readonly CartLine[],
  refusal: OrderRefused | undefined,
): Correction {
  if (!refusal) return { message: CHECKOUT_MESSAGES.failed, details: [CHECKOUT_MESSAGES.offline] }
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

import { type Delivery, deliveryOf, storeFrom } from '../delivery/recipient.ts'
import { defined } from '../result.ts'
import { closeUp } from '../text/no-break.ts'
import { toSingleLine } from '../text/plain-text.ts'
import { taipeiDay, formatTime } from '../time/taipei-time.ts'
import {
  type Shipment,
  type ChangeContext,
  newEvent,
  type OrderEvent,
  type Actor,
} from './events.ts'
import { effectsOf } from './events/order.ts'
import { isOpenReturn, moneyProblem, unrefundedReturn } from './fulfilment.ts'
import { manualSaleLeft, type Order, type OrderChange, type OrderItem } from './order.ts'
import { type Headline, headlineOf, isPayable, type PaymentStatus } from './payment/methods.ts'
import { takenAmount, amountUnderWay, isAnswerDue, refundsOwed } from './payment/money-back.ts'
import { paymentStatus, providerTitle } from './payment/payment-status.ts'
import { numberedAttempt } from './payment/payment.ts'
import { preorderClaim } from './preorder-claim.ts'
import { orderPromise, shipsWhen, isAwaited, isCancelAsked } from './promises.ts'

/**
 * Kinds of an order's amounts. `taken` was reversed or charged back; `refunding` is on its way
 * back.
 */
export type AmountKind = 'due' | 'paid' | 'refunded' | 'taken' | 'refunding' | 'total'

/** An amount of an order in whole TWD, with what it is. */
export type OrderAmount = { readonly kind: AmountKind; readonly amount: number }

/** The parcel of a shipped order, or the time when it is about to ship. */
export type DeliveryPromise =
  | { readonly kind: 'parcel'; readonly parcel: Shipment }
  | {
      readonly kind: 'ships'
      /** About when, in a few words. */
      readonly when: string
      /** When all of an order with a pre-order ships, in a sentence. */
      readonly together?: string | undefined
    }

/** The state of an order that every page, mail and print shows. */
export type OrderView = {
  readonly status: PaymentStatus
  readonly headline: Headline
  /** The amounts that stand out, in the order in which they are shown; the total alone while nothing is settled. */
  readonly amounts: readonly OrderAmount[]
  readonly promise?: DeliveryPromise | undefined
  readonly canPay: boolean
  /** Whether the owner may send it now. */
  readonly canShip: boolean
}

/** Order fields that every list reads. */
export type ViewFields = Pick<
  Order,
  'status' | 'payment' | 'items' | 'totalAmount' | 'shipment' | 'manualSale' | 'cancelRequest'
>

function promiseOf(order: ViewFields, now: Date): DeliveryPromise | undefined {
  const { status, payment, shipment, items } = order
  if (shipment) return { kind: 'parcel', parcel: shipment }
  // A day may be promised while the order is wanted and its money safe.
  const isUnpaid = status === '待付款' && payment?.review === undefined
  const isPaid = status === '已付款' && moneyProblem(order) === undefined
  if (!isUnpaid && !isPaid) return undefined
  // Of a single line its own promise says it already.
  const together = items.length > 1 ? orderPromise(items, now) : undefined
  return { kind: 'ships', when: shipsWhen(items, now), together }
}

function amountsOf(
  { payment, totalAmount, manualSale }: ViewFields,
  canPay: boolean,
): readonly OrderAmount[] {
  if (canPay) return [{ kind: 'due', amount: totalAmount }]
  if (manualSale) {
    const back = {
      kind: 'refunded',
      amount: totalAmount - manualSaleLeft({ totalAmount, manualSale }),
    } as const
    return [{ kind: 'paid', amount: totalAmount } as const, back].filter(({ amount }) => amount > 0)
  }
  const isKnown = payment?.captureId !== undefined && !payment.review
  if (!isKnown) return [{ kind: 'total', amount: totalAmount }]
  const taken = takenAmount(payment)
  const amounts: readonly OrderAmount[] = [
    { kind: 'paid', amount: totalAmount },
    { kind: 'refunded', amount: payment.refundedAmount - taken },
    { kind: 'taken', amount: taken },
    { kind: 'refunding', amount: amountUnderWay(payment) },
  ]
  return amounts.filter(({ amount }) => amount > 0)
}

/** Derives the order view at `now` from stored fields; reads nothing. */
export function orderView(order: ViewFields, now = new Date()): OrderView {
  const status = paymentStatus(order)
  const canPay = order.status === '待付款' && isPayable(status)
  return {
    status,
    headline: headlineOf(status, order.status),
    amounts: amountsOf(order, canPay),
    promise: promiseOf(order, now),
    canPay,
    canShip: order.status === '已付款' && moneyProblem(order) === undefined,
  }
}

/** After so many milliseconds an unpaid order is reminded of, once. */
export const REMIND_AFTER = 24 * 60 * 60 * 1000

/** The change that reminds the buyer of an order that can still be paid; nothing where that was done, or is not due. */
export function remindUnpaid(order: Order, context: ChangeContext): OrderChange | undefined {
  const isDue = context.now.getTime() - Date.parse(order.createdAt) >= REMIND_AFTER
  const isReminded = order.history.some(({ type }) => type === 'payment.reminded')
  // A number that is to be paid is reminded of before its own deadline.
  if (!isDue || isReminded || numberedAttempt(order.payment)) return undefined
  if (!orderView(order).canPay) return undefined
  return { events: [newEvent('payment.reminded', {}, context)] }
}

/** A product and the day (YYYY-MM-DD) about which it ships now. */
export type ShippingDate = { readonly product: string; readonly shipsAbout: string }

/** The change that moves the promised day of a product's pre-orders on an open order; undefined where it is that day already. */
export function changeShipDate(
  order: Order,
  { product, shipsAbout }: ShippingDate,
  context: ChangeContext,
): OrderChange | undefined {
  const isMoved = (item: Order['items'][number]) =>
    item.id === product && isAwaited(item) && item.preorder?.shipsAbout !== shipsAbout
  if (preorderClaim(order) === undefined || !order.items.some(isMoved)) return undefined
  const before = order.items.find(isMoved)?.preorder?.shipsAbout
  const old = defined({ before })
  return { events: [newEvent('ship-date.changed', { product, shipsAbout, ...old }, context)] }
}

/** Whether an order is paid for certain and not shipped yet. */
export function isToShip(order: Order): boolean {
  return orderView(order).canShip
}

/** The day of an order that no day can ship: its goods are awaited. */
const NEVER = '9999-12-31'

/** The last promised day (YYYY-MM-DD) of the goods that an order waits for, undefined without any. No day counts as the latest. */
export function promisedDay({ items }: Pick<Order, 'items'>): string | undefined {
  const days = items.filter(isAwaited).map(({ preorder }) => preorder?.shipsAbout ?? NEVER)
  return days.toSorted().at(-1)
}

/**
 * The day (YYYY-MM-DD) from which an order can leave: when it was placed. One that waits for goods
 * can't, until the owner says that they are here; its day does not make them come.
 */
export function readyOn(order: Pick<Order, 'items' | 'createdAt'>): string {
  return isWaiting(order) ? NEVER : taipeiDay(new Date(order.createdAt))
}

/** Whether an order that is to be shipped still waits for its pre-ordered pieces. */
export function isWaiting({ items }: Pick<Order, 'items'>): boolean {
  return items.some(isAwaited)
}

const TAIWAN = /^(?:\+|00)?886\(?0?\)?/

/** A telephone number as digits that begin with 0, however it is written. */
export function phoneDigits(text: string): string {
  const plain = text.normalize('NFKC').replaceAll(/[^\d+()]/g, '')
  return plain.replace(TAIWAN, '0').replaceAll(/\D/g, '')
}

/** A text as a search compares it: narrow, lower case, 臺 as 台, without blanks and punctuation. */
export function searchKey(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('臺', '台')
    .replaceAll(/[\s\p{Pd}\p{Po}()+]/gu, '')
}

const PHONE = /^[+()\d\s\p{Pd}.]{4,}$/u
const PHONE_ENDS = [6, 4] as const

// Letters of a store's name that follow each other; one alone is no key.
function storeKeys(store: string): string[] {
  const { number, name } = storeFrom(store)
  const letters = Array.from(searchKey(name).replace(/門市$|店$/u, ''))
  const parts = letters.flatMap((_, from) =>
    letters.map((_letter, to) => letters.slice(from, to + 1).join('')),
  )
  return [searchKey(store), number, searchKey(name), ...parts]
}

// The goods: by their number, title and each two letters of it, alone and with the size.
function goodsKeys(items: readonly OrderItem[]): string[] {
  return items.flatMap(({ id, title, size }) => {
    const names = [id, title, ...hanPieces(title)].map(searchKey)
    return [...names, ...names.map((name) => name + searchKey(size))]
  })
}

/** The search key of a delivery; nothing that is typed is the same. */
export const deliveryKey = (delivery: Delivery) => `delivery:${delivery}`

function emailKeys(email: string): string[] {
  return [searchKey(email), searchKey(email.split('@')[0] ?? '')]
}

const PIECE = /^\p{Script=Han}{2}$/u

function hanPieces(text: string): string[] {
  const letters = Array.from(text)
  const pieces = letters.map((letter, index) => `${letter}${letters[index + 1] ?? ''}`)
  return pieces.filter((piece) => PIECE.test(piece))
}

// A name of Chinese characters in pieces of two, any other name in words.
function nameKeys({ recipient: { firstName, lastName } }: Order): string[] {
  const whole = [`${lastName}${firstName}`, `${firstName}${lastName}`].map(searchKey)
  const words = `${lastName} ${firstName}`.split(/\s+/u).map(searchKey)
  return [...whole, ...whole.flatMap(hanPieces), ...words]
}

function invoiceKeys({ invoice, invoiceNumber = '', invoicing }: Order): string[] {
  const { kind: _kind, ...wish } = invoice ?? { kind: 'email' }
  const typed = Object.values(wish).filter((value) => typeof value === 'string')
  const former = invoicing?.former?.map(({ number }) => number) ?? []
  return [invoiceNumber, ...former, ...typed].map(searchKey)
}

function providerKeys({ payment }: Order): string[] {
  if (!payment) return []
  const refunds = payment.refunds.map(({ id }) => id)
  return [...payment.references, ...refunds, payment.captureId ?? ''].map(searchKey)
}

/**
 * Returns the owner's search keys, with a telephone's last six and four digits and pieces of names.
 */
export function searchKeys(order: Order): string[] {
  const { recipient, shipment, returns = [] } = order
  const parcels = [shipment, ...returns.map(({ parcel }) => parcel)]
  const number = searchKey(order.orderNumber)
  const phone = phoneDigits(recipient.phone)
  const keys = [
    number,
    number.replace(/^order/, ''),
    ...emailKeys(order.email),
    ...emailKeys(recipient.email),
    phone,
    ...PHONE_ENDS.map((length) => phone.slice(-length)),
    ...nameKeys(order),
    ...storeKeys(recipient.store),
    ...goodsKeys(order.items),
    deliveryKey(deliveryOf(order)),
    ...parcels.map((parcel) => searchKey(parcel?.trackingNumber ?? '')),
    ...invoiceKeys(order),
    ...providerKeys(order),
  ]
  return [...new Set(keys)].filter((key) => key.length > 1)
}

/** The keys that a search text may mean, the likeliest first; one query of the database finds each. */
export function soughtKeys(text: string): string[] {
  const whole = searchKey(text)
  const phone = PHONE.test(text.normalize('NFKC')) ? phoneDigits(text) : ''
  return [...new Set([whole, phone])].filter((key) => key.length > 1)
}

/**
 * Matters that need the owner; `any` stands beside each of the others. `coming`, an accepted return
 * whose goods are on their way back, waits for its buyer.
 */
export type OwnerNeed = 'review' | 'dispute' | 'return' | 'coming' | 'cancel' | 'refund' | 'any'

/** Fields by which the database searches an order, stored with each change. */
export type OrderIndex = {
  readonly version: number
  readonly keys: readonly string[]
  readonly needs: readonly OwnerNeed[]
  readonly providers: readonly string[]
  /** The first day to ship it; only while it is to be shipped. */
  readonly readyOn?: string
}

/** The version of a stored order and of what is stored beside it; a change of either comes with a migration. */
const VERSION = 1

function needsOf(order: Order): OwnerNeed[] {
  const { payment, returnState } = order
  // A return to be answered, its exchange to be sent, or its money to be given back.
  const isReturnDue = isOpenReturn(returnState)
    ? returnState !== 'accepted'
    : unrefundedReturn(order) !== undefined
  const needs: OwnerNeed[] = []
  if (payment?.state === 'review') needs.push('review')
  if (isAnswerDue(payment)) needs.push('dispute')
  if (isReturnDue) needs.push('return')
  if (returnState === 'accepted') needs.push('coming')
  if (isCancelAsked(order)) needs.push('cancel')
  if (refundsOwed(payment).length > 0) needs.push('refund')
  return needs.length === 0 ? [] : [...needs, 'any']
}

export function orderIndex(order: Order): OrderIndex {
  return {
    version: VERSION,
    keys: searchKeys(order),
    needs: needsOf(order),
    providers: [...new Set(order.payment?.attempts.map(({ provider }) => provider))],
    ...(isToShip(order) ? { readyOn: readyOn(order) } : {}),
  }
}

const ACTORS: Readonly<Record<Actor, (provider: string) => string>> = {
  member: () => '會員',
  provider: (provider) => provider,
  sweep: () => '定期檢查',
  owner: () => '店主',
}

// Beside a Chinese provider's name stands no blank; what somebody typed keeps its own.
function closeUpBeside(words: string, provider: string): string {
  const beside = new RegExp(String.raw`\p{Script=Han}? ?${provider} ?\p{Script=Han}?`, 'gu')
  return words.replaceAll(beside, closeUp)
}

/** One event of an order in words: when, who, what, and why if that adds something; each on one line. */
export type TimelineEntry = {
  readonly at: string
  readonly time: string
  readonly who: string
  readonly what: string
  readonly why: string
}

/** An event of an order with this payment, in words. What a person wrote about it stands as its reason. */
export function timelineEntry(event: OrderEvent, payment: Order['payment']): TimelineEntry {
  const { at, by, who, note } = event
  const provider = providerTitle(payment)
  const { what, why = '' } = effectsOf(event.type).words(event.data, provider)
  return {
    at,
    time: formatTime(new Date(at)),
    who: toSingleLine(ACTORS[by](provider) + (who === undefined ? '' : ` ${who}`)),
    what: toSingleLine(closeUpBeside(what, provider)),
    why: toSingleLine(note ?? closeUpBeside(why, provider)),
  }
}

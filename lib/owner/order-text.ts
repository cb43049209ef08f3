import { fullName, SHIPPING_WORDS } from '#lib/delivery/recipient.ts'
import { invoiceText } from '#lib/invoice/typed-invoice.ts'
import { isCancellationRequested } from '#lib/order/cancel-right-view.ts'
import { invoiceStays } from '#lib/order/events/money.ts'
import { manualSaleLeft } from '#lib/order/manual-order.ts'
import { orderShipping } from '#lib/order/order-amounts.ts'
import type { OrderItem } from '#lib/order/order-item.ts'
import type { Order } from '#lib/order/order.ts'
import { openReturn } from '#lib/order/return/return-rules.ts'
import { timelineEntry } from '#lib/order/timeline.ts'
import { trackingPage } from '#lib/order/tracking-links.ts'
import { parcelsFor, trackingNumber } from '#lib/parcel/order-parcel.ts'
import { buyerParcelText, parcelText } from '#lib/parcel/parcel-labels.ts'
import { disputeState } from '#lib/payment/dispute.ts'
import { moneyProblem } from '#lib/payment/money-problem.ts'
import { leadingAttempt, providerTitle } from '#lib/payment/payment-status.ts'
import type { Payment } from '#lib/payment/payment.ts'
import { attemptReasonWords } from '#lib/payment/provider-trouble.ts'
import { takenAmount, unlistedAmount } from '#lib/payment/refund/charged-back.ts'
import { amountUnderWay, type TakenKind } from '#lib/payment/refund/refund-record.ts'
import { refundableAmount, unrefundedReturn } from '#lib/payment/refund/refundable.ts'
import { formatPrice } from '#lib/price/format-price.ts'
import { ownerReductionName, reductionText } from '#lib/price/reduction-labels.ts'
import { closeUp } from '#lib/text/no-break.ts'
import { plainLines, toSingleLine } from '#lib/text/plain-text.ts'
import { formatTime } from '#lib/time/taipei-time.ts'
import {
  backWords,
  DISPUTE_SENT_WORDS,
  DISPUTE_WORDS,
  paymentWords,
  RETURN_WORDS,
  TAKEN_WORDS,
  UNREFUNDED_WORDS,
} from './messages.ts'

function time(at: string): string {
  return formatTime(new Date(at))
}

/** The lines of an order in one line of text. */
export function itemsText({ items }: { readonly items: readonly OrderItem[] }): string {
  return items
    .map(
      ({ title, color, size, quantity }) =>
        `${[title, color, size].filter(Boolean).join(' ')} ×${quantity}`,
    )
    .join('；')
}

/** What codes and offers took off an order, in one line. */
export function reductionsText({ reductions = [] }: Pick<Order, 'reductions'>): string {
  return reductions.map((one) => `${ownerReductionName(one)} ${reductionText(one)}`).join('；')
}

/** The documents that can't be read, in one line; nothing when there is none. */
export function unreadableText(unreadable: readonly string[]): string[] {
  return unreadable.length === 0
    ? []
    : [`有 ${unreadable.length} 筆訂單資料無法讀取，未列在內：${unreadable.join('、')}`]
}

/** How an order is delivered, in words; one that goes nowhere was handed over. */
export function deliveryWords(order: Order): string {
  return destination(order) === '' ? '當場交貨' : SHIPPING_WORDS[order.shippingMethod]
}

/** Delivery place of an order in one line. */
export function destination({ recipient, shippingMethod }: Order): string {
  const { zipcode, city, area, address, store } = recipient
  return shippingMethod === 'store' ? store : `${zipcode} ${city}${area}${address}`.trim()
}

function stateWords(payment: Payment): string {
  const { state } = payment
  const isBack = state === 'refunded' || state === 'partly-refunded'
  return isBack && takenAmount(payment) > 0
    ? TAKEN_WORDS[state]
    : paymentWords(providerTitle(payment))[state]
}

/**
 * The state of an order's payment, in words, with what is on its way back; empty before the first
 * attempt. That of a manual order is what was handed over and back.
 */
export function paymentText(order: StatusFields): string {
  const { payment, totalAmount, manualSale } = order
  if (manualSale) {
    const left = manualSaleLeft(order)
    const { paid, refunded, 'partly-refunded': partlyRefunded } = paymentWords('')
    if (left <= 0) return refunded
    return left === totalAmount ? paid : partlyRefunded
  }
  if (!payment) return ''
  const state = disputeState(payment)
  const isGone = order.status === '已出貨' || order.status === '已完成'
  const disputed = state && (isGone && state === 'open' ? DISPUTE_SENT_WORDS : DISPUTE_WORDS[state])
  const dispute = disputed === undefined ? '' : `・${disputed}`
  const words = `${stateWords(payment)}${paymentDetail(payment, totalAmount)}`
  const back = amountUnderWay(payment)
  const refunding = back === 0 ? '' : `・退款處理中 ${formatPrice(back)}`
  return words + dispute + refunding
}

type StatusFields = Pick<Order, 'status' | 'payment' | 'totalAmount' | 'manualSale'>

/** The status for the owner; after a full refund that no parcel follows, the refund instead of 已付款. */
export function statusText(order: StatusFields): string {
  const isOver = order.status === '已付款' && moneyProblem(order) === 'fully-refunded'
  return isOver ? paymentText(order) || '已退款' : order.status
}

/** Returns the payment's state if the status does not show it, else an empty text. */
export function finerText(order: StatusFields): string {
  const { payment, status } = order
  if (statusText(order) !== status) return ''
  const isPlain = payment?.state === 'paid' && !payment.disputes && amountUnderWay(payment) === 0
  return isPlain ? '' : paymentText(order).replace(new RegExp(`^${status}・`), '')
}

/** What waits for the owner of an order beside its payment, for the list: returns and a cancellation; empty for nothing. */
export function waitingText(order: Order): string {
  const open = openReturn(order)
  const returned = open ? RETURN_WORDS[open.state] : unrefundedReturn(order) && UNREFUNDED_WORDS
  return [isCancellationRequested(order) ? '申請取消' : '', returned].filter(Boolean).join('・')
}

// The reason of the payment's state, or how much was refunded.
function paymentDetail(payment: Payment, totalAmount: number): string {
  if (payment.state === 'partly-refunded') {
    return ` ${formatPrice(payment.refundedAmount)}／${formatPrice(totalAmount)}`
  }
  const reason = payment.review?.reason ?? leadingAttempt(payment.attempts)?.reason
  if (['paid', 'refunded'].includes(payment.state) || reason === undefined) return ''
  const words = attemptReasonWords(reason, providerTitle(payment))
  return words === '' ? '' : `（${words}）`
}

/** One order in one line. */
export function orderLine(order: Order): string {
  const { orderNumber, totalAmount, recipient } = order
  const finer = finerText(order)
  const payment = finer === '' ? '' : `・${finer}`
  const name = fullName(recipient)
  return toSingleLine(
    `${orderNumber}  ${time(order.createdAt)}  ${statusText(order)}${payment}  ${formatPrice(totalAmount)}  ${name}  ${itemsText(order)}`,
  )
}

/** The returns and exchanges of an order, one in a line. */
export function returnTexts({ returns = [], items }: Order): string {
  return returns
    .map(({ state, items: some, answer, parcel }) => {
      const pieces = some.map(({ index, quantity, size }) => {
        const wish = size === undefined ? '' : `換 ${size}`
        return `${items[index]?.title ?? ''} ${items[index]?.size ?? ''} ×${quantity} ${wish}`.trim()
      })
      const sent = parcel ? `，換貨 ${parcel.carrier} ${parcel.trackingNumber}` : ''
      const said = answer === undefined ? '' : `，回覆：${answer}`
      return `${RETURN_WORDS[state]}（${pieces.join('；')}${sent}${said}）`
    })
    .join('\n')
}

/** Where the parcels of an order stand at the carrier, one in a line; that of an exchange says so. */
export function parcelsText({ parcels = [] }: Pick<Order, 'parcels'>): string {
  return parcels
    .map((parcel) => {
      const number = trackingNumber(parcel)
      const what = parcel.exchange === undefined ? '' : '換貨：'
      return `${what}${parcelText(parcel)}${number === '' ? '' : `（${number}）`}`
    })
    .join('\n')
}

/** Returns the restocked pieces as text, or an empty text. */
export function restockedText({ restocked = [] }: Order): string {
  const pieces = restocked.reduce((sum, count) => sum + count, 0)
  return pieces === 0 ? '' : `${pieces} 件`
}

// What the owner is to do about money that is gone: the goods decide.
function takenAdvice(order: Order, provider: string): string {
  const { status, payment } = order
  if (status === '已出貨' || status === '已完成') {
    return `貨已經寄出：把下面的出貨證明貼到 ${provider} 的這筆交易申訴，也可以寫信請買家另外付款。`
  }
  return payment?.state === 'refunded'
    ? '貨還沒寄出，不要寄：這筆訂單已經不能出貨。商品沒有加回庫存，要再拿出來賣，請到「庫存」更正件數。'
    : `只扣回一部分：先到 ${provider} 的這筆交易看原因、問買家，再決定要不要出貨。`
}

/**
 * What happened to money that nobody of the shop gave back and that no dispute explains, and what to
 * do; empty where there is none.
 */
export function unexplainedBack(order: Order): readonly string[] {
  const { payment } = order
  if (!payment || payment.review || (payment.disputes ?? []).length > 0) return []
  const provider = providerTitle(payment)
  const taken = takenAmount(payment)
  const isByBank =
    payment.unlisted === 'chargeback' || payment.refunds.some(({ kind }) => kind === 'chargeback')
  const stays = invoiceStays(order).invoice_stays
  if (taken > 0) {
    const what = isByBank
      ? `買家付款的銀行扣回了 ${formatPrice(taken)}，${provider} 上沒有爭議。`
      : `${provider} 自己扣回了 ${formatPrice(taken)}、退還給付款人，沒有經過爭議；常見的原因是付款人說沒有授權這筆付款。`
    return [
      `${what}確實的原因在 ${provider} 的這筆交易看得到。`,
      '錢已經回到付款人那裡，商店不要再退一次。',
      takenAdvice(order, provider),
      stays,
    ].filter((line) => line !== '')
  }
  const isMadeElsewhere = payment.refunds.some(({ key }) => key === undefined)
  return isMadeElsewhere
    ? [
        `有退款不是從商店退的：在 ${provider} 的網站退的，或 ${provider} 自己扣回、沒有說原因。到 ${provider} 的這筆交易看是哪一種。`,
        `是扣回的話：錢已經回到付款人那裡，不要再退一次；貨還沒寄出就不要寄，已經寄出的，用出貨的資料在那裡申訴。都不是您做的，請更改 ${provider} 的密碼。`,
      ]
    : []
}

/** What proves to a provider that an order was sent, in one text to copy; empty before it was. */
export function shippingProof(order: Order): string {
  const { shipment, recipient, completedAt } = order
  if (!shipment) return ''
  const parcels = parcelsFor(order)
  // When the parcel came to the buyer, as the carrier or the owner said it.
  const pickedUp = parcels
    .flatMap((parcel) => parcel.sightings)
    .findLast(({ state }) => state === 'picked-up')
  const delivered = pickedUp?.at ?? completedAt
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['訂單編號', order.orderNumber],
    ['下單時間', time(order.createdAt)],
    ['付款時間', order.paidAt && time(order.paidAt)],
    ['商品', itemsText(order)],
    ['總金額', formatPrice(order.totalAmount)],
    ['收件人', fullName(recipient)],
    ['手機', recipient.phone],
    ['Email', recipient.email],
    [SHIPPING_WORDS[order.shippingMethod], destination(order)],
    ['物流公司', shipment.carrier],
    ['追蹤編號', shipment.trackingNumber],
    ['物流公司查詢', trackingPage(shipment.carrier, shipment.trackingNumber)],
    ['出貨時間', time(shipment.shippedAt)],
    ['包裹現況', buyerParcelText(parcels)],
    ['送達或取件時間', delivered && time(delivered)],
  ]
  return rows
    .flatMap(([name, value]) => (value ? [`${name}：${toSingleLine(value)}`] : []))
    .join('\n')
}

/** Everything about one order, as rows of name and value, with what happened to it. */
export function orderSheet(order: Order): string {
  const { recipient, payment, shipment } = order
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['訂單編號', order.orderNumber],
    ['下單時間', time(order.createdAt)],
    ['狀態', order.status],
    ['付款', paymentText(order)],
    ['付款時間', order.paidAt && time(order.paidAt)],
    [closeUp(`${providerTitle(payment)} 訂單`), payment?.references.join('、')],
    [closeUp(`${providerTitle(payment)} 交易`), payment?.captureId],
    ['商品', itemsText(order)],
    ['折抵', reductionsText(order)],
    ['運費', formatPrice(orderShipping(order))],
    ['總金額', formatPrice(order.totalAmount)],
    ['配送', deliveryWords(order)],
    ['收件人', fullName(recipient)],
    ['取件姓名', recipient.pickupName],
    ['手機', recipient.phone],
    ['Email', recipient.email],
    ['送往', destination(order)],
    ['發票', order.manualSale && !order.invoice ? '' : invoiceText(order.invoice)],
    ['備註', recipient.note],
    ['發票號碼', order.invoiceNumber],
    ['退換貨', returnTexts(order)],
    ['加回庫存', restockedText(order)],
    [
      '物流',
      shipment && `${shipment.carrier} ${shipment.trackingNumber}（${time(shipment.shippedAt)}）`,
    ],
  ]
  const known = rows.filter(([, value]) => value !== undefined && value !== '')
  // Further lines of a shopper's text are marked, so that none can look like a row of the sheet.
  const facts = known.map(
    ([name, value]) => `${name}：${plainLines(value ?? '').replaceAll('\n', '\n　│ ')}`,
  )
  const events = order.history.map((event) => {
    const { time: at, who, what, why } = timelineEntry(event, payment)
    return `  ${at}  ${who}  ${what}${why === '' ? '' : `：${why}`}`
  })
  return [...facts, '經過：', ...events].join('\n')
}

/** Carriers of small shops in Taiwan; any other can be typed. */
export const CARRIERS = ['黑貓宅急便', '7-11 交貨便', '全家店到店', '中華郵政', '新竹物流'] as const

type SentOrder = Pick<Order, 'shippingMethod' | 'recipient'>

const STORES = [
  { chain: /7\s*-?\s*(?:11|eleven)|統一/i, carrier: '7-11 交貨便' },
  { chain: /全家|family/i, carrier: '全家店到店' },
] as const

// Carriers that deliver to stores only.
const TO_STORE = /交貨便|店到店|超商|7-11|全家|萊爾富|OK/i

/** Returns the usual carrier of an order's method; empty for a store without a carrier. */
export function usualCarrier({ shippingMethod, recipient }: SentOrder): string {
  if (shippingMethod === 'home') return CARRIERS[0]
  const store = recipient.store.normalize('NFKC')
  return STORES.find(({ chain }) => chain.test(store))?.carrier ?? ''
}

/** Whether a carrier does not go where an order goes: to a door instead of a store, or to another chain's. */
export function isOtherWay(order: SentOrder, carrier: string): boolean {
  const isToStore = TO_STORE.test(carrier)
  if (order.shippingMethod === 'home') return isToStore
  if (!isToStore) return true
  const chain = STORES.find((one) => one.chain.test(carrier.normalize('NFKC')))
  const usual = usualCarrier(order)
  return chain !== undefined && usual !== '' && chain.carrier !== usual
}

type RefundNews = { readonly at: string; readonly amount: number; readonly who: string }

/**
 * Refunds since a form showed `left` (whole TWD): who, when, how much, and the rest; in one line
 * of words.
 */
export function refundedSince(order: Order, left: number): string {
  const { payment } = order
  const requests = payment?.refundRequests?.filter(({ state }) => state !== 'refused') ?? []
  const own = requests.map(({ at, amount, who }) => ({ at, amount, who: `${who} 退款` }))
  const others = payment?.refunds.filter(({ key }) => key === undefined) ?? []
  const provider = providerTitle(payment)
  const wordsFor = (kind?: TakenKind) =>
    kind === undefined ? `${provider} 退款` : backWords(provider)[kind]
  const listed = others.map(({ at, amount, kind }) => ({ at, amount, who: wordsFor(kind) }))
  const rest = payment ? unlistedAmount(payment) : 0
  const who = wordsFor(payment?.unlisted)
  const unlisted = { at: payment?.changedAt ?? '', amount: rest, who }
  const all: RefundNews[] = [...own, ...listed, ...(rest > 0 ? [unlisted] : [])]
  const newestFirst = all.toSorted((one, other) => other.at.localeCompare(one.at))

  const now = refundableAmount(order)
  const since: RefundNews[] = []
  let sum = 0
  for (const one of newestFirst) {
    if (sum >= left - now) break
    sum += one.amount
    since.push(one)
  }
  const lines = since.map(({ at, amount, who }) => {
    return `${who} ${formatPrice(amount)}（${formatTime(new Date(at))}）`
  })
  return toSingleLine([...lines, `現在最多可退 ${formatPrice(now)}。`].join('；'))
}

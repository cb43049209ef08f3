import type { Order } from '#lib/order/order.ts'
import type { ErasureResult } from '#lib/owner/customer-data.ts'
import { countLines } from '#lib/owner/stock-count.ts'
import type { Recount } from '#lib/owner/recount.ts'
import { NO_BOOKS } from '#lib/owner/export-row.ts'
import type { MoneyExport, Reconciliation } from '#lib/owner/export-month.ts'
import type { HeldCapture } from '#lib/order/payment/review.ts'
import type { Mailing } from '#lib/mail/send-mails.ts'
import type { ShippingDate } from '#lib/order/view.ts'
import type { ShipDateChange } from '#lib/owner/change-shipping-date.ts'
import type { Sweep } from '#lib/order/payment/sweep-payments.ts'
import { formatPrice } from '#lib/price/price.ts'
import { toSingleLine } from '#lib/text/plain-text.ts'
import { orderLine, unreadableText } from '#lib/owner/order-text.ts'
import { formatTime } from '#lib/time/taipei-time.ts'
import type { Finding } from '#lib/owner/books.ts'
import { PROVIDER_TITLES } from '#lib/order/payment/methods.ts'
import { disagreementText, erasureText, ERASURE_OPEN } from '#lib/owner/messages.ts'

import { output, type CommandOutput } from './usage.ts'

const CAPTURE_WORDS: Readonly<Record<HeldCapture['status'], string>> = {
  completed: '已收款',
  pending: '審核中',
  declined: '未收款',
  refunded: '已全額退款',
  'partly-refunded': '已部分退款',
  other: '狀態不明',
}

function captureLine({ id, status, amount, currency, createTime }: HeldCapture): string {
  return toSingleLine(
    `  PayPal ${id}  ${CAPTURE_WORDS[status]}  ${currency} ${amount}  ${formatTime(new Date(createTime))}`,
  )
}

/** Orders under review, each with its captures and the ways to end it. */
export function reviewsText(
  reviews: readonly { readonly order: Order; readonly captures: readonly HeldCapture[] }[],
): string {
  if (reviews.length === 0) return '沒有待核對的付款或爭議。'
  const blocks = reviews.map(({ order, captures }) => {
    const lines = captures.length > 0 ? captures.map(captureLine) : ['  PayPal 沒有任何款項']
    return [orderLine(order), ...lines].join('\n')
  })
  const next =
    '確認後請執行：npm run orders -- resolve <訂單編號> paid|refunded|expired --reason 原因'
  return [...blocks, `共 ${reviews.length} 筆`, next].join('\n\n')
}

/** Result of a sweep in one line. */
export function sweepText({
  looked,
  moved,
  failed,
  unreadable,
  mails,
}: Sweep & { readonly mails: Mailing }): string {
  const bad = unreadable === 0 ? '' : `另有 ${unreadable} 筆訂單資料無法讀取。`
  return `檢查了 ${looked} 筆未完成的訂單，${moved} 筆有進展，${failed} 筆這次查不到，下次再試。${bad}寄出 ${mails.sent} 封信，${mails.later} 封稍後再寄，${mails.failed} 封寄不到。`
}

/** What a comparison of the counters with the orders found and put right. */
export function recountText(counted: Recount): CommandOutput {
  const lines = countLines(counted)
  const { orders, unsettled, unreadable, ownerless } = counted
  const moving = `${unsettled} 項的訂單一直在變，這次沒有核對；請稍後再執行一次。`
  const summary =
    lines.length === 0 ? '數字都和訂單相同。' : `改正或要核對的有 ${lines.length} 項：`
  const all = [`核對了 ${orders} 筆訂單。${summary}`, ...lines, ...(unsettled > 0 ? [moving] : [])]
  return output(all.join('\n'), unsettled + unreadable.length + ownerless.length === 0)
}

/** Result of a change of the shipping day, and the orders left to do by hand. */
export function redatedText(
  { product, shipsAbout }: ShippingDate,
  { moved, same, unreadable }: ShipDateChange,
): string {
  const lines = [
    `${moved} 筆訂單的預計出貨日改為 ${shipsAbout}，買家會收到通知；${same} 筆原本就是這一天。`,
    `商品頁的日期請改 content/products/${product}.md 的 estimated_ship_date。`,
    ...unreadableText(unreadable),
  ]
  return lines.join('\n')
}

function findingLine({ provider, what, number, transaction, amount }: Finding): string {
  const facts = [
    number || '（沒有訂單編號）',
    transaction && `${PROVIDER_TITLES[provider ?? 'paypal']} ${transaction}`,
    amount === undefined ? undefined : formatPrice(amount),
  ]
  return toSingleLine(`  ${facts.filter(Boolean).join('  ')}：${disagreementText(what, provider)}`)
}

/** A day's books side by side, and what does not agree. */
export function reconciliationText(
  day: string,
  { findings, readBack, ...paypal }: Reconciliation,
): string {
  const sums = [{ ...paypal, provider: 'paypal' as const }, ...readBack].map(
    ({ provider, sales, sold, refunds, givenBack }) =>
      `${day}　${PROVIDER_TITLES[provider]} 收款 ${sales} 筆 ${formatPrice(sold)}，退款 ${refunds} 筆 ${formatPrice(givenBack)}`,
  )
  if (findings.length === 0) return [...sums, '和商店的訂單一致。'].join('\n')
  return [...sums, `有 ${findings.length} 處不一致：`, ...findings.map(findingLine)].join('\n')
}

/** Which shop the commands act on, in one line. */
export function shopText(shop: {
  readonly mode: 'local' | 'production'
  readonly NEXT_PUBLIC_SITE_URL: string
  readonly FIREBASE_PROJECT_ID: string
  readonly PAYPAL_ENVIRONMENT: 'sandbox' | 'live'
}): string {
  const { mode, NEXT_PUBLIC_SITE_URL: site, FIREBASE_PROJECT_ID: project } = shop
  if (mode === 'local') return `商店：這台電腦上的練習商店 ${site}`
  const money = shop.PAYPAL_ENVIRONMENT === 'live' ? '真實款項' : 'PayPal 測試環境'
  return `商店：${site}（正式，專案 ${project}，${money}）`
}

/** Sums of a month, and whether PayPal's agree. */
export function moneyText({ totals, hasBooks, findings }: MoneyExport): string[] {
  const { sales, sold, givenBack, fees, net, unbooked } = totals
  const sums = `收款 ${sales} 筆 ${formatPrice(sold)}，退回 ${formatPrice(givenBack)}，手續費 ${formatPrice(fees)}，淨額 ${formatPrice(net)}`
  if (!hasBooks) return [sums, NO_BOOKS]
  const late = unbooked === 0 ? [] : [`其中 ${unbooked} 筆 PayPal 的帳上還沒有（最多晚三小時）。`]
  const agree =
    findings.length === 0 ? ['和 PayPal 的帳一致。'] : [`有 ${findings.length} 處不一致：`]
  return [sums, ...late, ...agree, ...findings.map(findingLine)]
}

/** Reports what an erasure removed and kept, and why. */
export function erasedText({ hadAccount, orders }: ErasureResult): CommandOutput {
  const lines = orders.map(({ number, erasure }) => `  ${number}  ${erasureText(erasure)}`)
  if (orders.some(({ erasure }) => erasure.kind === 'open')) {
    return output([`${ERASURE_OPEN}：`, ...lines].join('\n'), false)
  }
  const account = hadAccount ? '已刪除帳號、預設收件資料和登入方式。' : '這位顧客沒有帳號。'
  return output([account, ...lines].join('\n'))
}

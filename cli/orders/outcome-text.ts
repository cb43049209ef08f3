import type { Order } from '#lib/order/order.ts'
import type { OrdersRead } from '#lib/adapters/firestore/orders.ts'
import type { HeldCapture } from '#lib/payment/review.ts'
import type { Sweep } from '#lib/payment/sweep-payments.ts'
import { formatPrice } from '#lib/price/price.ts'
import { oneLine } from '#lib/site/plain-text.ts'
import { orderLine } from '#lib/owner/order-text.ts'
import type { Finding } from '#lib/owner/reconciliation.ts'
import { DISAGREEMENTS } from '#lib/owner/messages.ts'

/** The documents that can't be read, in one line; nothing when there is none. */
export function unreadableText(unreadable: readonly string[]): string[] {
  return unreadable.length === 0
    ? []
    : [`有 ${unreadable.length} 筆訂單資料無法讀取，未列在內：${unreadable.join('、')}`]
}

/** A list of orders, one a line, and how many they are. */
export function ordersText({ orders, unreadable }: OrdersRead): string {
  const lines =
    orders.length === 0
      ? ['沒有符合的訂單。']
      : [...orders.map(orderLine), `共 ${orders.length} 筆`]
  return [...lines, ...unreadableText(unreadable)].join('\n')
}

function captureLine({ id, status, amount, currency, createTime }: HeldCapture): string {
  return oneLine(`  PayPal ${id}  ${status}  ${currency} ${amount}  ${createTime}`)
}

/** What awaits the owner's decision, each with PayPal's captures and how to end it. */
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

/** What a sweep did, in one line. */
export function sweepText({ looked, moved, failed, unreadable }: Sweep): string {
  const bad = unreadable === 0 ? '' : `另有 ${unreadable} 筆訂單資料無法讀取。`
  return `檢查了 ${looked} 筆未完成的訂單，${moved} 筆有進展，${failed} 筆這次查不到，下次再試。${bad}`
}

function findingLine({ what, number, transaction, amount }: Finding): string {
  const facts = [
    number || '（沒有訂單編號）',
    transaction && `PayPal ${transaction}`,
    amount === undefined ? undefined : formatPrice(amount),
  ]
  return oneLine(`  ${facts.filter(Boolean).join('  ')}：${DISAGREEMENTS[what]}`)
}

/** A day's books side by side, and what does not agree. */
export function reconciliationText(
  day: string,
  books: {
    readonly sales: number
    readonly sold: number
    readonly refunds: number
    readonly givenBack: number
    readonly findings: readonly Finding[]
  },
): string {
  const sums = `${day}　PayPal 收款 ${books.sales} 筆 ${formatPrice(books.sold)}，退款 ${books.refunds} 筆 ${formatPrice(books.givenBack)}`
  if (books.findings.length === 0) return `${sums}\n和商店的訂單一致。`
  return [sums, `有 ${books.findings.length} 處不一致：`, ...books.findings.map(findingLine)].join(
    '\n',
  )
}

import { SHIPPING_LABELS } from '#lib/delivery/recipient.ts'
import { isCancellationRequested } from '#lib/order/cancel-right-view.ts'
import type { Order } from '#lib/order/order.ts'
import { openReturn } from '#lib/order/return/return-rules.ts'
import { unrefundedReturn } from '#lib/payment/refund/refundable.ts'
import { ownerReductionName, reductionText } from '#lib/price/reduction-labels.ts'
import { formatTime } from '#lib/time/taipei-time.ts'
import { RETURN_LABELS, UNREFUNDED_LABELS } from './return-labels.ts'

export function time(at: string): string {
  return formatTime(new Date(at))
}

/** What codes and offers took off an order, in one line. */
export function reductionsText({ reductions = [] }: Pick<Order, 'reductions'>): string {
  return reductions
    .map((reduction) => `${ownerReductionName(reduction)} ${reductionText(reduction)}`)
    .join('；')
}

/** The documents that can't be read, in one line, or none when there is none. */
export function unreadableText(unreadable: readonly string[]): string[] {
  return unreadable.length === 0
    ? []
    : [`有 ${unreadable.length} 筆訂單資料無法讀取，未列在內：${unreadable.join('、')}`]
}

/** How an order is delivered, as text; one that goes nowhere was handed over. */
export function deliveryText(order: Order): string {
  return destination(order) === '' ? '當場交貨' : SHIPPING_LABELS[order.shippingMethod]
}

/** Delivery place of an order in one line. */
export function destination({ recipient, shippingMethod }: Order): string {
  const { zipcode, city, area, address, store } = recipient
  return shippingMethod === 'store' ? store : `${zipcode} ${city}${area}${address}`.trim()
}

/** What waits for the owner of an order beside its payment, for the list: returns and a cancellation; empty for nothing. */
export function waitingText(order: Order): string {
  const open = openReturn(order)
  const returned = open ? RETURN_LABELS[open.state] : unrefundedReturn(order) && UNREFUNDED_LABELS
  return [isCancellationRequested(order) ? '申請取消' : '', returned].filter(Boolean).join('・')
}

/** The returns and exchanges of an order, one in a line. */
export function returnTexts({ returns = [], items }: Order): string {
  return returns
    .map(({ state, items: some, answer, parcel }) => {
      const units = some.map(({ index, quantity, size }) => {
        const wish = size === undefined ? '' : `換 ${size}`
        return `${items[index]?.title ?? ''} ${items[index]?.size ?? ''} ×${quantity} ${wish}`.trim()
      })
      const sent = parcel ? `，換貨 ${parcel.carrier} ${parcel.trackingNumber}` : ''
      const said = answer === undefined ? '' : `，回覆：${answer}`
      return `${RETURN_LABELS[state]}（${units.join('；')}${sent}${said}）`
    })
    .join('\n')
}

/** Returns the restocked units as text, or an empty text. */
export function restockedText({ restocked = [] }: Order): string {
  const units = restocked.reduce((sum, count) => sum + count, 0)
  return units === 0 ? '' : `${units} 件`
}

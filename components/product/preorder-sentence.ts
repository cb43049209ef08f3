import { cancelRightSentence, cancelUntil } from '#lib/order/cancel-right-view.ts'
import { type Availability, hasPassed } from '#lib/product/availability.ts'
import type { Product } from '#lib/product/product.ts'
import { formatDay } from '#lib/time/taipei-time.ts'

type Dates = Pick<Product, 'preorder' | 'preorder_deadline' | 'estimated_ship_date'>

type Terms = Dates & Pick<Product, 'preorder_limit'>

/** The dates of a pre-order in a few words. */
export function preorderDates({
  preorder_deadline: until,
  estimated_ship_date: ships,
}: Dates): string {
  return [
    until === undefined ? '' : `預購至 ${formatDay(until)}`,
    ships === undefined ? '' : `預計 ${formatDay(ships)}前後出貨`,
  ]
    .filter(Boolean)
    .join('，')
}

/**
 * One sentence about the pre-order's dates and limit. Omits the units left: the page may be an
 * hour old.
 */
export function preorderSentence({
  preorder,
  preorder_deadline: deadline,
  estimated_ship_date: ships,
  preorder_limit: limit,
}: Terms): string | undefined {
  if (!preorder || ships === undefined) return undefined
  const until =
    deadline === undefined ? '先訂購、後製作，' : `預購至 ${formatDay(deadline)}，收單後製作，`
  const units = limit === undefined ? '' : `限量 ${limit.toLocaleString('en-US')} 件，`
  return `預購商品：${until}${units}預計 ${formatDay(ships)}前後出貨。`
}

/** Sentences about shipping, by how the product is sold. */
export type PromiseSentences = { readonly [Is in Availability]?: string | undefined }

/** Sentences of a page about shipping, by how the product is sold; goods that are here need none. */
export function promiseSentences(product: Terms): PromiseSentences {
  const { estimated_ship_date: day } = product
  if (day === undefined) return { preorder: preorderSentence(product) }
  const about = `${formatDay(day)}前後出貨`
  return {
    preorder: preorderSentence(product),
    'back-order': `這一批還在製作，預計 ${about}。`,
    paused: `這一批原訂 ${about}，新的日期正在確認，確認之後才會再開放購買；已經訂購者會收到通知。`,
  }
}

/** How a product is sold, in a few words for a list. */
export function stateText(product: Terms, is: Availability): string {
  const { estimated_ship_date: day } = product
  const about = day === undefined ? '' : `預計 ${formatDay(day)}前後出貨`
  const labels: Record<Availability, string> = {
    'in-stock': '現貨',
    preorder: ['預購中', preorderDates(product)].filter(Boolean).join('，'),
    'back-order': about,
    paused: '暫停販售，出貨日確認中',
    'sold-out': '已售完',
  }
  return labels[is]
}

/** Sentence that says when unknown facts of a pre-order will be known, and the right to cancel. */
export function factsSentence(by: string, now = new Date()): string {
  const right = { factsBy: by, until: cancelUntil(by) }
  const kind = hasPassed(by, now) ? 'late' : 'waiting'
  return cancelRightSentence({ kind, ...right }, now) ?? ''
}

/** Says until when a sale price applies. */
export function saleSentence(until: string): string {
  return `優惠至 ${formatDay(until)}（當天結束）`
}

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
 * One sentence about the pre-order's dates and limit. Omits the pieces left: the page may be an
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
  const pieces = limit === undefined ? '' : `限量 ${limit.toLocaleString('en-US')} 件，`
  return `預購商品：${until}${pieces}預計 ${formatDay(ships)}前後出貨。`
}

/** Sentence that says when unknown facts of a pre-order will be known. */
export function factsSentence(by: string): string {
  return `打樣完成後，${formatDay(by)}前公布其餘規格與實品照片；在那之前，可以來信全額取消。`
}

/** Says until when a sale price applies. */
export function saleSentence(until: string): string {
  return `優惠至 ${formatDay(until)}（當天結束）`
}

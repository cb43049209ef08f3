import { lineLeft } from '#lib/ledger/paid-parts.ts'
import type { Order } from '#lib/order/order.ts'
import { unitsPaid } from '#lib/price/price.ts'

/** One unit of a line, by the line's place, and what was paid for it in whole TWD. */
export type RefundUnit = {
  readonly line: number
  readonly words: string
  readonly amount: number
}

/**
 * A single unit of each line, as parts that a refund may give back; one of several that are the same, and none where
 * that is all that is left.
 */
export function refundUnits(order: Order, left: number): readonly RefundUnit[] {
  const units = order.items.flatMap((item, line) => {
    const amount = Math.min(unitsPaid(item, 1), lineLeft(order, line))
    const text = [item.title, item.color, item.size].filter(Boolean).join(' ')
    return amount > 0 && amount < left ? [{ line, words: text, amount, id: item.id }] : []
  })
  return [...Map.groupBy(units, ({ id, words, amount }) => `${id} ${words} ${amount}`).values()]
    .flatMap(([first]) => first ?? [])
    .map(({ line, words, amount }) => ({ line, words, amount }))
}

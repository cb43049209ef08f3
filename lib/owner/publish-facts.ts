import 'server-only'

import type { OverrideChange } from '#lib/inventory/inventory-store.ts'
import { moveFactsDay, publishFacts } from '#lib/order/cancel-right.ts'
import { changeContext } from '#lib/order/events.ts'
import { changeOrder } from '#lib/order/order-store.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import { factsDayOf, type Override, shipDayOf } from '#lib/product/override.ts'
import { hasRequiredFacts, missingProof, type Product } from '#lib/product/product.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import { taipeiDay } from '#lib/time/taipei-time.ts'
import { changeProductDay, type DayAnswer, type DayAnswerRefusal } from './change-product-day.ts'
import { isDay } from './month.ts'
import { ordersOfStatus } from './owner-order-store.ts'

async function notifyOrders(
  product: string,
  decide: (order: Order) => OrderChange | undefined,
): Promise<number> {
  const read = await Promise.all((['待付款', '已付款'] as const).map(ordersOfStatus))
  const waiting = read
    .flatMap(({ orders }) => orders)
    .filter((order) => order.cancelRights?.some((right) => right.product === product))
  let told = 0
  for (const order of waiting) {
    if (decide(order) === undefined) continue
    if (await changeOrder(order.id, decide)) told += 1
  }
  return told
}

/** The override once facts and photographs are published; refused where the mail to the buyers would not be true. */
export function publicationOf(
  file: Product,
  stored: Override | undefined,
): Result<OverrideChange, 'facts-missing' | 'photograph-missing' | 'no-day'> {
  if (!hasRequiredFacts(file)) return fail('facts-missing')
  if (missingProof(file).includes('photograph')) return fail('photograph-missing')
  const written = file.facts_known_by
  if (written === undefined) return fail('no-day')
  return ok({ factsPublishedOf: factsDayOf(written, { factsBy: stored?.factsBy }) ?? written })
}

/**
 * Says that a product's facts are published: its buyers are notified by mail, and have 7 days to cancel
 * whole. Again tells those who were not told. Throws DatabaseUnavailable.
 */
export async function publishProductFacts(
  input: DayAnswer,
): Promise<Result<number, DayAnswerRefusal>> {
  const { product, context } = input
  const answered = await changeProductDay(input, '公布規格', publicationOf)
  if (!answered.ok) return answered
  const on = taipeiDay(context.at)
  const by = changeContext(context)
  return ok(await notifyOrders(product, (order) => publishFacts(order, { product, on }, by)))
}

/** Moves the day by which a product's facts are published, and notifies its buyers. Throws DatabaseUnavailable. */
export async function changeFactsDay(
  input: DayAnswer & { readonly until: string; readonly reason: string },
): Promise<Result<number, DayAnswerRefusal>> {
  const { product, until, reason, context } = input
  if (reason.trim() === '') return fail('no-reason')
  const answered = await changeProductDay(input, '更改規格公布日', (file, stored) => {
    if (!isDay(until)) return fail('not-a-day')
    if (until < taipeiDay(context.at)) return fail('day-over')
    const ships = shipDayOf(file.estimated_ship_date, stored)
    const day = factsDayOf(file.facts_known_by, stored)
    if (day === undefined) return fail('no-day')
    if (until <= day) return fail('not-later')
    return ships !== undefined && until > ships ? fail('after-shipping') : ok({ factsBy: until })
  })
  if (!answered.ok) return answered
  const by = changeContext(context, reason)
  return ok(await notifyOrders(product, (order) => moveFactsDay(order, { product, by: until }, by)))
}

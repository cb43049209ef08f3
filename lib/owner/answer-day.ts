import 'server-only'

import { changeOverride, type OverrideChange } from '#lib/inventory/inventory-store.ts'
import { log } from '#lib/log/log.ts'
import { dayNotice } from '#lib/mail/day-notice.ts'
import { isMailEnabled, saveReminders, writeMailOnce } from '#lib/mail/outbox-store.ts'
import { moveFactsDay, publishFacts } from '#lib/order/cancel-right.ts'
import { changeContext, type OwnerContext } from '#lib/order/events.ts'
import { changeOrder } from '#lib/order/order-store.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import { type DayQuestion, dayQuestions, mailDue } from '#lib/product/day-questions.ts'
import { findFileProducts } from '#lib/product/find-products.ts'
import { factsDayOf, type Override, shipDayOf, withOverride } from '#lib/product/override.ts'
import { hasRequiredFacts, missingProof, type Product } from '#lib/product/product.ts'
import { noteOverride, overridesSince } from '#lib/product/watch-overrides.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import { taipeiDay } from '#lib/time/taipei-time.ts'
import { isDay } from './month.ts'
import { ordersOfStatus } from './owner-order-store.ts'
import { changeSale } from './stock.ts'

/** Why a day's question can't be answered so. */
export type DayAnswerRefusal =
  | 'facts-missing'
  | 'photograph-missing'
  | 'no-reason'
  | 'not-later'
  | 'unknown-product'
  | 'not-a-day'
  | 'day-over'
  | 'after-shipping'
  | 'no-day'

type DayAnswer = { readonly product: string; readonly context: OwnerContext }

async function answer(
  { product, context }: DayAnswer,
  reason: string,
  decide: (file: Product, stored: Override | undefined) => Result<OverrideChange, DayAnswerRefusal>,
): Promise<Result<Override, DayAnswerRefusal>> {
  const file = (await findFileProducts()).find(({ id }) => id === product)
  if (!file) return fail('unknown-product')
  const note = { at: context.at.toISOString(), who: context.by, reason }
  const changed = await changeOverride(product, note, ({ override }) => decide(file, override))
  if (!changed.ok) return changed
  noteOverride(product, changed.data)
  log('stock-changed', { product, what: reason })
  return changed
}

/** The override after the goods of the present edition arrived; refused where no day is awaited. */
export function arrivalOf(
  file: Pick<Product, 'estimated_ship_date'>,
  stored: Override | undefined,
): Result<OverrideChange, 'no-day'> {
  const written = file.estimated_ship_date
  const day = shipDayOf(written, stored)
  if (written === undefined || day === undefined) return fail('no-day')
  // The file's own day belongs to this edition too, also where the goods came earlier.
  const arrivedOf = day > written ? day : written
  return ok({ shipsAbout: arrivedOf, arrivedOf })
}

/** Moves the last day (YYYY-MM-DD) of a product's pre-order. Throws DatabaseUnavailable. */
export function moveDeadline(
  day: DayAnswer & { readonly until: string },
): Promise<Result<Override, DayAnswerRefusal>> {
  const { until, context } = day
  return answer(day, '更改預購截止日', (file, stored) => {
    if (!isDay(until)) return fail('not-a-day')
    if (until < taipeiDay(context.at)) return fail('day-over')
    const ships = shipDayOf(file.estimated_ship_date, stored)
    if (file.preorder_deadline === undefined || ships === undefined) return fail('no-day')
    if (until <= file.preorder_deadline) return fail('not-later')
    return until > ships ? fail('after-shipping') : ok({ preorderUntil: until })
  })
}

async function tellOrders(
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
 * Says that a product's facts are published: its buyers are told by mail, and have 7 days to cancel
 * whole. Again tells those who were not told. Throws DatabaseUnavailable.
 */
export async function sayFactsPublished(
  input: DayAnswer,
): Promise<Result<number, DayAnswerRefusal>> {
  const { product, context } = input
  const answered = await answer(input, '公布規格', publicationOf)
  if (!answered.ok) return answered
  const on = taipeiDay(context.at)
  const by = changeContext(context)
  return ok(await tellOrders(product, (order) => publishFacts(order, { product, on }, by)))
}

/** Moves the day by which a product's facts are published, and tells its buyers. Throws DatabaseUnavailable. */
export async function changeFactsDay(
  input: DayAnswer & { readonly until: string; readonly reason: string },
): Promise<Result<number, DayAnswerRefusal>> {
  const { product, until, reason, context } = input
  if (reason.trim() === '') return fail('no-reason')
  const answered = await answer(input, '更改規格公布日', (file, stored) => {
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
  return ok(await tellOrders(product, (order) => moveFactsDay(order, { product, by: until }, by)))
}

/** Ends the sale of a product; its orders are made and shipped as promised. Throws DatabaseUnavailable. */
export function endSale(day: DayAnswer) {
  return changeSale({ ...day, isOffSale: true, reason: '結束銷售' })
}

/** The questions of all products' days, by what the database says now. One query. Throws DatabaseUnavailable. */
export async function findDayQuestions(now = new Date()): Promise<readonly DayQuestion[]> {
  const [files, overrides] = await Promise.all([findFileProducts(), overridesSince('')])
  return files.flatMap((file) => dayQuestions(withOverride(file, overrides.get(file.id)), now))
}

/** Asks the owner about days by mail, once for each of their times. Throws DatabaseUnavailable. */
export async function askAboutDays(now: Date): Promise<void> {
  if (!isMailEnabled()) return
  for (const question of await findDayQuestions(now)) {
    const before = mailDue(question, now)
    if (before !== undefined) await writeMailOnce(dayNotice(question, before), now)
  }
}

/** Switches the reminder of unpaid orders on or off. Throws DatabaseUnavailable. */
export async function switchReminders({
  reminders,
}: {
  readonly reminders: 'on' | 'off'
}): Promise<Result<null, never>> {
  await saveReminders(reminders === 'on')
  return ok(null)
}

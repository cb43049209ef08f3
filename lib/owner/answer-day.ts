import 'server-only'

import { changeOverride, type OverrideChange, readTaken } from '../order/stock-store.ts'
import { overridesSince, findFileProducts, noteOverride } from '#lib/product/find-products.ts'
import { log } from '../log/log.ts'
import {
  type Override,
  factsDayOf,
  shipDayOf,
  withOverride,
  type Product,
  hasRequiredFacts,
  missingProof,
  type DayQuestion,
  dayQuestions,
  mailDue,
} from '../product/product.ts'
import { fail, ok, type Result } from '../result.ts'
import { type OwnerContext, changeContext } from './owner-context.ts'
import {
  correctStock,
  type StockCorrection,
  type StockRefusal,
  countsSizes,
  leftOf,
} from './stock-count.ts'
import { isMailEnabled, writeMailOnce, saveReminders } from '../mail/outbox-store.ts'
import { type MailDraft, dayNotice } from '../mail/mail.ts'
import type { ReservedStock } from '../order/stock.ts'
import { isPreorderActive } from '../product/availability.ts'
import type { Size } from '../product/sizes.ts'
import { changeOrder } from '../order/order-store.ts'
import { ordersOfStatus, sortedOrders } from './owner-order-store.ts'
import {
  moveFactsDay,
  publishFacts,
  withdrawCancellation,
  type Order,
  type OrderChange,
} from '../order/order.ts'
import { execute } from '../order/execute.ts'
import { taipeiDay } from '../time/taipei-time.ts'
import { isDay, lastMonths } from './month.ts'

type ChangeResult<Code extends string> = Promise<
  Result<Override, Code | 'unknown-product' | 'no-reason'>
>

type StockInput = {
  readonly product: string
  readonly reason: string
  readonly context: OwnerContext
}

async function fileOf(id: string) {
  return (await findFileProducts()).find((product) => product.id === id)
}

function noteOf({ reason, context }: StockInput) {
  return { at: context.at.toISOString(), who: context.by, reason: reason.trim() }
}

function logChange(product: string, what: string, override: Override): void {
  noteOverride(product, override)
  log('stock-changed', { product, what })
}

/**
 * Corrects a product's stock with a reason. Other instances update within a minute. Throws
 * DatabaseUnavailable.
 */
export async function changeStock({
  change,
  ...correction
}: StockInput & { readonly change: StockCorrection }): ChangeResult<StockRefusal> {
  if (correction.reason.trim() === '') return fail('no-reason')
  const file = await fileOf(correction.product)
  if (!file) return fail('unknown-product')
  const changed = await changeOverride(correction.product, noteOf(correction), (taken) =>
    correctStock(file, taken, change),
  )
  if (changed.ok) logChange(correction.product, 'pieces', changed.data)
  return changed
}

/** Takes a product off sale, or puts it on sale again, with a reason. Throws DatabaseUnavailable. */
export async function changeSale({
  isOffSale,
  ...correction
}: StockInput & { readonly isOffSale: boolean }): ChangeResult<never> {
  if (correction.reason.trim() === '') return fail('no-reason')
  if (!(await fileOf(correction.product))) return fail('unknown-product')
  const changed = await changeOverride<never>(correction.product, noteOf(correction), () =>
    ok({ isOffSale }),
  )
  if (changed.ok) logChange(correction.product, isOffSale ? 'off-sale' : 'on-sale', changed.data)
  return changed
}

/** The owner is notified at this many pieces of a size or fewer. */
const LOW_STOCK = 3

/** A size of which few pieces are left, or the product where sizes are not counted. */
export type LowStock = {
  readonly product: string
  readonly title: string
  readonly size?: Size | undefined
  readonly left: number
  /** Start of the count: a new delivery is notified again. */
  readonly since: string
}

const NONE: ReservedStock = { stock: 0, preorder: 0 }

/** The sizes of a product of which few pieces are left; none where none was ever there, or all is a pre-order. */
export function lowStockOf(product: Product, taken: ReservedStock, now: Date): readonly LowStock[] {
  const { override } = taken
  const { stock = product.stock, isOffSale = false, changedAt: since = '' } = override ?? {}
  if (stock === 0 || isOffSale || isPreorderActive(product, now)) return []
  const sizes = countsSizes(product, taken) ? product.sizes : [undefined]
  return sizes.flatMap((size) => {
    const left = leftOf(product, taken, size)
    const { id, title } = product
    return left > LOW_STOCK ? [] : [{ product: id, title, size, left: Math.max(0, left), since }]
  })
}

/** Returns the sizes running low. One read a product. Throws DatabaseUnavailable. */
export async function findLowStock(now = new Date()): Promise<readonly LowStock[]> {
  const products = await findFileProducts()
  const taken = await readTaken(products.map(({ id }) => id))
  return products.flatMap((product) => lowStockOf(product, taken.get(product.id) ?? NONE, now))
}

/** Returns the owner's mail about a size running low; one per stock correction. */
export function lowStockNotice({ product, title, size, left, since }: LowStock): MailDraft {
  const event = `low-stock-${product}-${size ?? 'all'}-${since}`.replaceAll(/[^\w-]/g, '_')
  const values = { low_product: [title, size].filter(Boolean).join(' '), pieces_left: String(left) }
  return { id: event, event, kind: 'owner-low-stock', values }
}

/** Notifies the owner once per size running low. Throws DatabaseUnavailable. */
export async function noteLowStock(now: Date): Promise<void> {
  if (!isMailEnabled()) return
  for (const low of await findLowStock(now)) await writeMailOnce(lowStockNotice(low), now)
}

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

async function fileOfAnswerDay(id: string): Promise<Product | undefined> {
  return (await findFileProducts()).find((product) => product.id === id)
}

async function answer(
  { product, context }: DayAnswer,
  reason: string,
  decide: (file: Product, stored: Override | undefined) => Result<OverrideChange, DayAnswerRefusal>,
): Promise<Result<Override, DayAnswerRefusal>> {
  const file = await fileOfAnswerDay(product)
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

/** Notes that a buyer who asked to cancel keeps the order. Throws DatabaseUnavailable. */
export function keepOrder({
  orderId,
  reason,
  context,
}: {
  readonly orderId: string
  readonly reason: string
  readonly context: OwnerContext
}) {
  return execute(orderId, (stored) => withdrawCancellation(stored, changeContext(context, reason)))
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

/** The most months that are listed. */
const MOST = 60

/**
 * Returns the months (YYYY-MM) since the first order, the newest first. One read. Throws
 * DatabaseUnavailable.
 */
export async function bookMonths(now = new Date()): Promise<readonly string[]> {
  const { orders } = await sortedOrders(null, { skip: 0, limit: 1, sort: 'oldest' })
  const first = taipeiDay(orders[0] ? new Date(orders[0].createdAt) : now).slice(0, 7)
  return lastMonths(MOST, now).filter((month) => month >= first)
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

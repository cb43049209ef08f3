import 'server-only'

import { isMailEnabled, writeMailOnce } from '../adapters/firestore/outbox.ts'
import {
  changeOverride,
  type OverrideChange,
  overridesSince,
} from '../adapters/firestore/overrides.ts'
import { log } from '../log/log.ts'
import { dayNotice } from '../mail/day-notice.ts'
import { type DayQuestion, dayQuestions, mailDue } from '../product/day-questions.ts'
import { findFileProducts } from '../product/find-products.ts'
import { noteOverride } from '../product/known-overrides.ts'
import { type Override, shipDayOf, withOverride } from '../product/override.ts'
import type { Product } from '../product/product.ts'
import { fail, ok, type Result } from '../result.ts'
import { taipeiDay } from '../time/taipei-time.ts'
import { changeSale } from './change-stock.ts'
import { isDay } from './month.ts'
import type { OwnerContext } from './owner-context.ts'

/** Why a day's question can't be answered so. */
export type DayAnswerRefusal =
  | 'unknown-product'
  | 'not-a-day'
  | 'day-over'
  | 'after-shipping'
  | 'no-day'

type DayAnswer = { readonly product: string; readonly context: OwnerContext }

async function fileOf(id: string): Promise<Product | undefined> {
  return (await findFileProducts()).find((product) => product.id === id)
}

async function answer(
  { product, context }: DayAnswer,
  reason: string,
  decide: (file: Product, stored: Override | undefined) => Result<OverrideChange, DayAnswerRefusal>,
): Promise<Result<Override, DayAnswerRefusal>> {
  const file = await fileOf(product)
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

/** Says that a product's goods are here: ends its pre-order and its shipping day. Throws DatabaseUnavailable. */
export function sayArrived(input: DayAnswer): Promise<Result<Override, DayAnswerRefusal>> {
  return answer(input, '貨到了', arrivalOf)
}

/** Moves the last day (YYYY-MM-DD) of a product's pre-order. Throws DatabaseUnavailable. */
export function moveDeadline(
  input: DayAnswer & { readonly until: string },
): Promise<Result<Override, DayAnswerRefusal>> {
  const { until, context } = input
  return answer(input, '更改預購截止日', (file, stored) => {
    if (!isDay(until)) return fail('not-a-day')
    if (until < taipeiDay(context.at)) return fail('day-over')
    const ships = shipDayOf(file.estimated_ship_date, stored)
    if (file.preorder_deadline === undefined || ships === undefined) return fail('no-day')
    return until > ships ? fail('after-shipping') : ok({ preorderUntil: until })
  })
}

/** Ends the sale of a product; its orders are made and shipped as promised. Throws DatabaseUnavailable. */
export function endSale(input: DayAnswer) {
  return changeSale({ ...input, isOffSale: true, reason: '結束銷售' })
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

import 'server-only'

import { type Override, shipDayOf } from '#lib/product/override.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import { taipeiDay } from '#lib/time/taipei-time.ts'
import { changeProductDay, type DayAnswer, type DayAnswerRefusal } from './change-product-day.ts'
import { isDay } from './month.ts'

/** Moves the last day (YYYY-MM-DD) of a product's pre-order. Throws DatabaseUnavailable. */
export function moveDeadline(
  day: DayAnswer & { readonly until: string },
): Promise<Result<Override, DayAnswerRefusal>> {
  const { until, context } = day
  return changeProductDay(day, '更改預購截止日', (file, stored) => {
    if (!isDay(until)) return fail('not-a-day')
    if (until < taipeiDay(context.at)) return fail('day-over')
    const ships = shipDayOf(file.estimated_ship_date, stored)
    if (file.preorder_deadline === undefined || ships === undefined) return fail('no-day')
    if (until <= file.preorder_deadline) return fail('not-later')
    return until > ships ? fail('after-shipping') : ok({ preorderUntil: until })
  })
}

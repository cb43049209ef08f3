'use server'

import { z } from 'zod'

import { staffListAction, ordersField } from '#app/owner-action.ts'
import { completeOrders } from '#lib/owner/edit-order.ts'
import { keepOrderSearch } from '#lib/owner/find-orders.ts'
import { LONGEST_SEARCH } from '#lib/owner/order-views.ts'
import { ok, type Result } from '#lib/result.ts'
import { singleLineText } from '#lib/text/text-schemas.ts'

/** Marks the chosen orders 已完成. */
export const completeChosenAction = staffListAction(ordersField, completeOrders)

const choice = singleLineText(20).default('')
const searchSchema = z.object({
  search: singleLineText(LONGEST_SEARCH),
  view: choice,
  sort: choice,
  from: choice,
  to: choice,
  delivery: choice,
})

/** Keeps what is searched for in the session. Answers the address of the list: no person stands in it. */
export const searchOrdersAction = staffListAction(
  searchSchema,
  async (request, { session }): Promise<Result<{ readonly path: string }, never>> =>
    ok({ path: await keepOrderSearch(session, request) }),
)

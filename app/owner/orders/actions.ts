'use server'

import { z } from 'zod'

import { ownerSessionAction } from '#app/owner-action.ts'
import { keepOrderSearch } from '#lib/owner/kept-searches.ts'
import { LONGEST_SEARCH } from '#lib/owner/order-views.ts'
import { ok, type Result } from '#lib/result.ts'
import { lineSchema } from '#lib/site/plain-text.ts'

const schema = z.object({ search: lineSchema(LONGEST_SEARCH) })

/** Keeps what is searched for in the session, and answers the list's address: no person stands in it. */
export const searchOrdersAction = ownerSessionAction(
  schema,
  async ({ search }, { session }): Promise<Result<{ readonly path: string }, never>> =>
    ok({ path: await keepOrderSearch(session, search) }),
)

import type { OrderListResult } from '#lib/owner/change-orders.ts'
import type { Result } from '#lib/result.ts'
import type { OwnerFailure } from './owner-failure.ts'

/** The answer to a form of the owner's page; of a list, what became of its orders. */
export type OwnerAnswer = Result<OrderListResult<OwnerFailure> | null, OwnerFailure>

/** The server action of such a form, passed by the page: it takes the fields as they were typed. */
export type OwnerAction = (fields: Readonly<Record<string, string>>) => Promise<OwnerAnswer>

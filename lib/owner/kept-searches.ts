import 'server-only'

import { keepSearch, keptSearch } from '../adapters/firestore/sessions.ts'
import { ownerListPath, type OwnerQuery } from './order-views.ts'

/** Keeps what an owner searches for in the session. Returns the address of the results, in which no person stands. */
export async function keepOrderSearch(session: string, search: string): Promise<string> {
  return ownerListPath({ kept: search === '' ? '' : await keepSearch(session, search) })
}

/** A query with what its session searched for. Throws DatabaseUnavailable. */
export async function withKeptSearch(session: string, query: OwnerQuery): Promise<OwnerQuery> {
  return query.kept === '' ? query : { ...query, search: await keptSearch(session, query.kept) }
}

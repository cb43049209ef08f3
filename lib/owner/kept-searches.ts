import 'server-only'

import { keepSearch, keptSearch } from '../adapters/firestore/sessions.ts'
import { ownerListPath, ownerQuery, type OwnerQuery } from './order-views.ts'

/** Keeps an owner's search in the session. Returns the address of its results, in which no person stands. */
export async function keepOrderSearch(
  session: string,
  request: { readonly search: string; readonly [name: string]: unknown },
): Promise<string> {
  const { search } = request
  const kept = search === '' ? '' : await keepSearch(session, search)
  return ownerListPath(ownerQuery({ ...request, search: '', kept }))
}

/** A query with what its session searched for. Throws DatabaseUnavailable. */
export async function withKeptSearch(session: string, query: OwnerQuery): Promise<OwnerQuery> {
  return query.kept === '' ? query : { ...query, search: await keptSearch(session, query.kept) }
}

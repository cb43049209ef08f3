import { project } from './fields.ts'
import type { History, View } from './history.ts'
import type { ListRequest } from './messages.ts'
import { checkId, checkParent, compareNames, compareText, parseFieldPath } from './names.ts'
import { notServed } from './refusal.ts'
import { toDocument } from './writes.ts'

/** One page after the token, which is the last entry of the page before. */
function pageOf(
  all: readonly string[],
  { pageSize = 0, pageToken = '' }: ListRequest,
  compare: (a: string, b: string) => number,
) {
  const rest = all.toSorted(compare).filter((entry) => !pageToken || compare(entry, pageToken) > 0)
  const entries = pageSize > 0 ? rest.slice(0, pageSize) : rest
  const nextPageToken = entries.length < rest.length ? entries.at(-1) : undefined
  return { entries, next: nextPageToken === undefined ? {} : { nextPageToken } }
}

const holds = (view: View, collection: string) => view.collection(collection).length > 0

/** The next part of each path below the given one. */
const nextParts = (paths: readonly string[], above: string) =>
  paths.map((path) => path.slice(above.length + 1).split('/')[0] ?? '')

export function listDocuments(history: History, view: View, request: ListRequest) {
  if (request.orderBy) throw notServed('ListDocuments.orderBy')
  if (!request.collectionId) throw notServed('ListDocuments without a collection')
  const collection = `${checkParent(request.parent).parent}/${checkId(request.collectionId)}`
  const paths = request.mask?.fieldPaths.map(parseFieldPath)
  // A document that isn't there is listed, on request, when collections lie below it.
  const below = request.showMissing
    ? history.collectionsBelow(collection).filter((path) => holds(view, path))
    : []
  const parents = nextParts(below, collection).map((id) => `${collection}/${id}`)
  const names = view.collection(collection).map(({ name }) => name)
  const { entries, next } = pageOf([...new Set([...names, ...parents])], request, compareNames)
  const documents = entries.map((name) => {
    const kept = view.document(name)
    return kept ? toDocument({ ...kept, fields: project(kept.fields, paths) }) : { name }
  })
  return { documents, ...next }
}

export function listCollectionIds(history: History, view: View, request: ListRequest) {
  const { parent } = checkParent(request.parent)
  const paths = history.collectionsBelow(parent).filter((path) => holds(view, path))
  const { entries, next } = pageOf([...new Set(nextParts(paths, parent))], request, compareText)
  return { collectionIds: entries, ...next }
}

import 'server-only'

import { PER_PAGE } from '#lib/routes/paging.ts'
import { areHalvesRead, shownHalf, shownHalves } from './shown-halves.ts'

const ONE = /^\/halves\/([^/]+)(?:\/(?:drawing\.svg|share\.png))?$/
const LATER = /^\/halves\/page\/([^/]+)$/
const FIXED: ReadonlySet<string> = new Set(['give', 'mine'])

/**
 * Whether an address names a half, or a page of them, that is not shown. Answered without a read, so that no invented
 * address costs one, or a place in the cache of pages. False while this process does not know them yet.
 */
export function isMissingHalf(path: string): boolean {
  if (!path.startsWith('/halves/') || !areHalvesRead()) return false
  const [, page] = LATER.exec(path) ?? []
  if (page !== undefined) {
    const pages = Math.ceil(shownHalves().length / PER_PAGE)
    return !/^[1-9]\d{0,3}$/.test(page) || Number(page) < 2 || Number(page) > pages
  }
  const [, id] = ONE.exec(path) ?? []
  return id !== undefined && !FIXED.has(id) && shownHalf(id) === undefined
}

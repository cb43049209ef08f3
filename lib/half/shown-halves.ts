import 'server-only'

import type { MotifName } from '#lib/product/product.ts'
import type { GivenHalf } from './given-half.ts'

/** A half as the public sees it. */
export type ShownHalf = Pick<GivenHalf, 'id' | 'motif' | 'half' | 'name'> & {
  readonly shownAt: string
}

/** A change of what the public sees: a half that is shown, or one that no longer is. */
export type PublicChange = {
  readonly id: string
  /** ISO 8601 in UTC. */
  readonly publicAt: string
  readonly shown: ShownHalf | undefined
}

type Known = {
  readonly changes: Map<string, PublicChange>
  /** Whether all that are shown have been read. */
  isRead: boolean
  /** The shown ones, newest first; undefined after a change. */
  list: readonly ShownHalf[] | undefined
}

declare global {
  var shownHalves: Known | undefined
}

// The process's own: Next loads this file once for its start and once for its pages.
const known = (): Known =>
  (globalThis.shownHalves ??= { changes: new Map(), isRead: false, list: undefined })

/** What the public sees of a stored half. */
export function publicChange(half: GivenHalf): PublicChange | undefined {
  const { id, motif, name, isNameHidden, state, shownAt, publicAt } = half
  if (publicAt === undefined) return undefined
  const isShown = state === 'shown' && shownAt !== undefined
  const shown = isShown
    ? { id, motif, half: half.half, name: isNameHidden ? '' : name, shownAt }
    : undefined
  return { id, publicAt, shown }
}

/** Notes what the public sees of a half; answers whether that was another one before. */
export function notePublicChange(change: PublicChange): boolean {
  const { changes } = known()
  const before = changes.get(change.id)
  if (before !== undefined && before.publicAt >= change.publicAt) return false
  changes.set(change.id, change)
  known().list = undefined
  return true
}

/** Notes that all shown halves have been read. */
export function noteHalvesRead(): void {
  known().isRead = true
}

/** Whether this process has read all shown halves. */
export function areHalvesRead(): boolean {
  return known().isRead
}

/** When the newest change that this process knows was made; undefined where it knows none. */
export function newestPublicChange(): string | undefined {
  let newest: string | undefined
  for (const { publicAt } of known().changes.values()) {
    if (newest === undefined || publicAt > newest) newest = publicAt
  }
  return newest
}

/** The halves that are shown, newest first, without a database read. */
export function shownHalves(): readonly ShownHalf[] {
  const state = known()
  state.list ??= [...state.changes.values()]
    .flatMap(({ shown }) => shown ?? [])
    .toSorted((a, b) => (a.shownAt < b.shownAt ? 1 : -1))
  return state.list
}

/** A shown half by its id. */
export function shownHalf(id: string): ShownHalf | undefined {
  return known().changes.get(id)?.shown
}

/** Halves of a strip. */
const STRIP = 6

/** The newest shown halves of these motifs, of all where none are named; at most so many as a strip has. */
export function newestHalves(motifs?: readonly MotifName[]): readonly ShownHalf[] {
  const found: ShownHalf[] = []
  for (const half of shownHalves()) {
    if (motifs === undefined || motifs.includes(half.motif)) found.push(half)
    if (found.length === STRIP) break
  }
  return found
}

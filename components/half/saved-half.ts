import { useSyncExternalStore } from 'react'

import { browserStorage } from '#components/ui/browser.ts'
import { type Half, halfText, readHalf, readSavedHalves, type Sheet } from '#lib/half/half.ts'

const storage = browserStorage('other-half')

// Surfaces of one page and of other tabs follow each other.
const listeners = new Set<() => void>()
function follow(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

const NOTHING: Half = []

/** Keeps the half of a motif in this browser; an empty one is forgotten. */
export function saveHalf(motif: string, half: Half): void {
  const others = readSavedHalves(storage.read()).filter((kept) => kept.motif !== motif)
  const own = half.length === 0 ? [] : [{ motif, half: halfText(half) }]
  storage.write(JSON.stringify([...others, ...own]))
  for (const listener of listeners) listener()
}

const textOf = (motif: string) =>
  readSavedHalves(storage.read()).find((kept) => kept.motif === motif)?.half ?? ''

/** The half of a motif that this browser keeps, empty where it keeps none; surfaces and tabs follow it. */
export function useSavedHalf(motif: string, sheet: Sheet): Half {
  // The stored text decides whether it is another one.
  const text = useSyncExternalStore(
    follow,
    () => textOf(motif),
    () => '',
  )
  return text === '' ? NOTHING : (readHalf(text, sheet) ?? NOTHING)
}

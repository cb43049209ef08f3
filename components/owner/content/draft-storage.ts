'use client'
import { useSyncExternalStore } from 'react'

import type { DraftFile } from '#lib/content-editor/editor.ts'
import { isText, listOf, matchShape, withFields } from '#lib/text/json-shape.ts'
import { isStored } from './stored-picture-shape.ts'

/** A file that waits in this browser to be saved with others, and what it is called. */
export type DraftEntry = DraftFile & { readonly heading: string }

const KEY = 'content-held'

/** More would not be read. */
const MOST = 40

const isEntry = withFields<DraftEntry>({
  path: isText,
  blob: isText,
  version: isText,
  heading: isText,
  pictures: listOf(isStored),
})

const NOTHING = '[]'

function storedText(): string {
  try {
    return localStorage.getItem(KEY) ?? NOTHING
  } catch {
    return NOTHING
  }
}

function entriesIn(text: string): readonly DraftEntry[] {
  try {
    const kept: unknown = JSON.parse(text)
    return (matchShape(listOf(isEntry), kept) ?? []).slice(0, MOST)
  } catch {
    return []
  }
}

/** The files that wait in this browser, or none if it keeps nothing. */
export function readDrafts(): readonly DraftEntry[] {
  return entriesIn(storedText())
}

const CHANGED = 'content-held'

function subscribe(onChange: () => void): () => void {
  for (const event of [CHANGED, 'storage']) addEventListener(event, onChange)
  return () => {
    for (const event of [CHANGED, 'storage']) removeEventListener(event, onChange)
  }
}

/** The files that wait in this browser, as they change; none on the server. */
export function useDrafts(): readonly DraftEntry[] {
  return entriesIn(useSyncExternalStore(subscribe, storedText, () => NOTHING))
}

/** Keeps the files that wait; returns false if the browser keeps nothing. */
function writeDrafts(entries: readonly DraftEntry[]): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(entries))
    dispatchEvent(new Event(CHANGED))
    return true
  } catch {
    return false
  }
}

/** Adds a file to those that wait, in place of an older text of it. */
export function storeDraft(entry: DraftEntry): boolean {
  return writeDrafts([...readDrafts().filter(({ path }) => path !== entry.path), entry])
}

/** Lets files go that were saved or are not wanted any more. */
export function removeDrafts(paths: readonly string[]): void {
  writeDrafts(readDrafts().filter(({ path }) => !paths.includes(path)))
}

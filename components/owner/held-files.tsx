'use client'

import {
  isText,
  isTrueOrFalse,
  listOf,
  oneOf,
  withFields,
  matchShape,
} from '#lib/text/json-shape.ts'
import { failureText, type OwnerFailure } from './messages.ts'
import type { StoredPicture, Upload } from '#lib/content-editor/stored-pictures.ts'
import { useSyncExternalStore } from 'react'
import type { DraftFile } from '#lib/content-editor/editor.ts'
import { Button } from '#components/ui/button.tsx'
import { contentFilePath } from '#lib/routes/owner-paths.ts'
import { type OwnerAction, OwnerForm } from './owner-form.tsx'
import styles from './owner.module.css'

const CODES = [
  'picture-unusable',
  'picture-name',
  'saved-meanwhile',
  'host-refused',
  'no-repository',
  'proof-needed',
  'too-often',
  'unavailable',
] as const satisfies readonly OwnerFailure[]

const STORED = { src: isText, blobs: listOf(isText), signature: isText }
const isStored = withFields<StoredPicture>(STORED)
const isUpload = withFields<Upload>({ ...STORED, preview: isText })
const hasPicture = withFields({ ok: isTrueOrFalse, data: isUpload })
const isFailure = withFields({ code: oneOf(CODES) })
const hasDetail = withFields({ detail: isText })

/** Whether a picture is held for the save of its file; `data` has the path that content names. */
export function isPictureAnswer(
  answer: unknown,
): answer is { readonly ok: true; readonly data: Upload } {
  return hasPicture(answer) && answer.ok
}

/** Why a picture was not taken, in a sentence. */
export function uploadFailure(answer: unknown): string {
  if (!isFailure(answer)) return failureText({ code: 'network' })
  const { code } = answer
  return failureText({ code, ...(hasDetail(answer) ? { detail: answer.detail } : {}) })
}

/** A file that waits in this browser to be saved with others, and what it is called. */
export type HeldEntry = DraftFile & { readonly heading: string }

const KEY = 'content-held'

/** More would not be read. */
const MOST = 40

const isEntry = withFields<HeldEntry>({
  path: isText,
  blob: isText,
  version: isText,
  heading: isText,
  pictures: listOf(isStored),
})

const NOTHING = '[]'

function keptText(): string {
  try {
    return localStorage.getItem(KEY) ?? NOTHING
  } catch {
    return NOTHING
  }
}

function entriesIn(text: string): readonly HeldEntry[] {
  try {
    const kept: unknown = JSON.parse(text)
    return (matchShape(listOf(isEntry), kept) ?? []).slice(0, MOST)
  } catch {
    return []
  }
}

/** The files that wait in this browser; none where it keeps nothing. */
export function readHeld(): readonly HeldEntry[] {
  return entriesIn(keptText())
}

const CHANGED = 'content-held'

function subscribe(onChange: () => void): () => void {
  for (const event of [CHANGED, 'storage']) addEventListener(event, onChange)
  return () => {
    for (const event of [CHANGED, 'storage']) removeEventListener(event, onChange)
  }
}

/** The files that wait in this browser, as they change; none on the server. */
export function useHeld(): readonly HeldEntry[] {
  return entriesIn(useSyncExternalStore(subscribe, keptText, () => NOTHING))
}

/** Keeps the files that wait; returns false where the browser keeps nothing. */
function writeHeld(entries: readonly HeldEntry[]): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(entries))
    dispatchEvent(new Event(CHANGED))
    return true
  } catch {
    return false
  }
}

/** Adds a file to those that wait, in place of an older text of it. */
export function keepHeld(entry: HeldEntry): boolean {
  return writeHeld([...readHeld().filter(({ path }) => path !== entry.path), entry])
}

/** Lets files go that were saved or are not wanted any more. */
export function dropHeld(paths: readonly string[]): void {
  writeHeld(readHeld().filter(({ path }) => !paths.includes(path)))
}

/** The files that wait in this browser, and the press that saves all of them as one. */
export function HeldPanel({ save }: { save: OwnerAction }) {
  const entries = useHeld()
  if (entries.length === 0) return null
  const files = entries.map(({ heading: _heading, ...file }) => file)
  return (
    <section className={styles.section}>
      <h2>放著、還沒儲存的檔案</h2>
      <p className={styles.soft}>只放在這個瀏覽器裡。一起儲存只算一次變更，主機也只部署一次。</p>
      <ul className={styles.plain}>
        {entries.map(({ path, heading, blob }) => (
          <li key={path}>
            <a href={contentFilePath(path, blob)}>{heading}</a>{' '}
            <Button onClick={() => dropHeld([path])}>不要了：{heading}</Button>
          </li>
        ))}
      </ul>
      <OwnerForm
        action={async (fields) => {
          const answer = await save(fields)
          if (answer.ok) dropHeld(entries.map(({ path }) => path))
          return answer
        }}
        submit={`一起儲存 ${entries.length} 個檔案`}
        done="已一起儲存。主機部署一次，就全部出現在店裡。"
        variant="primary"
      >
        <input type="hidden" name="files" value={JSON.stringify(files)} />
      </OwnerForm>
    </section>
  )
}

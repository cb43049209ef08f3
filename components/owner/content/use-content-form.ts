'use client'
import { startTransition, useEffect, useRef, useState } from 'react'

import { clearOutcome, showOutcome } from '#components/owner/form/outcome.tsx'
import { failureText, type OwnerFailure } from '#components/owner/form/owner-failure.ts'
import { callOwnerAction } from '#components/owner/proof/with-proof.ts'
import { lostCall } from '#components/ui/call-action.ts'
import type { Problems } from '#components/ui/error-summary.tsx'
import type { OpenFile } from '#lib/content-editor/content-files.ts'
import { problemText } from '#lib/content-editor/labels.ts'
import type { StoredPicture } from '#lib/content-editor/stored-pictures.ts'
import type { Result } from '#lib/result.ts'
import { OWNER_PATHS } from '#lib/routes/owner-paths.ts'
import { readDrafts, removeDrafts, storeDraft } from './draft-storage.ts'
import { conflictsOf } from './edit-conflict.ts'
import { mergedText } from './edit-conflict.ts'
import { recordOf, type Values } from './input-values.ts'

type FormValues = Readonly<Record<string, string>>

type Action<Data> = (fields: FormValues) => Promise<Result<Data, OwnerFailure>>

export type Actions = {
  readonly preview: Action<{ readonly html: string }>
  readonly hold: Action<string>
  readonly save: Action<unknown>
  readonly remove: Action<unknown>
}

// The input of a field by its path in the file.
function inputOf(path: string): string {
  const field = path.replace(/ 的.*$/, '')
  return field === '內文' ? 'body' : `field-${field.replaceAll('.', '-')}`
}

const UNCONFIRMED = '複製來的欄位尚未確認：請逐項檢查、修正，再勾選'

// The text that waits in this browser, if that is the one that the form shows.
function heldOf(file: OpenFile) {
  return readDrafts().find(({ path, blob }) => path === file.path && blob === file.held)
}

const TYPED_SINCE = '按下後填寫的內容還在，請再按一次。'

type Step = 'preview' | 'hold' | 'save' | 'remove'

type Draft = {
  readonly values: Values
  readonly body: string
  readonly uploads: readonly StoredPicture[]
}

// What stands in the form after a save: the file as it was stored, and what was typed or uploaded while it was.
function afterSave(present: Draft, sent: Draft, stored: OpenFile): Draft {
  const names = Object.keys({ ...stored.values, ...present.values })
  const values = names.flatMap((name) => {
    const of = present.values[name] === sent.values[name] ? stored.values : present.values
    return name in of ? [[name, of[name]] as const] : []
  })
  return {
    values: Object.fromEntries(values),
    body: present.body === sent.body ? stored.body : present.body,
    uploads: present.uploads.filter((picture) => !sent.uploads.includes(picture)),
  }
}

const isSameText = (a: Draft, b: Draft) =>
  a.values === b.values && a.body === b.body && a.uploads === b.uploads

// Keeps the typed text after every answer, also what is typed while an answer is awaited.
export function useContentForm(input: OpenFile, { preview, hold, save, remove }: Actions) {
  // The version that was opened, to detect a concurrent edit; a save brings the newer one.
  const [file, setFile] = useState(input)
  const [draft, setDraft] = useState<Draft>({ values: file.values, body: file.body, uploads: [] })
  // Where this browser shows what is uploaded and not deployed yet.
  const [addresses, setAddresses] = useState<Readonly<Record<string, string>>>({})
  // What was saved of which page; the next one has the file as it was stored.
  const [saved, setSaved] = useState<{ readonly draft: Draft; readonly page: OpenFile } | null>(
    null,
  )
  const { values, body, uploads } = draft
  const latest = useRef(draft)
  useEffect(() => {
    latest.current = draft
  }, [draft])
  const [problems, setProblems] = useState<Problems | null>(null)
  const [html, setHtml] = useState<string | null>(null)
  const [busy, setBusy] = useState<Step | null>(null)
  const [isConfirmed, setConfirmed] = useState(file.copiedFields.length === 0)
  // Another editor saved the file first; the page brings what was saved.
  const [isBehind, setBehind] = useState(false)
  const theirs = isBehind && input.version !== file.version ? input : undefined
  // Said once that amounts are far from what they were; a second press means them.
  const [isSure, setSure] = useState(false)
  if (saved && input !== saved.page) {
    setSaved(null)
    setFile(input)
    setDraft((present) => afterSave(present, saved.draft, input))
    setConfirmed(input.copiedFields.length === 0)
  }
  const send = async <Data>(step: Step, action: Action<Data>, more: FormValues = {}) => {
    clearOutcome()
    setProblems(null)
    setHtml(null)
    setBehind(false)
    setBusy(step)
    const pictures = JSON.stringify([...(heldOf(file)?.pictures ?? []), ...uploads])
    const sent = { path: file.path, values: JSON.stringify(values), body, pictures }
    const version = heldOf(file)?.version ?? file.version
    const all = { ...sent, version, sure: isSure ? 'yes' : '', ...more }
    const answer = await callOwnerAction(action, all).catch(lostCall)
    setBusy(null)
    if (answer.ok) return answer
    const fields = Object.entries(('fields' in answer && answer.fields) || {})
    const messages = fields.map(([path, text]) => [inputOf(path), problemText(path, text)])
    setProblems({ title: failureText(answer), fields: Object.fromEntries(messages) })
    if (answer.code === 'unlikely-price') setSure(true)
    if (answer.code === 'saved-meanwhile') setBehind(true)
    return undefined
  }
  const isReady = () => {
    if (isConfirmed) return true
    setProblems({ title: '尚無法儲存。', fields: { copied: UNCONFIRMED } })
    return false
  }
  return {
    values,
    body,
    problems,
    html,
    busy,
    pictures: uploads,
    changeValues: (change: (present: unknown) => unknown) => {
      setSure(false)
      setDraft((present) => ({ ...present, values: recordOf(change(present.values)) }))
    },
    changeBody: (change: (present: string) => string) =>
      setDraft((present) => ({ ...present, body: change(present.body) })),
    isConfirmed,
    setConfirmed,
    shown: { ...file.shown, ...addresses },
    addPicture: (picture: StoredPicture, address: string) => {
      setDraft((present) => ({ ...present, uploads: [...present.uploads, picture] }))
      setAddresses((before) => ({ ...before, [picture.src]: address }))
    },
    conflicts: theirs && conflictsOf(draft, file, theirs),
    merge: () => {
      if (!theirs) return
      setBehind(false)
      setProblems(null)
      setFile(theirs)
      setDraft((present) => ({ ...present, ...mergedText(present, file, theirs) }))
    },
    look: async () => setHtml((await send('preview', preview))?.data.html ?? null),
    hold: async () => {
      if (!isReady()) return
      const held = await send('hold', hold)
      if (!held) return
      const pictures = [...(heldOf(file)?.pictures ?? []), ...uploads]
      const version = heldOf(file)?.version ?? file.version
      const { path, heading } = file
      const isKept = storeDraft({ path, heading, blob: held.data, version, pictures })
      if (!isKept) return setProblems({ title: '這個瀏覽器無法暫存檔案，請直接儲存。' })
      const meanwhile = isSameText(latest.current, draft) ? '' : TYPED_SINCE
      showOutcome(`已暫存，尚未儲存。全部修改完成後，請到「內容」按「一起儲存」。${meanwhile}`)
    },
    save: async () => {
      if (!isReady() || !(await send('save', save))) return
      removeDrafts([file.path])
      const meanwhile = isSameText(latest.current, draft) ? '' : TYPED_SINCE
      showOutcome(`已儲存，主機部署後上線。若要復原，請到「內容」。${meanwhile}`)
      startTransition(() => setSaved({ draft, page: input }))
    },
    remove: async () => {
      if (!(await send('remove', remove))) return
      removeDrafts([file.path])
      location.assign(OWNER_PATHS.content)
    },
  }
}

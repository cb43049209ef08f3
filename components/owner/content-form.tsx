'use client'

import { lostCall } from '#components/ui/call-action.ts'
import { startTransition, useEffect, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { TextAreaField } from '#components/ui/field.tsx'
import type { StoredPicture } from '#lib/content-editor/stored-pictures.ts'
import { labelOf, problemWords } from '#lib/content-editor/labels.ts'
import { Fields } from './content-fields.tsx'
import { EditorScopeContext, PictureChoice, recordOf, type Values } from './content-inputs.tsx'
import { callOwnerAction } from './owner-proof.ts'
import { keptForm } from '#components/ui/kept-forms.ts'
import { ErrorSummary, type Problems } from '#components/ui/form.tsx'
import type { OpenFile } from '#lib/content-editor/content-files.ts'
import type { Result } from '#lib/result.ts'
import { OWNER_PATHS } from '#lib/routes/owner-paths.ts'
import { dropHeld, keepHeld, readHeld } from './held-files.tsx'
import { previewMarkup } from '#lib/content-editor/preview-markup.ts'
import { failureText, type OwnerFailure } from './messages.ts'
import { clearOutcome, FocusedNotice, showOutcome, Panel } from './owner-form.tsx'
import contentFormStyles from './owner.module.css'

type FormValues = Readonly<Record<string, string>>
type Action<Data> = (fields: FormValues) => Promise<Result<Data, OwnerFailure>>
type Actions = {
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

const UNCONFIRMED = '照抄來的欄位還沒有確認：看過每一項，改掉不對的，再勾選'

// The fields that came from another file, until the owner has read them.
function CopiedFields({
  names,
  isConfirmed,
  onConfirm,
}: {
  names: readonly string[]
  isConfirmed: boolean
  onConfirm: (isConfirmed: boolean) => void
}) {
  if (names.length === 0) return null
  return (
    <div className={contentFormStyles.unreadable}>
      <p>
        這些欄位和內文是照另一件商品抄來的：{names.map(labelOf).join('、')}。其他的請自行填寫：
        沒有寫的規格、尺寸表、圖樣、標籤與照片，不會替您寫上。
      </p>
      <label className={contentFormStyles.pick} htmlFor="copied">
        <input
          id="copied"
          type="checkbox"
          checked={isConfirmed}
          onChange={({ target }) => onConfirm(target.checked)}
        />
        都看過了，和這件商品相同
      </label>
    </div>
  )
}

// The text that waits in this browser, if that is the one that the form shows.
function heldOf(file: OpenFile) {
  return readHeld().find(({ path, blob }) => path === file.path && blob === file.held)
}

const TYPED_SINCE = '按下之後又填的內容還在這裡，請再按一次。'

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

const isSameText = (one: Draft, other: Draft) =>
  one.values === other.values && one.body === other.body && one.uploads === other.uploads

// Keeps the typed text after every answer, also what is typed while an answer is awaited.
function useContentForm(input: OpenFile, { preview, hold, save, remove }: Actions) {
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
  // Said once that amounts are far from what they were; a second press means them.
  const [isSure, setSure] = useState(false)
  if (saved && input !== saved.page) {
    setSaved(null)
    setFile(input)
    setDraft((present) => afterSave(present, saved.draft, input))
    setConfirmed(input.copiedFields.length === 0)
  }
  const send = async <Data,>(step: Step, action: Action<Data>, more: FormValues = {}) => {
    clearOutcome()
    setProblems(null)
    setHtml(null)
    setBusy(step)
    const pictures = JSON.stringify([...(heldOf(file)?.pictures ?? []), ...uploads])
    const sent = { path: file.path, values: JSON.stringify(values), body, pictures }
    const version = heldOf(file)?.version ?? file.version
    const all = { ...sent, version, sure: isSure ? 'yes' : '', ...more }
    const answer = await callOwnerAction(action, all).catch(lostCall)
    setBusy(null)
    if (answer.ok) return answer
    const fields = Object.entries(('fields' in answer && answer.fields) || {})
    const messages = fields.map(([path, text]) => [inputOf(path), problemWords(path, text)])
    setProblems({ title: failureText(answer), fields: Object.fromEntries(messages) })
    if (answer.code === 'unlikely-price') setSure(true)
    return undefined
  }
  const isReady = () => {
    if (isConfirmed) return true
    setProblems({ title: '還不能儲存。', fields: { copied: UNCONFIRMED } })
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
    look: async () => setHtml((await send('preview', preview))?.data.html ?? null),
    hold: async () => {
      if (!isReady()) return
      const held = await send('hold', hold)
      if (!held) return
      const pictures = [...(heldOf(file)?.pictures ?? []), ...uploads]
      const version = heldOf(file)?.version ?? file.version
      const { path, heading } = file
      const isKept = keepHeld({ path, heading, blob: held.data, version, pictures })
      if (!isKept) return setProblems({ title: '這個瀏覽器不能放著檔案，請直接儲存。' })
      const meanwhile = isSameText(latest.current, draft) ? '' : TYPED_SINCE
      showOutcome(`已暫存，尚未儲存。全部改好以後，到「內容」按「一起儲存」。${meanwhile}`)
    },
    save: async () => {
      if (!isReady() || !(await send('save', save))) return
      dropHeld([file.path])
      const meanwhile = isSameText(latest.current, draft) ? '' : TYPED_SINCE
      showOutcome(`已儲存。主機部署後就會出現在店裡；要復原請到「內容」。${meanwhile}`)
      startTransition(() => setSaved({ draft, page: input }))
    },
    remove: async () => {
      if (!(await send('remove', remove))) return
      dropHeld([file.path])
      location.assign(OWNER_PATHS.content)
    },
  }
}

const MAIL = /^mails\//
const TRADE = 'info/trade.md'

/** Edits a content file: fields, text, preview, and a save that can be undone. */
export function ContentForm({ file, ...actions }: Actions & { file: OpenFile }) {
  const form = useContentForm(file, actions)
  const { values, body, problems, html, busy } = form
  const scope = {
    path: file.path,
    errors: problems?.fields ?? {},
    pictures: form.pictures,
    addPicture: form.addPicture,
    shown: form.shown,
  }
  return (
    <EditorScopeContext value={scope}>
      <form
        ref={keptForm}
        className={contentFormStyles.wide}
        onSubmit={(event) => {
          event.preventDefault()
          void form.save()
        }}
      >
        <ErrorSummary problems={problems} />
        {html === null ? null : (
          <FocusedNotice kind="info" title="沒有錯誤。內文會是這樣：">
            <div className="prose" dangerouslySetInnerHTML={previewMarkup(html, form.shown)} />
          </FocusedNotice>
        )}
        <CopiedFields
          names={file.copiedFields}
          isConfirmed={form.isConfirmed}
          onConfirm={form.setConfirmed}
        />
        <Fields id="field" fields={file.fields} values={values} onChange={form.changeValues} />
        {/* Of the trade only its fields are read. */}
        {file.path === TRADE ? null : (
          <TextAreaField
            id="body"
            label="內文（Markdown）"
            rows={20}
            value={body}
            maxLength={50_000}
            error={problems?.fields?.body}
            onChange={({ target }) => form.changeBody(() => target.value)}
          />
        )}
        {/* A mail shows no pictures. */}
        {file.path === TRADE || MAIL.test(file.path) ? null : (
          <PictureChoice
            id="body"
            label="上傳照片，放在內文最後"
            onDone={(src) => form.changeBody((text) => `${text.trimEnd()}\n\n![](${src})\n`)}
          />
        )}
        <div className={contentFormStyles.bulk}>
          <Button pending={busy === 'preview'} onClick={() => void form.look()}>
            {busy === 'preview' ? '檢查中…' : '檢查並預覽'}
          </Button>
          <Button pending={busy === 'hold'} onClick={() => void form.hold()}>
            {busy === 'hold' ? '處理中…' : '先暫存，稍後一起儲存'}
          </Button>
          <Button type="submit" variant="primary" pending={busy === 'save'}>
            {busy === 'save' ? '儲存中…' : '儲存'}
          </Button>
        </div>
      </form>
      {file.canRemove ? (
        <Panel title="刪除這個檔案">
          <p>刪除以後，店裡就沒有這一頁；連到它的地方要先改掉。可以在「內容」復原。</p>
          <Button variant="danger" pending={busy === 'remove'} onClick={() => void form.remove()}>
            {busy === 'remove' ? '刪除中…' : `刪除${file.heading}`}
          </Button>
        </Panel>
      ) : null}
    </EditorScopeContext>
  )
}

'use client'

import { startTransition, useState } from 'react'

import { callAction } from '#components/ui/call-action.ts'
import { keptForm } from '#components/ui/kept-forms.ts'
import { Button } from '#components/ui/button.tsx'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { TextAreaField } from '#components/ui/field.tsx'
import type { OpenFile } from '#lib/content-editor/editor.ts'
import { fieldWords, labelOf } from '#lib/content-editor/labels.ts'
import type { Result } from '#lib/result.ts'

import { Fields } from './content-fields.tsx'
import { failureText, type OwnerFailure } from './messages.ts'
import { FocusedNotice, showOutcome } from './outcome.tsx'
import styles from './owner.module.css'
import { previewMarkup } from './picture-answer.ts'

type FormValues = Readonly<Record<string, string>>
type Action<Data> = (fields: FormValues) => Promise<Result<Data, OwnerFailure>>
type SaveHandler = { readonly onSaved: () => void }
type Actions = {
  readonly preview: Action<{ readonly html: string }>
  readonly save: Action<unknown>
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
    <div className={styles.unreadable}>
      <p>
        這些欄位和內文是照另一件商品抄來的：{names.map(labelOf).join('、')}。其他的請自己填：
        沒有寫的規格、尺寸表、圖樣、標籤與照片，不會替您寫上。
      </p>
      <label className={styles.pick} htmlFor="copied">
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

// Keeps the typed text after every answer.
function useContentForm(input: OpenFile, { preview, save, onSaved }: Actions & SaveHandler) {
  // The version that was opened, to detect a concurrent edit; answers bring newer ones.
  const [file] = useState(input)
  const [values, setValues] = useState(file.values)
  const [body, setBody] = useState(file.body)
  const [problems, setProblems] = useState<Problems | null>(null)
  const [html, setHtml] = useState<string | null>(null)
  const [busy, setBusy] = useState<'preview' | 'save' | null>(null)
  const [isConfirmed, setConfirmed] = useState(file.copiedFields.length === 0)
  const sent = { path: file.path, values: JSON.stringify(values), body }
  const run = async <Data,>(what: 'preview' | 'save', call: () => ReturnType<Action<Data>>) => {
    setProblems(null)
    setHtml(null)
    setBusy(what)
    const answer = await callAction(call).catch(() => ({ ok: false, code: 'away' }) as const)
    setBusy(null)
    if (answer.ok) return answer.data
    const fields = Object.entries(('fields' in answer && answer.fields) || {})
    const messages = fields.map(([path, text]) => [inputOf(path), `${fieldWords(path)}：${text}`])
    setProblems({ title: failureText(answer), fields: Object.fromEntries(messages) })
    return undefined
  }
  return {
    values,
    body,
    problems,
    html,
    busy,
    setValues,
    setBody,
    look: async () => setHtml((await run('preview', () => preview(sent)))?.html ?? null),
    isConfirmed,
    setConfirmed,
    send: async () => {
      if (!isConfirmed) {
        return setProblems({ title: '還不能儲存。', fields: { copied: UNCONFIRMED } })
      }
      const saved = await run('save', () => save({ ...sent, version: file.version }))
      if (saved === undefined) return
      showOutcome('已儲存。主機部署後就會出現在店裡；要復原請到「內容」。')
      onSaved()
    },
  }
}

/** Edits a content file: fields, text, preview, and a save that can be undone. */
export function ContentForm(input: Actions & { file: OpenFile }) {
  const [times, setTimes] = useState(0)
  const onSaved = () => startTransition(() => setTimes((before) => before + 1))
  return <Editor key={times} {...input} onSaved={onSaved} />
}

function Editor({ file, ...actions }: Actions & SaveHandler & { file: OpenFile }) {
  const { values, body, problems, html, busy, ...form } = useContentForm(file, actions)
  return (
    <form
      ref={keptForm}
      className={styles.wide}
      onSubmit={(event) => {
        event.preventDefault()
        void form.send()
      }}
    >
      <ErrorSummary problems={problems} />
      {html === null ? null : (
        <FocusedNotice kind="info" title="沒有錯誤。內文會是這樣：">
          <div className="prose" dangerouslySetInnerHTML={previewMarkup(html)} />
        </FocusedNotice>
      )}
      <CopiedFields
        names={file.copiedFields}
        isConfirmed={form.isConfirmed}
        onConfirm={form.setConfirmed}
      />
      <Fields id="field" fields={file.fields} values={values} onChange={form.setValues} />
      <TextAreaField
        id="body"
        label="內文（Markdown）"
        rows={20}
        value={body}
        maxLength={50_000}
        onChange={({ target }) => form.setBody(target.value)}
      />
      <div className={styles.bulk}>
        <Button pending={busy === 'preview'} onClick={() => void form.look()}>
          {busy === 'preview' ? '檢查中…' : '檢查並預覽'}
        </Button>
        <Button type="submit" variant="primary" pending={busy === 'save'}>
          {busy === 'save' ? '儲存中…' : '儲存'}
        </Button>
      </div>
    </form>
  )
}

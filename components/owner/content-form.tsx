'use client'

import { type ReactNode, useState, startTransition } from 'react'
import { Button } from '#components/ui/button.tsx'
import { SelectField, TextField, TextAreaField } from '#components/ui/field.tsx'
import type { Field, NamedField, StoredFile } from '#lib/content-editor/repository.ts'
import { flagWords, labelOf, optionWords, fieldWords } from '#lib/content-editor/labels.ts'
import {
  Choices,
  Flag,
  type Input,
  listOf,
  NumberInput,
  recordOf,
  TextInput,
  textOf,
  type Values,
  useEditorScope,
  PictureInput,
  EditorScopeContext,
  PictureChoice,
} from './content-inputs.tsx'
import styles from './content.module.css'
import { callAction } from '#components/ui/call-action.ts'
import { keptForm } from '#components/ui/kept-forms.ts'
import { ErrorSummary, type Problems } from '#components/ui/form.tsx'
import type { OpenFile } from '#lib/content-editor/content-files.ts'
import type { Result } from '#lib/result.ts'
import { OWNER_PATHS } from '#lib/routes/owner-paths.ts'
import { dropHeld, keepHeld, readHeld } from './held-files.tsx'
import { previewMarkup } from '../../lib/content-editor/preview-markup.ts'
import { failureText, type OwnerFailure } from './messages.ts'
import { clearOutcome, FocusedNotice, showOutcome, Panel } from './owner-form.tsx'
import contentFormStyles from './owner.module.css'

const WORDS = ['title', 'question', 'alt', 'name', 'label', 'size', 'from'] as const

// What an entry is about, to tell it from the others while it is folded.
function aboutOf(entry: unknown): string {
  const values = recordOf(entry)
  const [about = ''] = WORDS.map((name) => textOf(values[name])).filter(Boolean)
  return about === '' ? '' : `：${about.slice(0, 40)}`
}

// An entry of several fields, folded; one with a mistake opens by itself, and so does a new one.
function Entry({
  id,
  label,
  isNew,
  children,
}: {
  id: string
  label: string
  isNew: boolean
  children: ReactNode
}) {
  const { errors } = useEditorScope()
  const isWrong = Object.keys(errors).some((one) => one === id || one.startsWith(`${id}-`))
  const [wasWrong, setWasWrong] = useState(isWrong)
  const [isOpen, setOpen] = useState(isWrong || isNew)
  if (isWrong !== wasWrong) {
    setWasWrong(isWrong)
    if (isWrong) setOpen(true)
  }
  return (
    <details
      className={styles.entry}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{label}</summary>
      <div className={styles.item}>{children}</div>
    </details>
  )
}

function List({ id, label, item, value, onChange }: Input & { item: Field }) {
  const { errors } = useEditorScope()
  const items = listOf(value)
  // A label without what it explains in brackets, for what is said of each entry.
  const short = label.replace(/（.*）$/, '')
  const remove = (index: number) => (
    <Button onClick={() => onChange(items.toSpliced(index, 1))}>
      刪除{short} {index + 1}
    </Button>
  )
  return (
    <fieldset className={styles.group} id={id} tabIndex={-1}>
      <legend>{label}</legend>
      {errors[id] === undefined ? null : <p className={styles.problem}>{errors[id]}</p>}
      {items.map((one, index) => {
        const own = `${id}-${index}`
        const change = (next: unknown) => onChange(items.toSpliced(index, 1, next))
        return item.kind === 'group' ? (
          <Entry
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            id={own}
            label={`${short} ${index + 1}${aboutOf(one)}`}
            isNew={Object.keys(recordOf(one)).length === 0}
          >
            <Fields id={own} fields={item.fields} values={recordOf(one)} onChange={change} />
            {remove(index)}
          </Entry>
        ) : (
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className={styles.line}>
            <FieldInput
              id={own}
              label={`${short} ${index + 1}`}
              field={item}
              value={one}
              isRequired
              onChange={change}
            />
            {remove(index)}
          </div>
        )
      })}
      <Button onClick={() => onChange([...items, item.kind === 'group' ? {} : ''])}>
        加一項{short}
      </Button>
    </fieldset>
  )
}

function Group({
  id,
  label,
  fields,
  value,
  isNarrow = false,
  onChange,
}: Input & { fields: readonly NamedField[]; isNarrow?: boolean }) {
  const { errors } = useEditorScope()
  return (
    <fieldset className={styles.group} id={id} tabIndex={-1}>
      <legend>{label}</legend>
      {errors[id] === undefined ? null : <p className={styles.problem}>{errors[id]}</p>}
      <div className={isNarrow ? styles.counts : styles.item}>
        <Fields id={id} fields={fields} values={recordOf(value)} onChange={onChange} />
      </div>
    </fieldset>
  )
}

function FieldInput(input: Input) {
  const { id, label, field, value, isRequired = false, onChange } = input
  const { errors } = useEditorScope()
  switch (field.kind) {
    case 'flag':
      return <Flag {...input} words={flagWords(pathOf(id))} />
    case 'number':
      return <NumberInput {...input} />
    case 'day':
      return (
        <TextField
          id={id}
          error={errors[id]}
          type="date"
          label={label}
          optional={!isRequired}
          value={textOf(value)}
          onChange={({ target }) => onChange(target.value)}
        />
      )
    case 'choice':
      return (
        <SelectField
          id={id}
          error={errors[id]}
          label={label}
          optional={!isRequired}
          value={textOf(value)}
          onChange={({ target }) => onChange(target.value)}
        >
          {isRequired ? null : <option value="">（沒有）</option>}
          {isRequired && textOf(value) === '' ? <option value="">（請選擇）</option> : null}
          {field.options.map((option) => (
            <option key={option} value={option}>
              {optionWords(pathOf(id), option)}
            </option>
          ))}
        </SelectField>
      )
    case 'picture':
      return <PictureInput {...input} />
    case 'choices':
      return <Choices {...input} options={field.options} />
    case 'counts':
      return (
        <Group
          {...input}
          isNarrow
          fields={field.options.map((name) => {
            return { name, isRequired: false, field: { kind: 'number' } as const }
          })}
        />
      )
    case 'list':
      return <List {...input} item={field.item} />
    case 'group':
      return <Group {...input} fields={field.fields} />
    default:
      return <TextInput {...input} />
  }
}

// The path of a field in its file: an input's id is its path, joined by dashes.
function pathOf(id: string): string {
  return id.replace(/^field-/, '').replaceAll('-', '.')
}

/** The fields of a file, each as what its schema takes. */
export function Fields({
  id,
  fields,
  values,
  onChange,
}: {
  id: string
  fields: readonly NamedField[]
  values: Values
  onChange: (values: Values) => void
}) {
  return fields.map(({ name, isRequired, field }) => (
    <FieldInput
      key={name}
      id={`${id}-${name}`}
      label={labelOf(pathOf(`${id}-${name}`))}
      field={field}
      isRequired={isRequired}
      value={values[name]}
      onChange={(value) => onChange({ ...values, [name]: value })}
    />
  ))
}

type FormValues = Readonly<Record<string, string>>
type Action<Data> = (fields: FormValues) => Promise<Result<Data, OwnerFailure>>
type SaveHandler = { readonly onSaved: () => void }
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
        這些欄位和內文是照另一件商品抄來的：{names.map(labelOf).join('、')}。其他的請自己填：
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

type Step = 'preview' | 'hold' | 'save' | 'remove'

// Keeps the typed text after every answer.
function useContentForm(
  input: OpenFile,
  { preview, hold, save, remove, onSaved }: Actions & SaveHandler,
) {
  // The version that was opened, to detect a concurrent edit; answers bring newer ones.
  const [file] = useState(input)
  const [values, setValues] = useState(file.values)
  const [body, setBody] = useState(file.body)
  const [uploads, setUploads] = useState<readonly StoredFile[]>([])
  const [problems, setProblems] = useState<Problems | null>(null)
  const [html, setHtml] = useState<string | null>(null)
  const [busy, setBusy] = useState<Step | null>(null)
  const [isConfirmed, setConfirmed] = useState(file.copiedFields.length === 0)
  // Said once that amounts are far from what they were; a second press means them.
  const [isSure, setSure] = useState(false)
  const send = async <Data,>(step: Step, action: Action<Data>, more: FormValues = {}) => {
    clearOutcome()
    setProblems(null)
    setHtml(null)
    setBusy(step)
    const pictures = JSON.stringify([...(heldOf(file)?.pictures ?? []), ...uploads])
    const sent = { path: file.path, values: JSON.stringify(values), body, pictures }
    const version = heldOf(file)?.version ?? file.version
    const all = { ...sent, version, sure: isSure ? 'yes' : '', ...more }
    const answer = await callAction(action, all).catch(() => ({ ok: false, code: 'away' }) as const)
    setBusy(null)
    if (answer.ok) return answer
    const fields = Object.entries(('fields' in answer && answer.fields) || {})
    const messages = fields.map(([path, text]) => [inputOf(path), `${fieldWords(path)}：${text}`])
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
    setValues: (next: typeof values) => {
      setSure(false)
      setValues(next)
    },
    setBody,
    isConfirmed,
    setConfirmed,
    addPictures: (files: readonly StoredFile[]) => setUploads((before) => [...before, ...files]),
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
      showOutcome('放著了，還沒有儲存。全部改好以後，到「內容」按「一起儲存」。')
    },
    save: async () => {
      if (!isReady() || !(await send('save', save))) return
      dropHeld([file.path])
      showOutcome('已儲存。主機部署後就會出現在店裡；要復原請到「內容」。')
      onSaved()
    },
    remove: async () => {
      if (!(await send('remove', remove))) return
      dropHeld([file.path])
      location.assign(OWNER_PATHS.content)
    },
  }
}

/** Edits a content file: fields, text, preview, and a save that can be undone. */
export function ContentForm(input: Actions & { file: OpenFile }) {
  const [times, setTimes] = useState(0)
  const onSaved = () => startTransition(() => setTimes((before) => before + 1))
  return <Editor key={times} {...input} onSaved={onSaved} />
}

const MAIL = /^mails\//
const TRADE = 'info/trade.md'

function Editor({ file, ...actions }: Actions & SaveHandler & { file: OpenFile }) {
  const form = useContentForm(file, actions)
  const { values, body, problems, html, busy } = form
  const scope = {
    path: file.path,
    errors: problems?.fields ?? {},
    addPictures: form.addPictures,
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
            <div className="prose" dangerouslySetInnerHTML={previewMarkup(html)} />
          </FocusedNotice>
        )}
        <CopiedFields
          names={file.copiedFields}
          isConfirmed={form.isConfirmed}
          onConfirm={form.setConfirmed}
        />
        <Fields id="field" fields={file.fields} values={values} onChange={form.setValues} />
        {/* Of the trade only its fields are read. */}
        {file.path === TRADE ? null : (
          <TextAreaField
            id="body"
            label="內文（Markdown）"
            rows={20}
            value={body}
            maxLength={50_000}
            error={problems?.fields?.body}
            onChange={({ target }) => form.setBody(target.value)}
          />
        )}
        {/* A mail shows no pictures. */}
        {file.path === TRADE || MAIL.test(file.path) ? null : (
          <PictureChoice
            id="body"
            label="上傳照片，放在內文最後"
            onDone={(src) => form.setBody(`${body.trimEnd()}\n\n![](${src})\n`)}
          />
        )}
        <div className={contentFormStyles.bulk}>
          <Button pending={busy === 'preview'} onClick={() => void form.look()}>
            {busy === 'preview' ? '檢查中…' : '檢查並預覽'}
          </Button>
          <Button pending={busy === 'hold'} onClick={() => void form.hold()}>
            {busy === 'hold' ? '處理中…' : '先放著，一起儲存'}
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

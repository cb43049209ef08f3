'use client'

import { SelectField, TextAreaField, TextField } from '#components/ui/field.tsx'
import {
  type FlagWords,
  flagWords,
  labelOf,
  fieldWords,
  optionWords,
} from '#lib/content-editor/labels.ts'
import type { Field, NamedField } from '#lib/content-editor/repository.ts'
import styles from './content.module.css'
import shared from './owner.module.css'
import { Button } from '#components/ui/button.tsx'
import { startTransition, useState } from 'react'
import { callAction } from '#components/ui/call-action.ts'
import { keptForm } from '#components/ui/kept-forms.ts'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import type { OpenFile } from '#lib/content-editor/editor.ts'
import type { Result } from '#lib/result.ts'
import { failureText, type OwnerFailure } from './messages.ts'
import { FocusedNotice, showOutcome } from './outcome.tsx'
import { previewMarkup } from './picture-upload.tsx'

/** Props of a field's input. */
export type Input = {
  readonly id: string
  readonly label: string
  readonly field: Field
  readonly value: unknown
  readonly isRequired?: boolean
  readonly onChange: (value: unknown) => void
}

/** The values of some fields. */
export type Values = Readonly<Record<string, unknown>>

function isRecord(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A value as the input takes it; empty for anything else. */
export const recordOf = (value: unknown): Values => (isRecord(value) ? value : {})
/** A value as the input takes it; empty for anything else. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
/** A value as the input takes it; empty for anything else. */
export const textOf = (value: unknown): string => {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

const LONG = 60

/** A text; a long one in several lines. */
export function TextInput({ id, label, value, isRequired = false, onChange }: Input) {
  const text = textOf(value)
  const field = { id, label, value: text, optional: !isRequired, maxLength: 5000 }
  return text.length > LONG || text.includes('\n') ? (
    <TextAreaField {...field} onChange={({ target }) => onChange(target.value)} />
  ) : (
    <TextField {...field} onChange={({ target }) => onChange(target.value)} />
  )
}

// A number as people write it: 1,280 and １２８０ are 1280.
function typedNumber(typed: string): number | string {
  const plain = typed
    .normalize('NFKC')
    .replaceAll(/(?<=\d),(?=\d{3})/g, '')
    .trim()
  return /^-?\d+(?:\.\d)?$/.test(plain) ? Number(plain) : typed
}

/** A number. Invalid text stays as typed for validation to report. */
export function NumberInput({ id, label, value, isRequired = false, onChange }: Input) {
  return (
    <TextField
      id={id}
      label={label}
      optional={!isRequired}
      inputMode="decimal"
      value={textOf(value)}
      maxLength={9}
      onChange={({ target: { value: typed } }) => {
        onChange(typedNumber(typed))
      }}
    />
  )
}

const FLAG_VALUES: Readonly<Record<string, boolean>> = { yes: true, no: false }

/** Yes, no or left out, each in words with what it does: an empty tick would say nothing of the last two. */
export function Flag({
  id,
  label,
  value,
  isRequired = false,
  words,
  onChange,
}: Input & { words: FlagWords }) {
  const chosen = typeof value === 'boolean' ? (value ? 'yes' : 'no') : ''
  return (
    <SelectField
      id={id}
      label={label}
      optional={!isRequired}
      value={chosen}
      onChange={({ target }) => onChange(FLAG_VALUES[target.value] ?? '')}
    >
      <option value="">{words.unset}</option>
      <option value="yes">{words.yes}</option>
      <option value="no">{words.no}</option>
    </SelectField>
  )
}

/** Some of a few values. */
export function Choices({
  label,
  options,
  value,
  onChange,
}: Input & { options: readonly string[] }) {
  const chosen = listOf(value)
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option} className={shared.pick}>
          <input
            type="checkbox"
            checked={chosen.includes(option)}
            onChange={({ target }) =>
              onChange(
                options.filter((one) => (one === option ? target.checked : chosen.includes(one))),
              )
            }
          />
          {option}
        </label>
      ))}
    </fieldset>
  )
}

function List({ id, label, item, value, onChange }: Input & { item: Field }) {
  const items = listOf(value)
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      {items.map((one, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={styles.item}>
          <FieldInput
            id={`${id}-${index}`}
            label={`${label} ${index + 1}`}
            field={item}
            value={one}
            isRequired
            onChange={(next) => onChange(items.toSpliced(index, 1, next))}
          />
          <Button onClick={() => onChange(items.toSpliced(index, 1))}>
            刪除{label} {index + 1}
          </Button>
        </div>
      ))}
      <Button onClick={() => onChange([...items, item.kind === 'group' ? {} : ''])}>
        加一項{label}
      </Button>
    </fieldset>
  )
}

function Group({ id, label, fields, value, onChange }: Input & { fields: readonly NamedField[] }) {
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      <Fields id={id} fields={fields} values={recordOf(value)} onChange={onChange} />
    </fieldset>
  )
}

function FieldInput(input: Input) {
  const { id, label, field, value, isRequired = false, onChange } = input
  switch (field.kind) {
    case 'flag':
      return <Flag {...input} words={flagWords(pathOf(id))} />
    case 'number':
      return <NumberInput {...input} />
    case 'day':
      return (
        <TextField
          id={id}
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
    case 'choices':
      return <Choices {...input} options={field.options} />
    case 'counts':
      return (
        <Group
          {...input}
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
    <div className={shared.unreadable}>
      <p>
        這些欄位和內文是照另一件商品抄來的：{names.map(labelOf).join('、')}。其他的請自己填：
        沒有寫的規格、尺寸表、圖樣、標籤與照片，不會替您寫上。
      </p>
      <label className={shared.pick} htmlFor="copied">
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
      className={shared.wide}
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
      <div className={shared.bulk}>
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

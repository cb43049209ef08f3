'use client'

import { SelectField, TextAreaField, TextField } from '#components/ui/field.tsx'
import type { FlagWords } from '#lib/content-editor/labels.ts'
import type { Field } from '#lib/content-editor/repository.ts'

import styles from './content.module.css'
import { useEditorScope } from './editor-context.ts'
import shared from './owner.module.css'

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
  const { errors } = useEditorScope()
  const text = textOf(value)
  const field = {
    id,
    label,
    value: text,
    optional: !isRequired,
    maxLength: 5000,
    error: errors[id],
  }
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
  const { errors } = useEditorScope()
  return (
    <TextField
      id={id}
      label={label}
      optional={!isRequired}
      inputMode="decimal"
      value={textOf(value)}
      maxLength={9}
      error={errors[id]}
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
  const { errors } = useEditorScope()
  const chosen = typeof value === 'boolean' ? (value ? 'yes' : 'no') : ''
  return (
    <SelectField
      id={id}
      label={label}
      optional={!isRequired}
      value={chosen}
      error={errors[id]}
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
  id,
  label,
  options,
  value,
  onChange,
}: Input & { options: readonly string[] }) {
  const { errors } = useEditorScope()
  const chosen = listOf(value)
  return (
    <fieldset className={styles.group} id={id} tabIndex={-1}>
      <legend>{label}</legend>
      {errors[id] === undefined ? null : <p className={styles.problem}>{errors[id]}</p>}
      <div className={styles.picks}>
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
      </div>
    </fieldset>
  )
}

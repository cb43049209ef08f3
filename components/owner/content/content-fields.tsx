'use client'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

import { DateField } from '#components/owner/form/date-field.tsx'
import { Button } from '#components/ui/button.tsx'
import { SelectField } from '#components/ui/field.tsx'
import { flagLabels, labelOf, optionLabel } from '#lib/content-editor/labels.ts'
import type { Field, NamedField } from '#lib/content-editor/repository.ts'
import { ChoicesInput } from './choices-input.tsx'
import { ColourInput } from './colour-input.tsx'
import styles from './content.module.css'
import { type DraftEntry, useDrafts } from './draft-storage.ts'
import { useEditorScope } from './editor-scope.ts'
import { FlagInput } from './flag-input.tsx'
import { type Change, type Input, listOf, recordOf, textOf, type Values } from './input-values.ts'
import { NumberInput } from './number-input.tsx'
import { PictureInput } from './picture-input.tsx'
import { TextInput } from './text-input.tsx'

/** The fields of a file, each as what its schema takes. */
export function ContentFields({
  id,
  fields,
  values,
  onChange,
}: {
  id: string
  fields: readonly NamedField[]
  values: Values
  onChange: Change
}) {
  return fields.map(({ name, isRequired, field }) => (
    <FieldInput
      key={name}
      id={`${id}-${name}`}
      label={labelOf(pathOf(`${id}-${name}`))}
      field={field}
      isRequired={isRequired}
      value={values[name]}
      onChange={(change) =>
        onChange((present) => {
          const whole = recordOf(present)
          return { ...whole, [name]: change(whole[name]) }
        })
      }
    />
  ))
}

const LABELS = ['title', 'question', 'alt', 'name', 'label', 'size', 'from'] as const

// What an entry is about, to tell it from the others while it is folded.
function aboutOf(entry: unknown): string {
  const values = recordOf(entry)
  const [about = ''] = LABELS.map((name) => textOf(values[name])).filter(Boolean)
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

// A key for each entry of a list, which stays with its entry as others are removed before it.
function useEntryKeys(count: number) {
  const [keys, setKeys] = useState(() => Array.from({ length: count }, () => crypto.randomUUID()))
  // Events change keys in the order in which they change the list, which may be drawn later.
  const present = useRef<readonly string[]>(keys)
  if (keys.length !== count) {
    setKeys(Array.from({ length: count }, (_, at) => keys[at] ?? crypto.randomUUID()))
  }
  useLayoutEffect(() => {
    present.current = keys
  }, [keys])
  const set = (next: string[]) => {
    present.current = next
    setKeys(next)
  }
  return {
    keys,
    indexOf: (key: string) => present.current.indexOf(key),
    add: () => set([...present.current, crypto.randomUUID()]),
    remove: (key: string) => set(present.current.filter((one) => one !== key)),
  }
}

function List({
  id,
  label,
  item,
  isFilled,
  value,
  onChange,
}: Input & { item: Field; isFilled: boolean }) {
  const { errors } = useEditorScope()
  const items = listOf(value)
  const entries = useEntryKeys(items.length)
  // A label without what it explains in brackets, for what is said of each entry.
  const short = label.replace(/（.*）$/, '')
  const removeEntry = (key: string) => {
    const at = entries.indexOf(key)
    entries.remove(key)
    onChange((present) => listOf(present).toSpliced(at, 1))
  }
  const addEntry = () => {
    entries.add()
    onChange((present) => [...listOf(present), item.kind === 'group' ? {} : ''])
  }
  const remove = (index: number, key: string) => (
    <Button onClick={() => removeEntry(key)}>
      刪除{short} {index + 1}
    </Button>
  )
  return (
    <fieldset className={styles.group} id={id} tabIndex={-1}>
      <legend>{label}</legend>
      {errors[id] === undefined ? null : <p className={styles.problem}>{errors[id]}</p>}
      {items.length === 0 && !isFilled ? (
        <p className={styles.upload}>目前沒有；若不需要，無須新增。</p>
      ) : null}
      {items.map((one, index) => {
        const own = `${id}-${index}`
        const key = entries.keys[index] ?? own
        const change: Change = (next) => {
          const at = entries.indexOf(key)
          if (at === -1) return
          onChange((present) => listOf(present).map((entry, n) => (n === at ? next(entry) : entry)))
        }
        return item.kind === 'group' ? (
          <Entry
            key={key}
            id={own}
            label={`${short} ${index + 1}${aboutOf(one)}`}
            isNew={Object.keys(recordOf(one)).length === 0}
          >
            <ContentFields id={own} fields={item.fields} values={recordOf(one)} onChange={change} />
            {remove(index, key)}
          </Entry>
        ) : (
          <div key={key} className={styles.line}>
            <FieldInput
              id={own}
              label={`${short} ${index + 1}`}
              field={item}
              value={one}
              isRequired
              onChange={change}
            />
            {remove(index, key)}
          </div>
        )
      })}
      <Button onClick={addEntry}>加一項{short}</Button>
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
        <ContentFields id={id} fields={fields} values={recordOf(value)} onChange={onChange} />
      </div>
    </fieldset>
  )
}

function FieldInput(input: Input) {
  const { id, label, field, value, isRequired = false, onChange } = input
  const { errors } = useEditorScope()
  switch (field.kind) {
    case 'flag':
      return <FlagInput {...input} words={flagLabels(pathOf(id))} />
    case 'number':
      return <NumberInput {...input} />
    case 'day':
      return (
        <DateField
          id={id}
          error={errors[id]}
          label={label}
          optional={!isRequired}
          value={textOf(value)}
          onChange={({ target }) => onChange(() => target.value)}
        />
      )
    case 'choice':
      return <ChoiceInput {...input} field={field} />
    case 'picture':
      return <PictureInput {...input} />
    case 'colour':
      return <ColourInput {...input} />
    case 'choices':
      return <ChoicesInput {...input} options={field.options} />
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
      return <List {...input} item={field.item} isFilled={field.isFilled ?? false} />
    case 'group':
      return <Group {...input} fields={field.fields} />
    default:
      return <TextInput {...input} suggestions={field.suggestions ?? []} />
  }
}

// The files of a folder that wait in this browser to be saved together (draft-storage.ts), by their names.
function draftsIn(folder: string | undefined, held: readonly DraftEntry[]): readonly string[] {
  return held.flatMap(({ path }) => {
    const [, own, name] = /^(\w+)\/([a-z0-9-]+)\.md$/.exec(path) ?? []
    return own === folder && name !== undefined ? [name] : []
  })
}

function ChoiceInput({
  id,
  label,
  field,
  value,
  isRequired = false,
  onChange,
}: Omit<Input, 'field'> & { field: Field & { kind: 'choice' } }) {
  const { errors } = useEditorScope()
  const held = draftsIn(field.folder, useDrafts())
  const chosen = textOf(value)
  // What the file says stays a choice, also where nothing else in the shop has it any more.
  const options = new Set([...field.options, ...held, ...(chosen === '' ? [] : [chosen])])
  return (
    <SelectField
      id={id}
      error={errors[id]}
      label={label}
      optional={!isRequired}
      value={chosen}
      onChange={({ target }) => onChange(() => target.value)}
    >
      {isRequired ? null : <option value="">（沒有）</option>}
      {isRequired && chosen === '' ? <option value="">（請選擇）</option> : null}
      {[...options].map((option) => (
        <option key={option} value={option}>
          {field.titles?.[option] ?? optionLabel(pathOf(id), option)}
        </option>
      ))}
    </SelectField>
  )
}

// The path of a field in its file: an input's id is its path, joined by dashes.
function pathOf(id: string): string {
  return id.replace(/^field-/, '').replaceAll('-', '.')
}

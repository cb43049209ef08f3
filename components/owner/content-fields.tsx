'use client'

import { Button } from '#components/ui/button.tsx'
import { SelectField, TextField } from '#components/ui/field.tsx'
import type { Field, NamedField } from '#lib/content-editor/repository.ts'
import { flagWords, labelOf } from '#lib/content-editor/labels.ts'

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
} from './content-inputs.tsx'
import styles from './content.module.css'

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
          {field.options.map((option) => (
            <option key={option} value={option}>
              {option}
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

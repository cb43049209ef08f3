'use client'

import { TextAreaField, TextField } from '#components/ui/field.tsx'
import { useEditorScope } from './editor-scope.ts'
import { type Input, textOf } from './input-values.ts'

const LONG = 60

/** A text; a long one in several lines. `suggestions` can be chosen, and anything else typed. */
export function TextInput({
  id,
  label,
  value,
  isRequired = false,
  suggestions,
  onChange,
}: Input & { suggestions: readonly string[] }) {
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
    <TextAreaField {...field} onChange={({ target }) => onChange(() => target.value)} />
  ) : (
    <>
      <TextField
        {...field}
        list={suggestions.length === 0 ? undefined : `${id}-list`}
        onChange={({ target }) => onChange(() => target.value)}
      />
      {suggestions.length === 0 ? null : (
        <datalist id={`${id}-list`}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion}>
              {suggestion}
            </option>
          ))}
        </datalist>
      )}
    </>
  )
}

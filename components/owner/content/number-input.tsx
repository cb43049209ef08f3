'use client'

import { TextField } from '#components/ui/field.tsx'
import { pastedText } from '#lib/text/plain-text.ts'
import { useEditorScope } from './editor-scope.ts'
import { type Input, textOf } from './input-values.ts'

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
        // A number as people write it: 1,280 and １２８０ are 1280.
        const plain = pastedText(typed)
          .replaceAll(/(?<=\d),(?=\d{3})/g, '')
          .trim()
        const number = /^-?\d+(?:\.\d)?$/.test(plain) ? Number(plain) : typed
        onChange(() => number)
      }}
    />
  )
}

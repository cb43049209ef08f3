'use client'

import { SelectField } from '#components/ui/field.tsx'
import type { FlagLabels } from '#lib/content-editor/labels.ts'
import { useEditorScope } from './editor-scope.ts'
import type { Input } from './input-values.ts'

const FLAG_VALUES: Readonly<Record<string, boolean>> = { yes: true, no: false }

/** Yes, no or left out, each as text with what it does: an empty tick would say nothing of the last two. */
export function FlagInput({
  id,
  label,
  value,
  isRequired = false,
  words,
  onChange,
}: Input & { words: FlagLabels }) {
  const { errors } = useEditorScope()
  const chosen = typeof value === 'boolean' ? (value ? 'yes' : 'no') : ''
  return (
    <SelectField
      id={id}
      label={label}
      optional={!isRequired}
      value={chosen}
      error={errors[id]}
      onChange={({ target }) => onChange(() => FLAG_VALUES[target.value] ?? '')}
    >
      <option value="">{words.unset}</option>
      <option value="yes">{words.yes}</option>
      <option value="no">{words.no}</option>
    </SelectField>
  )
}

'use client'

import { TextField } from '#components/ui/field.tsx'
import styles from './content.module.css'
import { useEditorScope } from './editor-scope.ts'
import { type Input, textOf } from './input-values.ts'

const COLOUR = /^#[0-9a-f]{6}$/i

/** A colour as #RRGGBB, to type or to pick. */
export function ColourInput({ id, label, value, isRequired = false, onChange }: Input) {
  const { errors } = useEditorScope()
  const text = textOf(value)
  return (
    <div className={styles.colour}>
      <TextField
        id={id}
        label={label}
        optional={!isRequired}
        value={text}
        maxLength={7}
        autoComplete="off"
        spellCheck={false}
        error={errors[id]}
        onChange={({ target }) => onChange(() => target.value)}
      />
      <input
        type="color"
        className={styles.swatch}
        aria-label={`挑選${label}`}
        value={COLOUR.test(text) ? text.toLowerCase() : '#ffffff'}
        onChange={({ target }) => onChange(() => target.value.toUpperCase())}
      />
    </div>
  )
}

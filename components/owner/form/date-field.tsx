'use client'

import { type ComponentProps, useState } from 'react'

import { TextField } from '#components/ui/field.tsx'
import { writtenDay } from '#lib/time/written-day.ts'

/**
 * A day to choose. The browser draws it as its own language writes days, so the day stands beside it as one writes it in
 * Taiwan.
 */
export function DateField({
  hint,
  onChange,
  ...field
}: Omit<ComponentProps<typeof TextField>, 'type'>) {
  const given = field.value ?? field.defaultValue
  const [typed, setTyped] = useState(typeof given === 'string' ? given : '')
  const day = typeof field.value === 'string' ? field.value : typed
  const text = writtenDay(day) || '年、月、日'
  return (
    <TextField
      {...field}
      type="date"
      hint={
        hint === undefined ? (
          text
        ) : (
          <>
            {hint} {text}
          </>
        )
      }
      onChange={(event) => {
        setTyped(event.target.value)
        onChange?.(event)
      }}
    />
  )
}

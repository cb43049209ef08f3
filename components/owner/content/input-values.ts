import type { Field } from '#lib/content-editor/repository.ts'

/**
 * Changes a value by what it is at that moment: what was typed since an input was drawn, such as while its photograph was
 * uploaded, stays.
 */
export type Change = (change: (present: unknown) => unknown) => void

/** Props of a field's input. */
export type Input = {
  readonly id: string
  readonly label: string
  readonly field: Field
  readonly value: unknown
  readonly isRequired?: boolean
  readonly onChange: Change
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

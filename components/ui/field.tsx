import type { ComponentProps, ReactNode } from 'react'

import styles from './field.module.css'

type Shell = {
  readonly id: string
  readonly label: string
  readonly hint?: ReactNode
  readonly error?: string | undefined
  readonly optional?: boolean
}

function describedBy({ id, hint, error }: Shell): string | undefined {
  const ids = [hint === undefined ? '' : `${id}-hint`, error === undefined ? '' : `${id}-error`]
  return ids.filter(Boolean).join(' ') || undefined
}

function FieldShell({ children, ...shell }: Shell & { children: ReactNode }) {
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={shell.id}>
        {shell.label}
        {shell.optional ? <span className={styles.optional}>（選填）</span> : null}
      </label>
      {shell.hint === undefined ? null : (
        <p className={styles.hint} id={`${shell.id}-hint`}>
          {shell.hint}
        </p>
      )}
      {children}
      {shell.error === undefined ? null : (
        <p className={styles.error} id={`${shell.id}-error`}>
          {shell.error}
        </p>
      )}
    </div>
  )
}

/** One labelled text input with its hint and its error beside it. */
export function TextField({
  label,
  hint,
  error,
  optional = false,
  ...input
}: Shell & Omit<ComponentProps<'input'>, 'id'>) {
  const shell = { id: input.id, label, hint, error, optional }
  return (
    <FieldShell {...shell}>
      <input
        {...input}
        name={input.name ?? input.id}
        className={styles.input}
        aria-invalid={error === undefined ? input['aria-invalid'] : true}
        aria-describedby={describedBy(shell) ?? input['aria-describedby']}
      />
    </FieldShell>
  )
}

/** One labelled multi-line input. */
export function TextAreaField({
  label,
  hint,
  error,
  optional = false,
  ...input
}: Shell & Omit<ComponentProps<'textarea'>, 'id'>) {
  const shell = { id: input.id, label, hint, error, optional }
  return (
    <FieldShell {...shell}>
      <textarea
        rows={3}
        {...input}
        name={input.name ?? input.id}
        className={styles.input}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={describedBy(shell)}
      />
    </FieldShell>
  )
}

/** One labelled select. */
export function SelectField({
  label,
  hint,
  error,
  optional = false,
  ...select
}: Shell & Omit<ComponentProps<'select'>, 'id'>) {
  const shell = { id: select.id, label, hint, error, optional }
  return (
    <FieldShell {...shell}>
      <select
        {...select}
        name={select.name ?? select.id}
        className={styles.select}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={describedBy(shell)}
      />
    </FieldShell>
  )
}

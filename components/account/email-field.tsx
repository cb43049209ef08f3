'use client'

import { browserStorage } from '#components/ui/browser.ts'
import { TextField } from '#components/ui/field.tsx'

const storage = browserStorage('typed-email', 'tab')

// An address that was typed outlives a reload of this tab; what a browser filled in stays.
function storeForReload(input: HTMLInputElement | null): (() => void) | undefined {
  if (!input) return undefined
  if (input.value === '') input.value = storage.read() ?? ''
  const keep = () => storage.write(input.value)
  input.addEventListener('input', keep)
  return () => input.removeEventListener('input', keep)
}

/** The e-mail that a member signs in with, as password managers know it. */
export function EmailField({
  error,
  defaultValue,
}: {
  error: string | undefined
  defaultValue: string
}) {
  return (
    <TextField
      id="email"
      label="電子信箱"
      type="email"
      autoComplete="username"
      inputMode="email"
      required
      defaultValue={defaultValue}
      error={error}
      ref={storeForReload}
    />
  )
}

import { TextField } from '#components/ui/field.tsx'

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
    />
  )
}

import type { ComponentProps } from 'react'

import { type ButtonVariant, buttonClass } from './button-class.ts'
import { Link } from './link.tsx'

/** A button; `busy` says so as text by its children, keeps focus and ignores clicks. */
export function Button({
  variant = 'secondary',
  fullWidth = false,
  pending = false,
  type = 'button',
  onClick,
  ...rest
}: ComponentProps<'button'> & { variant?: ButtonVariant; fullWidth?: boolean; pending?: boolean }) {
  return (
    <button
      {...rest}
      type={pending ? 'button' : type}
      aria-disabled={pending || undefined}
      onClick={pending ? undefined : onClick}
      className={buttonClass(variant, fullWidth)}
    />
  )
}

export function ButtonLink({
  variant = 'secondary',
  fullWidth = false,
  ...rest
}: ComponentProps<typeof Link> & { variant?: ButtonVariant; fullWidth?: boolean }) {
  return <Link {...rest} className={buttonClass(variant, fullWidth)} />
}

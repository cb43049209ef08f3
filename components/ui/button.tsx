import type { ComponentProps } from 'react'

import { IntentLink } from './intent-link.tsx'

import styles from './button.module.css'

/** How a button looks. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

/** The class of anything that looks like a button. */
export function buttonClass(look: ButtonVariant = 'secondary', wide = false): string {
  return [styles.button, styles[look], wide ? styles.wide : ''].join(' ').trim()
}

/** A button; `busy` says so in words by its children, keeps focus and ignores clicks. */
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

/** A link that looks like a button. */
export function ButtonLink({
  variant = 'secondary',
  fullWidth = false,
  ...rest
}: ComponentProps<typeof IntentLink> & { variant?: ButtonVariant; fullWidth?: boolean }) {
  return <IntentLink {...rest} className={buttonClass(variant, fullWidth)} />
}

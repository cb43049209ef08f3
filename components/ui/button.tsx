import type { ComponentProps } from 'react'

import { buttonClass, type Look } from './button-class.ts'
import { IntentLink } from './intent-link.tsx'

/** A button; `busy` says so in words by its children, keeps focus and ignores clicks. */
export function Button({
  look = 'secondary',
  wide = false,
  busy = false,
  type = 'button',
  onClick,
  ...rest
}: ComponentProps<'button'> & { look?: Look; wide?: boolean; busy?: boolean }) {
  return (
    <button
      {...rest}
      type={busy ? 'button' : type}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
      className={buttonClass(look, wide)}
    />
  )
}

/** A link that looks like a button. */
export function ButtonLink({
  look = 'secondary',
  wide = false,
  ...rest
}: ComponentProps<typeof IntentLink> & { look?: Look; wide?: boolean }) {
  return <IntentLink {...rest} className={buttonClass(look, wide)} />
}

'use client'

import type { PopupProvider } from '#lib/account/sign-in.ts'

const MARKS = {
  'google.com':
    'M12.2 10.3v3.6h5.1c-.2 1.2-1.5 3.5-5.1 3.5a5.4 5.4 0 1 1 0-10.8c1.7 0 2.9.7 3.6 1.4l2.5-2.4A9 9 0 1 0 12.2 21c5.2 0 8.6-3.6 8.6-8.8 0-.6-.1-1.3-.2-1.9h-8.4z',
  'facebook.com':
    'M14 21v-7.6h2.6l.4-3H14V8.5c0-.9.3-1.5 1.5-1.5H17V4.3c-.3 0-1.2-.1-2.3-.1-2.3 0-3.8 1.4-3.8 3.9v2.3H8.3v3h2.6V21H14z',
} as const

/** A provider's mark in the ink of the text beside it, which names it. */
export function ProviderMark({ provider }: { provider: PopupProvider }) {
  return (
    <svg width="20" height="20" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      <path d={MARKS[provider]} />
    </svg>
  )
}

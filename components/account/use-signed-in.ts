'use client'

import { useSyncExternalStore } from 'react'

import { browserStorage } from '#components/ui/browser.ts'
import { decodeUri, loginPath, PATHS } from '#lib/routes/paths.ts'

const COOKIE = 'signed_in'

/** The event on `window` after which the hint is read again. */
export const SIGNED_IN_CHANGED = 'signed-in-changed'

function readHint(): string {
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${COOKIE}=`))
  return found?.slice(COOKIE.length + 1) ?? ''
}

/** Whether this browser kept the sign-in that the shop has just begun; one that refuses all cookies does not. */
export function storedSignIn(): boolean {
  return readHint() !== ''
}

/** Whether somebody has signed in or out in this browser before. False where it keeps nothing. */
export function hasSignedInBefore(): boolean {
  return browserStorage(SIGNED_IN_CHANGED).read() !== null
}

/** The way to the checkout: through signing in for who has not. */
export function useCheckoutPath(): string {
  return useSignedIn() ? PATHS.checkout : loginPath(PATHS.checkout)
}

// Other tabs notify through localStorage; an expired session is noticed when the tab becomes
// visible.
function subscribe(listener: () => void): () => void {
  const controller = new AbortController()
  const options = { signal: controller.signal }
  document.addEventListener('visibilitychange', listener, options)
  window.addEventListener(SIGNED_IN_CHANGED, listener, options)
  window.addEventListener('storage', listener, options)
  return () => controller.abort()
}

/**
 * Signed-in member by a readable cookie, for display only.
 * Null on the server and while signed out.
 */
export function useSignedIn(): { readonly name: string } | null {
  const hint = useSyncExternalStore(subscribe, readHint, () => '')
  return hint === '' ? null : { name: decodeUri(hint) ?? '' }
}

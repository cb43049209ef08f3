'use client'

import { browserStorage } from '#components/ui/browser.ts'

/** Notifies the shop's other tabs of a sign-in or sign-out. */
export function notifyOtherTabs(): void {
  // Without storage, other tabs check when they become visible.
  browserStorage('signed-in-changed').write(String(Date.now()))
}

/** Notifies every tab, including this one, of a sign-in or sign-out. */
export function announceSignIn(): void {
  notifyOtherTabs()
  window.dispatchEvent(new Event('signed-in-changed'))
}

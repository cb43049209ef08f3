'use client'

import { PATHS } from '#lib/routes/paths.ts'
import { notifyOtherTabs } from './announce-sign-in.ts'
import { forgetMember } from './forget-member.ts'

/** The pause before the first repeat of a page load, in milliseconds; each later one is twice as long. */
const FIRST_PAUSE = 250

const MOST_LOADS = 7

// Safari drops a load when the router writes the address meanwhile, and says nothing of it.
function loadHome(loads: number): void {
  window.location.assign(PATHS.home)
  if (loads === MOST_LOADS) return
  const timer = setTimeout(() => loadHome(loads + 1), FIRST_PAUSE * 2 ** (loads - 1))
  window.addEventListener('pagehide', () => clearTimeout(timer), { once: true })
}

/** Leaves by a new page load after a sign-out, so that nothing of the member stays in memory. */
export function leaveSignedOut(): void {
  forgetMember()
  notifyOtherTabs()
  loadHome(1)
}

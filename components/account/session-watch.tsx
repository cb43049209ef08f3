'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'

import { browserStorage } from '#components/ui/browser.ts'
import { useSignedIn } from '#components/account/use-signed-in.ts'
import { loginPath, PATHS } from '#lib/routes/paths.ts'

import { forgetMember, useForgetOthers } from './forget-member.ts'

/** Refreshes the page when another tab signs in or out. Clears stored data of another member. */
export function SessionWatch({ member }: { member: string }) {
  useForgetOthers(member)
  const router = useRouter()
  const name = useSignedIn()?.name
  const before = useRef(name)
  useEffect(() => {
    if (before.current !== undefined && before.current !== name) router.refresh()
    before.current = name
  }, [name, router])
  return null
}

/** The way to sign in again in another tab while a filled form stays where it is. */
export function SignInElsewhere({ here }: { here: string }) {
  return (
    <p>
      <a href={loginPath(here)} target="_blank" rel="noreferrer">
        在新分頁重新登入
      </a>
      ，完成後回到這裡再送出一次，您填寫的內容都還在。
    </p>
  )
}

/** Notifies the shop's other tabs of a sign-in or sign-out. */
export function tellOtherTabs(): void {
  // Without storage, other tabs check when they become visible.
  browserStorage('signed-in-changed').write(String(Date.now()))
}

/** Notifies every tab, including this one, of a sign-in or sign-out. */
export function announceSignIn(): void {
  tellOtherTabs()
  window.dispatchEvent(new Event('signed-in-changed'))
}

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
  tellOtherTabs()
  loadHome(1)
}

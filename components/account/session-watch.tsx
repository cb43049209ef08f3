'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'

import { browserStorage } from '#components/ui/browser-storage.ts'
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

let isLeaving = false

/** Leaves by a new page load after a sign-out, so that nothing of the member stays in memory. */
export function leaveSignedOut(): void {
  forgetMember()
  tellOtherTabs()
  isLeaving = true
  // A page that comes back from the browser's memory is not leaving.
  window.addEventListener('pageshow', () => (isLeaving = false), { once: true })
  window.location.assign(PATHS.home)
}

/** Leaves again from the page to which the router went meanwhile: Safari drops the load then. */
export function useLeaveSignedOut(): void {
  useEffect(() => {
    if (!isLeaving) return
    isLeaving = false
    window.location.assign(PATHS.home)
  }, [])
}

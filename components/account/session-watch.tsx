'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'

import { browserStorage } from '#components/site/browser-storage.ts'
import { useSignedIn } from '#components/site/use-signed-in.ts'
import { loginPath } from '#lib/site/paths.ts'

import { useForgetOthers } from './forget-member.ts'

/**
 * Refreshes the page when the signed-in user changes in another tab; the server sends strangers to
 * sign in. What the browser keeps of another member goes.
 */
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

/** Tells the shop's other tabs that who is signed in has changed; this one, which knows, is not told. */
export function tellOtherTabs(): void {
  // Without storage they look for themselves when they are looked at.
  browserStorage('signed-in-changed').write(String(Date.now()))
}

/** Tells every tab, this one too, that who is signed in has changed, so that the header looks again. */
export function announceSignIn(): void {
  tellOtherTabs()
  window.dispatchEvent(new Event('signed-in-changed'))
}

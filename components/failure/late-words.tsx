'use client'

import type { ReactNode } from 'react'

import { lazyPart } from '#components/ui/lazy-part.tsx'
import { PATHS } from '#lib/routes/paths.ts'

// Every page carries this file, for an address that leads nowhere; the words come with such an answer.
const loadMissing = () => import('./missing-words.tsx')
const Missing = lazyPart(() => loadMissing().then(({ MissingAt }) => ({ default: MissingAt })))
const SignIn = lazyPart(() => loadMissing().then(({ SignInAt }) => ({ default: SignInAt })))

/** One static answer, its children, serves every unknown address; the browser says when a product or an article was meant. */
export function MissingHere({ children }: { children: ReactNode }) {
  return (
    <Missing waiting={children} instead={children}>
      {children}
    </Missing>
  )
}

// As the server renders it, which does not know the address.
const TO_LOGIN = (
  <p>
    有些頁面登入後才看得到：<a href={PATHS.login}>登入後再開啟這個網址</a>
  </p>
)

/** Links from a missing page to sign in and back to the same address. */
export function SignInHere() {
  return <SignIn waiting={TO_LOGIN} instead={TO_LOGIN} />
}

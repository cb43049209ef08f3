'use client'

import { lazy, type ReactNode, Suspense } from 'react'

// Every page carries this file, for an address that leads nowhere and for an error; the words come with such an answer.
const loadMissing = () => import('./missing-words.tsx')
const Missing = lazy(() => loadMissing().then(({ MissingAt }) => ({ default: MissingAt })))
const SignIn = lazy(() => loadMissing().then(({ SignInAt }) => ({ default: SignInAt })))
const ErrorState = lazy(() => import('./error-state.tsx').catch(() => ({ default: BareError })))

// Where no more can be loaded.
function BareError() {
  return (
    <p>
      這一頁暫時打不開。<a href="/">回到首頁</a>
    </p>
  )
}

/** One static answer, its children, serves every unknown address; the browser says when a product or an article was meant. */
export function MissingHere({ children }: { children: ReactNode }) {
  return (
    <Suspense fallback={children}>
      <Missing>{children}</Missing>
    </Suspense>
  )
}

/** Links from a missing page to sign in and back to the same address. */
export function SignInHere() {
  return (
    <Suspense>
      <SignIn />
    </Suspense>
  )
}

/** The error page, inside the shop's frame or without it. */
export function ErrorHere({ error, reset }: { error: { digest?: string }; reset: () => void }) {
  return (
    <Suspense>
      <ErrorState reference={error.digest} onRetry={reset} />
    </Suspense>
  )
}

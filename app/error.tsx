'use client'

import { lazy, Suspense } from 'react'

// Every page carries this file, so the words come when they are needed; when they can't, the error page without a
// layout has them with it.
const ErrorState = lazy(() => import('#components/failure/error-state.tsx'))

type Failure = { error: { digest?: string }; reset: () => void }

export default function ErrorPage({ error, reset }: Failure) {
  return (
    <Suspense>
      <ErrorState reference={error.digest} onRetry={reset} />
    </Suspense>
  )
}

'use client'

import { ErrorState } from '#components/site/error-state.tsx'

type Failure = { error: { digest?: string }; reset: () => void }

export default function ErrorPage({ error, reset }: Failure) {
  return <ErrorState reference={error.digest} onRetry={reset} />
}

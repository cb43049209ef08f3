'use client'

import { ErrorState } from '#components/site/error-state.tsx'

export default function ErrorPage({ reset }: { error: Error; reset: () => void }) {
  return <ErrorState onRetry={reset} />
}

'use client'

import ErrorState from '#components/failure/error-state.tsx'

type Failure = { error: { digest?: string }; reset: () => void }

export default function OwnerErrorPage(failure: Failure) {
  return (
    <main id="main" tabIndex={-1}>
      <ErrorState {...failure} text="系統發生問題。訂單和款項都還在，資料未變更。" />
    </main>
  )
}

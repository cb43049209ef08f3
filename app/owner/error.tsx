'use client'

import ErrorState from '#components/failure/error-state.tsx'

type Failure = { error: { digest?: string }; reset: () => void }

export default function OwnerErrorPage(failure: Failure) {
  return (
    <main id="main" tabIndex={-1}>
      <ErrorState {...failure} text="問題出在商店這邊，訂單和款項都還在，什麼都沒有變更。" />
    </main>
  )
}

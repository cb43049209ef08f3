'use client'

import './globals.css'

import ErrorState from '#components/failure/error-state.tsx'

type Failure = { error: { digest?: string }; reset: () => void }

export default function GlobalError(failure: Failure) {
  return (
    <html lang="zh-Hant">
      <body>
        <main>
          <ErrorState {...failure} />
        </main>
      </body>
    </html>
  )
}

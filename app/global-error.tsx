'use client'

import './globals.css'

import ErrorState from '#components/failure/error-state.tsx'

type Failure = { error: { digest?: string }; reset: () => void }

export default function GlobalError({ error, reset }: Failure) {
  return (
    <html lang="zh-Hant">
      <head>
        <title>這一頁暫時打不開</title>
      </head>
      <body>
        <main>
          <ErrorState reference={error.digest} onRetry={reset} />
        </main>
      </body>
    </html>
  )
}

'use client'

import './globals.css'

import { ErrorState } from '#components/site/error-state.tsx'

export default function GlobalError({ reset }: { error: Error; reset: () => void }) {
  return (
    <html lang="zh-Hant">
      <head>
        <title>這一頁暫時打不開</title>
      </head>
      <body>
        <main>
          <ErrorState onRetry={reset} />
        </main>
      </body>
    </html>
  )
}

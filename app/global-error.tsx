'use client'

import './globals.css'

import { ErrorState } from '#components/site/error-state.tsx'
import { BRAND, LANGUAGE } from '#lib/site/site.ts'

export default function GlobalError({ reset }: { error: Error; reset: () => void }) {
  return (
    <html lang={LANGUAGE}>
      <head>
        <title>{`這一頁暫時打不開｜${BRAND}`}</title>
      </head>
      <body>
        <main>
          <ErrorState onRetry={reset} />
        </main>
      </body>
    </html>
  )
}

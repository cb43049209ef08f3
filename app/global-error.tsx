'use client'

import './globals.css'

import { ErrorHere } from '#components/failure/late-words.tsx'

type Failure = { error: { digest?: string }; reset: () => void }

export default function GlobalError(failure: Failure) {
  return (
    <html lang="zh-Hant">
      <body>
        <main>
          <ErrorHere {...failure} />
        </main>
      </body>
    </html>
  )
}

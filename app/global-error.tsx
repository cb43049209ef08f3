'use client'

import './globals.css'

import { FailureReference } from '#components/failure/failure-reference.tsx'

type Failure = { error: { digest?: string }; reset: () => void }

const TITLE = '這一頁暫時打不開'

// Every page carries this file and its styles: it has no others than all pages.
export default function GlobalError({ error, reset }: Failure) {
  return (
    <html lang="zh-Hant">
      <head>
        <title>{TITLE}</title>
      </head>
      <body>
        <main className="page whole-window">
          <h1>{TITLE}</h1>
          <p>問題出在我們這邊，購物車的內容還在。</p>
          <FailureReference code={error.digest} />
          <p className="ways">
            <button type="button" onClick={reset}>
              再試一次
            </button>
            <a href="/">回到首頁</a>
          </p>
        </main>
      </body>
    </html>
  )
}

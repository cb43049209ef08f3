'use client'

import { buttonClass } from '#components/ui/button-class.ts'
import { isMissingScript } from '#components/ui/load-needed.ts'
import { FailureReference } from './failure-reference.tsx'
import { useFreshScript } from './use-fresh-script.ts'

/** The page of an error: what happened, the code that support finds it by, and a way to try again. All of it is here, as no more may come. */
export default function ErrorState({
  error,
  reset,
  text = '問題出在我們這邊，購物車的內容還在。',
}: {
  error: { digest?: string }
  reset: () => void
  text?: string
}) {
  useFreshScript(error)
  // A file of script that failed would fail again in this document.
  const retry = isMissingScript(error) ? () => window.location.reload() : reset
  return (
    <div className="page missing">
      {/* A page whose title needs what could not be read has none of its own. */}
      <title>這一頁暫時打不開</title>
      <h1>這一頁暫時打不開</h1>
      <p>{text}</p>
      <FailureReference code={error.digest} />
      <p className="ways">
        <button type="button" className={buttonClass('primary')} onClick={retry}>
          再試一次
        </button>
        <a href="/">回到首頁</a>
      </p>
    </div>
  )
}

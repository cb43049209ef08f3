'use client'

import { FailureReference } from '#components/failure/failure-reference.tsx'
import { useFreshScript } from '#components/failure/use-fresh-script.ts'
import { Button } from '#components/ui/button.tsx'
import { PageHead } from '#components/ui/page-head.tsx'

// Written here, since every payment page carries this file.
const TITLE = '無法載入訂單資料，請稍後再試'

export default function PaymentError({
  error,
  reset,
}: {
  error: { digest?: string }
  reset: () => void
}) {
  useFreshScript(error)
  return (
    <div className="page">
      {/* The page's own title needs the order that could not be read. */}
      <title>{TITLE}</title>
      <PageHead title={TITLE} text="您的訂單和已付的款項都不會遺失，請過一會兒再試。" />
      <p>
        <Button variant="primary" onClick={reset}>
          再試一次
        </Button>
      </p>
      <FailureReference code={error.digest} />
    </div>
  )
}

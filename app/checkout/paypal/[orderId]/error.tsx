'use client'

import { FailureReference } from '#components/failure/messages.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { PAYMENT_MESSAGES } from '#components/payment/messages.ts'
import { Button } from '#components/ui/button.tsx'

export default function PaymentError({
  error,
  reset,
}: {
  error: { digest?: string }
  reset: () => void
}) {
  return (
    <div className="page">
      {/* The page's own title needs the order that could not be read. */}
      <title>{PAYMENT_MESSAGES.unreadable}</title>
      <PageHead
        title={PAYMENT_MESSAGES.unreadable}
        text="您的訂單和已付的款項都不會遺失，請過一會兒再試。"
      />
      <p>
        <Button variant="primary" onClick={reset}>
          再試一次
        </Button>
      </p>
      <FailureReference code={error.digest} />
    </div>
  )
}

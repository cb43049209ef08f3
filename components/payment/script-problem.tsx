import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { PAYMENT_MESSAGES } from './messages.ts'

/** In place of PayPal's buttons where their script did not come. */
export function ScriptProblem({
  orderNumber,
  onRetry,
}: {
  orderNumber: string
  onRetry: () => void
}) {
  return (
    <Notice kind="error" title={PAYMENT_MESSAGES.sdk}>
      <p>訂單 {orderNumber} 已為您保留。請檢查網路連線後再試；也可以稍後從「我的訂單」付款。</p>
      <p>
        <Button onClick={onRetry}>重新載入付款按鈕</Button>
      </p>
    </Notice>
  )
}

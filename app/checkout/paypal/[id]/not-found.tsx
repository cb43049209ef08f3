import { PAYMENT_MESSAGES } from '#components/payment/messages.ts'
import { ButtonLink } from '#components/ui/button.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { PATHS } from '#lib/routes/paths.ts'

export default function PaymentNotFound() {
  return (
    <div className="page">
      <PageHead title={PAYMENT_MESSAGES.missing} text="這筆訂單不在您的帳號裡，或是網址不完整。" />
      <p className="ways">
        <ButtonLink variant="primary" href={PATHS.checkout}>
          返回結帳
        </ButtonLink>
        <ButtonLink href={PATHS.orders}>我的訂單</ButtonLink>
      </p>
    </div>
  )
}

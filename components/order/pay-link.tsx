import { ButtonLink } from '#components/ui/button.tsx'
import type { Order } from '#lib/order/order.ts'
import { CODE_METHODS } from '#lib/payment/methods.ts'
import { openPaymentCode } from '#lib/payment/payment.ts'
import { paymentPath } from '#lib/routes/paths.ts'

const payableCode = (payment: Order['payment'], now = new Date()) => openPaymentCode(payment, now)

/** Leads to the payment of an order; to its payment code where that can be paid, which nobody has to pay twice. */
export function PayLink({ order: { id, payment } }: { order: Pick<Order, 'id' | 'payment'> }) {
  const code = payableCode(payment)
  return code ? (
    <ButtonLink href={paymentPath(id)}>查看{CODE_METHODS[code.method]?.act ?? ''}資料</ButtonLink>
  ) : (
    <ButtonLink variant="primary" href={paymentPath(id)}>
      前往付款
    </ButtonLink>
  )
}

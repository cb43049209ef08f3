import { methodText } from '#components/order/payment-text.ts'
import { Link } from '#components/ui/link.tsx'
import { invoiceText } from '#lib/invoice/typed-invoice.ts'
import { MANUAL_PAYMENT_LABELS } from '#lib/order/manual-order.ts'
import type { Order } from '#lib/order/order.ts'
import { providerTitle } from '#lib/payment/payment-status.ts'
import { customerPath } from '#lib/routes/owner-paths.ts'
import { closeUp } from '#lib/text/no-break.ts'
import { OrderFacts, time } from './order-facts.tsx'

// How it was paid, and by whom.
export function PaymentFacts({ order, isOwner }: { order: Order; isOwner: boolean }) {
  const { payment, manualSale } = order
  const provider = providerTitle(payment)
  return (
    <OrderFacts
      title="付款與發票"
      facts={[
        ['付款方式', manualSale ? MANUAL_PAYMENT_LABELS[manualSale.paidBy] : methodText(payment)],
        ['付款時間', time(order.paidAt)],
        [closeUp(`${provider} 訂單`), payment?.references.join('、')],
        [closeUp(`${provider} 交易`), payment?.captureId],
        [
          '會員',
          order.email === '' || !isOwner ? undefined : (
            <Link key="member" href={customerPath(order.email)} prefetch={false}>
              {order.email}
            </Link>
          ),
        ],
        ['發票', manualSale && !order.invoice ? undefined : invoiceText(order.invoice)],
        ['發票號碼', order.invoiceNumber],
      ]}
    />
  )
}

import { Panel } from '#components/owner/form/panel.tsx'
import type { Order } from '#lib/order/order.ts'
import { storedRefundAccounts } from '#lib/payment/refund/bank-account-request.ts'
import { formatPrice } from '#lib/price/format-price.ts'
import { formatDay } from '#lib/time/taipei-time.ts'
import { RefundAccount, type RefundAccountProps } from './refund-account.tsx'

// A transfer may come back: its account is kept a while, and seen by proof alone.
export function StoredBankAccounts({
  order,
  account,
}: {
  order: Order
  account: RefundAccountProps
}) {
  return storedRefundAccounts(order, new Date()).map(({ number, amount, accountAt, until }) => (
    <Panel
      key={number}
      title={`退款 ${formatPrice(amount)} 的帳戶（${formatDay(until)} 刪除）`}
      isLazy
    >
      <RefundAccount orderId={order.id} number={number} givenAt={accountAt} {...account} />
    </Panel>
  ))
}

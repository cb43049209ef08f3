import { DateField } from '#components/owner/form/date-field.tsx'
import { OwnerForm } from '#components/owner/form/owner-form.tsx'
import { Panel } from '#components/owner/form/panel.tsx'
import styles from '#components/owner/owner.module.css'
import { TextField } from '#components/ui/field.tsx'
import type { Order } from '#lib/order/order.ts'
import { CODE_METHODS } from '#lib/payment/methods.ts'
import { providerTitle } from '#lib/payment/payment-status.ts'
import { consoleRefundText } from '#lib/payment/refund/console-refund.ts'
import { ECPAY_CONSOLE } from '#lib/payment/refund/console-refund.ts'
import { MANUAL_REFUND_DAYS } from '#lib/payment/refund/manual-refund.ts'
import type { RefundRequest } from '#lib/payment/refund/refund-record.ts'
import { formatPrice } from '#lib/price/format-price.ts'
import { closeUp } from '#lib/text/no-break.ts'
import { dayAfter, formatDay, taipeiDay } from '#lib/time/taipei-time.ts'
import type { OrderActions } from './order-actions.ts'
import { OrderId } from './order-id.tsx'
import { RefundAccount, type RefundAccountProps } from './refund-account.tsx'
import { RequestBankAccount } from './request-bank-account.tsx'

// What the owner has to do to give the money back: a transfer or a store's number can't be undone at the provider.
function manualRefundText(order: Order, request: RefundRequest): string {
  const { payment, totalAmount, paidAt } = order
  const { amount, capture, sentAt } = request
  const paid = payment?.attempts.find(({ number, captureId }) =>
    capture ? number === capture.attempt : captureId === payment.captureId,
  )
  const way = paid && CODE_METHODS[paid.method]
  if (sentAt !== undefined)
    return closeUp(
      `到 ${providerTitle(payment)} 的廠商後台，查看這筆交易的 ${formatPrice(amount)} 是否已退款：系統曾送出，但沒有收到回應。若已退款，請填寫日期；若未退款，請按撤回，再退款一次。`,
    )
  // A refund under review gives back its payment whole; after a part no refund is of the whole any more.
  const charged = capture ? amount : payment?.refundedAmount === 0 ? totalAmount : 0
  return way
    ? `匯 ${formatPrice(amount)} 到買家填寫的退款帳戶：以${way.number}付款的訂單，${providerTitle(payment)}沒有退款功能。匯款後，請在這裡填寫日期。`
    : `在綠界廠商後台${consoleRefundText(request, { charged, chargedAt: paidAt })}退款後在這裡填寫日期。`
}

/** A refund that only the owner can make: what is owed, until when, and the form that notes it. */
export function ManualRefund({
  order,
  request,
  actions,
  account,
}: {
  order: Order
  request: RefundRequest
  actions: OrderActions
  account: RefundAccountProps
}) {
  const { number, amount, at, reason, toBank, accountAt } = request
  const id = `hand-refund-${number}`
  return (
    <Panel title={`人工退款 ${formatPrice(amount)}`} isOpen>
      <p>
        請在 {formatDay(dayAfter(taipeiDay(new Date(at)), MANUAL_REFUND_DAYS))} 前，
        {manualRefundText(order, request)}登記之前，買家看到的是「退款處理中」。
      </p>
      {toBank ? null : (
        <p>
          <a href={ECPAY_CONSOLE} target="_blank" rel="noopener">
            打開綠界廠商後台
            <span className="visually-hidden">（在新分頁開啟）</span>
          </a>
        </p>
      )}
      <p className={styles.soft}>原因：{reason}</p>
      {toBank && accountAt !== undefined ? (
        <RefundAccount orderId={order.id} number={number} givenAt={accountAt} {...account} />
      ) : null}
      {toBank ? (
        <RequestBankAccount order={order} request={request} action={actions.requestBankAccount} />
      ) : null}
      <OwnerForm
        action={actions.handRefund}
        submit="登記已退款"
        done="已登記，買家會收到退款通知信。"
      >
        <OrderId order={order} />
        <input type="hidden" name="number" value={number} />
        <DateField id={`${id}-day`} name="day" label="退款的日期" />
        <TextField
          id={`${id}-reference`}
          name="reference"
          label="退款編號或帳號末五碼"
          hint="後台的退款序號；若為匯款，請填對方帳號的末五碼。"
          autoComplete="off"
          maxLength={60}
        />
      </OwnerForm>
      <OwnerForm action={actions.withdrawRefund} submit="撤回，不退這筆" done="已撤回。">
        <OrderId order={order} />
        <input type="hidden" name="number" value={number} />
        <TextField id={`${id}-reason`} name="reason" label="撤回的原因" maxLength={300} />
      </OwnerForm>
    </Panel>
  )
}

import type { ReactNode } from 'react'

import { OwnerForm } from '#components/owner/form/owner-form.tsx'
import { Panel } from '#components/owner/form/panel.tsx'
import styles from '#components/owner/owner.module.css'
import { TextField } from '#components/ui/field.tsx'
import type { MissingStock } from '#lib/inventory/stock.ts'
import { isCancellationRequested } from '#lib/order/cancel-right-view.ts'
import type { Order } from '#lib/order/order.ts'
import { isToShip } from '#lib/order/shipping-date.ts'
import { isComingBack } from '#lib/parcel/came-back.ts'
import { exchangeToSend } from '#lib/parcel/order-parcel.ts'
import { openManualRefunds } from '#lib/payment/refund/manual-refund.ts'
import type { ReviewEnd } from '#lib/payment/review-end.ts'
import type { ReviewCapture } from '#lib/payment/review-evidence.ts'
import { AddNote } from './add-note.tsx'
import { AnswerReturn } from './answer-return.tsx'
import { ChangeDelivery } from './change-delivery.tsx'
import { ChangeItems } from './change-items.tsx'
import { CompleteOrder } from './complete-order.tsx'
import { EditRecipient } from './edit-recipient.tsx'
import { ManualRefund } from './manual-refund.tsx'
import { ManualSaleRefund } from './manual-sale-refund.tsx'
import type { OrderActions } from './order-actions.ts'
import { OrderId } from './order-id.tsx'
import type { RefundAccountProps } from './refund-account.tsx'
import { ResolveReview } from './resolve-review.tsx'
import { ShipOrder } from './ship-order.tsx'
import type { SizeChoices } from './size-choices.ts'
import { StartReturn } from './start-return.tsx'
import { StoredBankAccounts } from './stored-bank-accounts.tsx'
import { UndoShipping } from './undo-shipping.tsx'

function Texts({ order, actions }: { order: Order; actions: OrderActions }) {
  const { invoicing, invoiceAlarm } = order
  const hasOne = invoicing?.state === 'issued' && invoiceAlarm !== 'two-invoices'
  return (
    <>
      <AddNote order={order} action={actions.note} />
      {hasOne ? null : (
        <Panel title="登記發票號碼">
          <OwnerForm action={actions.invoice} submit="儲存發票號碼" done="已儲存。">
            <OrderId order={order} />
            <TextField
              id="invoiceNumber"
              label="發票號碼"
              defaultValue={order.invoiceNumber}
              autoComplete="off"
              maxLength={20}
            />
          </OwnerForm>
        </Panel>
      )}
    </>
  )
}

/** Actions for an order in its state; `captures` are what the provider reservations of one under review, `missing` the units that it lacks. */
export function OrderTools({
  order,
  actions,
  captures,
  ends,
  missing,
  sizes,
  lacksReturnAddress,
  account,
  opensRefund,
  children,
}: {
  order: Order
  actions: OrderActions
  captures: readonly ReviewCapture[] | undefined
  /** The ends of the review that the shop would accept, the likeliest first. */
  ends: readonly ReviewEnd[] | undefined
  missing: readonly MissingStock[]
  sizes: SizeChoices
  lacksReturnAddress: boolean
  /** What the page needs to show the account of a refund by transfer. */
  account: RefundAccountProps
  /** Whether the refund is what the page was opened for. */
  opensRefund: boolean
  children?: ReactNode
}) {
  const { status, payment } = order
  const isShipped = status === '已出貨'
  const isEarly = status === '待付款' || status === '已付款' || exchangeToSend(order) !== undefined
  return (
    <section className={styles.panels} aria-label="處理這筆訂單">
      {payment?.review ? (
        <ResolveReview
          order={order}
          action={actions.resolve}
          captures={captures}
          ends={ends}
          missing={missing}
        />
      ) : null}
      {openManualRefunds(payment).map((request) => (
        <ManualRefund
          key={request.number}
          order={order}
          request={request}
          actions={actions}
          account={account}
        />
      ))}
      <StoredBankAccounts order={order} account={account} />
      {isCancellationRequested(order) ? (
        <Panel title="買家申請取消整筆訂單" isOpen>
          <p>買家在期限內申請取消。請到「同意取消，全額退款」退款；退款前無法出貨。</p>
          <OwnerForm action={actions.keep} submit="買家改為保留訂單" done="已撤回取消申請。">
            <OrderId order={order} />
            <TextField
              id="keep-reason"
              name="reason"
              label="原因"
              hint="買家的說明，例如：來信要求保留"
              maxLength={300}
            />
          </OwnerForm>
        </Panel>
      ) : null}
      {isToShip(order) || isShipped ? <ShipOrder order={order} action={actions.ship} /> : null}
      <UndoShipping order={order} takeBack={actions.takeBack} />
      {isShipped && payment?.state !== 'refunded' && !isComingBack(order) ? (
        <CompleteOrder order={order} action={actions.complete} />
      ) : null}
      <AnswerReturn
        order={order}
        action={actions.answer}
        missing={missing}
        sizes={sizes}
        lacksAddress={lacksReturnAddress}
      />
      <StartReturn order={order} action={actions.startReturn} sizes={sizes} />
      <ManualSaleRefund order={order} action={actions.manualRefund} isOpen={opensRefund} />
      <ChangeItems order={order} action={actions.changeItems} sizes={sizes} />
      {isEarly ? <EditRecipient order={order} action={actions.editRecipient} /> : null}
      {status === '待付款' || status === '已付款' ? (
        <ChangeDelivery order={order} action={actions.changeDelivery} />
      ) : null}
      <Texts order={order} actions={actions} />
      {children}
      {status === '待付款' ? (
        <Panel title="取消訂單">
          <OwnerForm action={actions.cancel} submit="取消訂單" done="已取消。" variant="danger">
            <OrderId order={order} />
            <TextField id="cancel-reason" name="reason" label="原因" maxLength={300} />
          </OwnerForm>
        </Panel>
      ) : null}
    </section>
  )
}

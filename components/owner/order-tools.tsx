import type { ReactNode } from 'react'

import { TextAreaField, TextField } from '#components/ui/field.tsx'
import { RECIPIENT_LABELS, type RecipientField, requiredFields } from '#lib/delivery/recipient.ts'
import type { Order } from '#lib/order/order.ts'
import type { MissingPieces } from '#lib/order/stock.ts'
import { isCancelAsked } from '#lib/order/cancel-right.ts'
import { isToShip } from '#lib/order/view.ts'
import type { HeldCapture } from '#lib/order/payment/review.ts'

import { TakeBackShipping } from './new-shippings.tsx'
import { Complete, Note, Ship } from './packing-tools.tsx'
import { ChangeItems } from './change-items.tsx'
import { AnswerReturn, ResolveReview } from './order-decisions.tsx'
import { OrderId } from './order-fields.tsx'
import styles from './owner.module.css'
import { type OwnerAction, OwnerForm } from './owner-form.tsx'
import { Panel } from './panel.tsx'
import { ManualRefund } from './manual-order-form.tsx'
import { StartReturn } from './start-return.tsx'

/** The server actions of an order's sheet, handed down by the page. */
export type OrderActions = Readonly<
  Record<
    | 'ship'
    | 'complete'
    | 'editRecipient'
    | 'note'
    | 'cancel'
    | 'resolve'
    | 'invoice'
    | 'answer'
    | 'startReturn'
    | 'takeBack'
    | 'changeItems'
    | 'manualRefund'
    | 'keep',
    OwnerAction
  >
>

type Tool = { readonly order: Order; readonly action: OwnerAction }

function EditRecipient({ order, action }: Tool) {
  const names: readonly RecipientField[] = [...requiredFields(order.shippingMethod), 'note']
  const kept = Object.entries(order.recipient)
  return (
    <Panel title="修改收件資料">
      <OwnerForm action={action} submit="儲存收件資料" done="已儲存。">
        <OrderId order={order} />
        {kept.map(([name, value]) =>
          names.some((shown) => shown === name) ? null : (
            <input key={name} type="hidden" name={name} value={value} />
          ),
        )}
        {names.map((name) => {
          const field = { id: `r-${name}`, name, label: RECIPIENT_LABELS[name] }
          const value = order.recipient[name]
          return name === 'note' ? (
            <TextAreaField key={name} {...field} defaultValue={value} maxLength={500} />
          ) : (
            <TextField key={name} {...field} defaultValue={value} maxLength={254} />
          )
        })}
      </OwnerForm>
    </Panel>
  )
}

function Texts({ order, actions }: { order: Order; actions: OrderActions }) {
  const { invoicing, invoiceAlarm } = order
  const hasOne = invoicing?.state === 'issued' && invoiceAlarm !== 'two-invoices'
  return (
    <>
      <Note order={order} action={actions.note} />
      {hasOne ? null : <InvoiceNumber order={order} action={actions.invoice} />}
    </>
  )
}

function InvoiceNumber({ order, action }: Tool) {
  return (
    <Panel title="記下發票號碼">
      <OwnerForm action={action} submit="儲存發票號碼" done="已儲存。">
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
  )
}

/** Actions for an order in its state; `captures` are what the provider holds of one under review, `missing` the pieces that it lacks. */
export function OrderTools({
  order,
  actions,
  captures,
  missing,
  children,
}: {
  order: Order
  actions: OrderActions
  captures: readonly HeldCapture[] | undefined
  missing: readonly MissingPieces[]
  children?: ReactNode
}) {
  const { status, payment } = order
  const isShipped = status === '已出貨'
  const isEarly = status === '待付款' || status === '已付款'
  return (
    <section className={styles.panels} aria-label="處理這筆訂單">
      {payment?.review ? (
        <ResolveReview
          order={order}
          action={actions.resolve}
          captures={captures}
          missing={missing}
        />
      ) : null}
      {isCancelAsked(order) ? (
        <Panel title="買家申請取消整筆訂單" isOpen>
          <p>買家在期限內申請取消。請在「同意取消，全額退款」退款；退款以前不能出貨。</p>
          <OwnerForm action={actions.keep} submit="買家改為保留訂單" done="已撤回取消申請。">
            <OrderId order={order} />
            <TextField
              id="keep-reason"
              name="reason"
              label="原因"
              hint="買家怎麼告訴您的，例如：來信說要保留"
              maxLength={300}
            />
          </OwnerForm>
        </Panel>
      ) : null}
      {isToShip(order) || isShipped ? <Ship order={order} action={actions.ship} /> : null}
      <TakeBackShipping order={order} takeBack={actions.takeBack} />
      {isShipped && payment?.state !== 'refunded' ? (
        <Complete order={order} action={actions.complete} />
      ) : null}
      <AnswerReturn order={order} action={actions.answer} missing={missing} />
      <StartReturn order={order} action={actions.startReturn} />
      <ManualRefund order={order} action={actions.manualRefund} />
      <ChangeItems order={order} action={actions.changeItems} />
      {isEarly ? <EditRecipient order={order} action={actions.editRecipient} /> : null}
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

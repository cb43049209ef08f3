import { SelectField, TextField } from '#components/ui/field.tsx'
import { missingText, type MissingPieces } from '#lib/order/stock.ts'
import type { Order } from '#lib/order/order.ts'
import { usualCarrier } from '#lib/owner/owner-context.ts'
import { piecesToExchange, type Shipment } from '#lib/order/events.ts'
import { openReturn } from '#lib/order/returns.ts'
import { providerTitle } from '#lib/order/payment/payment-status.ts'
import type { HeldCapture } from '#lib/order/payment/review.ts'
import { formatPrice } from '#lib/price/price.ts'

import { ANSWER_WORDS, CAPTURE_WORDS, endWords } from './messages.ts'
import { CarrierField, OrderId } from './order-fields.tsx'
import styles from './owner.module.css'
import { type OwnerAction, OwnerForm } from './owner-form.tsx'
import { Panel } from './panel.tsx'

type Tool = { readonly order: Order; readonly action: OwnerAction }
type StockTool = Tool & { readonly missing: readonly MissingPieces[] }

// Too few pieces: the owner reads how many are left, and may sell below zero with a reason.
function BelowZero({ id, missing }: { id: string; missing: readonly MissingPieces[] }) {
  if (missing.length === 0) return null
  return (
    <TextField
      id={id}
      name="belowZero"
      label="超賣的原因"
      optional
      hint={`庫存不夠：${missingText(missing)}。請退款；仍要出貨時，才寫下原因。`}
      maxLength={200}
    />
  )
}

/** Ends a review, beside what the provider holds; undefined while it does not answer. */
export function ResolveReview({
  order,
  action,
  captures,
  missing,
}: StockTool & { captures: readonly HeldCapture[] | undefined }) {
  const provider = providerTitle(order.payment)
  return (
    <Panel title="結束核對" isOpen>
      <ul className={styles.plain}>
        {captures === undefined ? <li>{provider} 沒有回應，請稍後重新整理。</li> : null}
        {captures?.length === 0 ? <li>{provider} 沒有這筆訂單的款項。</li> : null}
        {captures?.map(({ id, status, amount, refundedAmount }) => (
          <li key={id}>
            {provider} {id}：{formatPrice(amount)}（{CAPTURE_WORDS[status]}
            {refundedAmount > 0 ? `，已退 ${formatPrice(refundedAmount)}` : ''}）
          </li>
        ))}
      </ul>
      <OwnerForm action={action} submit="結束核對" done="已結束核對。" provider={provider}>
        <OrderId order={order} />
        <SelectField id="end" label="結果">
          {Object.entries(endWords(provider)).map(([end, words]) => (
            <option key={end} value={end}>
              {words}
            </option>
          ))}
        </SelectField>
        <TextField id="resolve-reason" name="reason" label="原因" maxLength={300} />
        <BelowZero id="resolve-below-zero" missing={missing} />
      </OwnerForm>
    </Panel>
  )
}

// Fields of an exchange parcel.
function ExchangeParcel({ order, parcel }: { order: Order; parcel?: Shipment | undefined }) {
  return (
    <>
      <p className={styles.soft}>寄出換貨時，請填包裹：</p>
      <CarrierField id="exchange-carrier" value={parcel?.carrier ?? usualCarrier(order)} />
      <TextField
        id="exchange-tracking"
        name="trackingNumber"
        label="換貨的追蹤編號"
        defaultValue={parcel?.trackingNumber}
        autoComplete="off"
        maxLength={60}
      />
    </>
  )
}

// Corrects the parcel of the newest exchange when no other decision is open.
function CorrectExchange({ order, action }: Tool) {
  const parcel = order.returns?.at(-1)?.parcel
  if (!parcel) return null
  return (
    <Panel key="correct" title="更正換貨的包裹">
      <OwnerForm action={action} submit="更正包裹" done="已更正，會員看得到追蹤編號。">
        <OrderId order={order} />
        <input type="hidden" name="answer" value="exchanged" />
        <input type="hidden" name="reason" value="" />
        <ExchangeParcel order={order} parcel={parcel} />
      </OwnerForm>
    </Panel>
  )
}

/** Accepts or declines a member's return or exchange. */
export function AnswerReturn({ order, action, missing }: StockTool) {
  const request = openReturn(order)
  if (!request) return <CorrectExchange order={order} action={action} />
  const isExchange = piecesToExchange(request).length > 0
  const answers = Object.entries(ANSWER_WORDS).filter(
    ([answer]) => answer !== 'exchanged' || isExchange,
  )
  return (
    <Panel title="回覆退換貨申請" isOpen>
      <ul className={styles.plain}>
        {request.items.map(({ index, quantity, size }) => (
          <li key={index}>
            {order.items[index]?.title} {order.items[index]?.size} ×{quantity}
            {size === undefined ? '：退款' : `：換 ${size}`}
          </li>
        ))}
        <li>原因：{request.reason || '（沒有寫）'}</li>
        <li>聯絡方式：{request.contact}</li>
      </ul>
      <OwnerForm action={action} submit="回覆會員" done="已回覆。">
        <OrderId order={order} />
        <SelectField id="answer" label="回覆">
          {answers.map(([answer, words]) => (
            <option key={answer} value={answer}>
              {words}
            </option>
          ))}
        </SelectField>
        <TextField id="answer-reason" name="reason" label="給會員的話" maxLength={300} />
        {isExchange ? <ExchangeParcel order={order} /> : null}
        {isExchange ? <BelowZero id="exchange-below-zero" missing={missing} /> : null}
        <label className={styles.pick}>
          <input type="checkbox" name="restock" value="yes" />
          收到的商品加回庫存
        </label>
      </OwnerForm>
    </Panel>
  )
}

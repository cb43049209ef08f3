import { OwnerForm } from '#components/owner/form/owner-form.tsx'
import { Panel } from '#components/owner/form/panel.tsx'
import styles from '#components/owner/owner.module.css'
import { SelectField, TextField } from '#components/ui/field.tsx'
import { Link } from '#components/ui/link.tsx'
import type { MissingStock } from '#lib/inventory/stock.ts'
import type { Order } from '#lib/order/order.ts'
import { possibleAnswers } from '#lib/order/return/answer-return.ts'
import { unitsToExchange } from '#lib/order/return/return-record.ts'
import { openReturn } from '#lib/order/return/return-rules.ts'
import { liveParcel, trackingNumber } from '#lib/parcel/order-parcel.ts'
import { parcelText } from '#lib/parcel/parcel-labels.ts'
import { OWNER_PATHS } from '#lib/routes/owner-paths.ts'
import { CorrectExchange } from './correct-exchange.tsx'
import { ExchangeParcel } from './exchange-parcel.tsx'
import { OrderId } from './order-id.tsx'
import type { OrderTool } from './order-tool.ts'
import { OversellReason } from './oversell-reason.tsx'
import { RestockField } from './restock-field.tsx'
import { RETURN_ANSWER_LABELS, PREPARED_EXCHANGE_LABELS } from './return-labels.ts'
import { stockLeftOfSize, type SizeChoices } from './size-choices.ts'
type StockTool = OrderTool & {
  readonly missing: readonly MissingStock[]
  readonly sizes: SizeChoices
}

// Where the parcel of a prepared exchange stands, and where it is booked.
function PreparedExchange({ order }: { order: Order }) {
  const live = liveParcel(order)
  return (
    <p>
      {live ? `${parcelText(live)}・寄件編號 ${trackingNumber(live)}。` : ''}
      {live
        ? '交寄後，這筆換貨會自動改為已寄出。'
        : '換貨的商品已從庫存扣除。可以到「寄件」用綠界建立換貨的寄件，或自行寄出後在下面填寫追蹤編號。'}
      <Link href={OWNER_PATHS.parcels}>寄件</Link>
    </p>
  )
}

/** Accepts or declines a member's return or exchange. */
export function AnswerReturn({
  order,
  action,
  missing,
  sizes,
  lacksAddress,
}: StockTool & {
  /** Nobody knows where the goods are to be sent back. */
  lacksAddress: boolean
}) {
  const request = openReturn(order)
  if (!request) return <CorrectExchange order={order} action={action} />
  const isExchange = unitsToExchange(request).length > 0
  const isPrepared = request.state === 'preparing'
  const labels = isPrepared ? PREPARED_EXCHANGE_LABELS : RETURN_ANSWER_LABELS
  return (
    <Panel title={isPrepared ? '換貨待寄出' : '回覆退換貨申請'} isOpen>
      {isPrepared ? <PreparedExchange order={order} /> : null}
      <ul className={styles.plain}>
        {request.items.map(({ index, quantity, size }) => (
          <li key={index}>
            {order.items[index]?.title} {order.items[index]?.size} ×{quantity}
            {size === undefined ? '：退款' : `：換 ${size}${stockLeftOfSize(sizes[index], size)}`}
          </li>
        ))}
        <li>原因：{request.reason || '（沒有寫）'}</li>
        <li>聯絡方式：{request.contact}</li>
      </ul>
      {lacksAddress && request.state === 'requested' ? (
        <p className={styles.unreadable} role="alert">
          尚未填寫寄回商品的地址，同意的信裡不會有地址。請先在
          <Link href={OWNER_PATHS.content}>內容</Link>
          的「店的資料與數字」填寫地址並等候上線，或把地址寫在下面「給會員的話」。
        </p>
      ) : null}
      <OwnerForm action={action} submit="回覆會員" done="已回覆。">
        <OrderId order={order} />
        <SelectField id="answer" label="回覆">
          {possibleAnswers(request).map((answer) => (
            <option key={answer} value={answer}>
              {labels[answer]}
            </option>
          ))}
        </SelectField>
        <TextField id="answer-reason" name="reason" label="給會員的話" maxLength={300} />
        {isExchange ? <ExchangeParcel order={order} /> : null}
        {isExchange && !isPrepared ? (
          <OversellReason id="exchange-below-zero" missing={missing} />
        ) : null}
        {isPrepared ? null : (
          <RestockField yes="收到的商品還能賣" no="尚未收到，或無法再販售" isYes={false} />
        )}
      </OwnerForm>
    </Panel>
  )
}

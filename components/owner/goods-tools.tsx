import { SelectField, TextAreaField, TextField } from '#components/ui/field.tsx'
import type { Order } from '#lib/order/order.ts'
import { CARRIERS, itemsText, usualCarrier } from '#lib/owner/order-text.ts'
import { Link } from '#components/ui/link.tsx'
import { OWNER_PATHS, ownerOrderPath } from '#lib/routes/owner-paths.ts'
import { formatTime } from '#lib/time/taipei-time.ts'
import styles from './owner.module.css'
import { type OwnerAction, OwnerForm, Panel } from './owner-form.tsx'
import { liveParcel, shipmentOf, trackingNumber } from '#lib/parcel/order-parcel.ts'
import { possibleAnswers } from '#lib/order/return/answer-return.ts'
import type { MissingStock } from '#lib/inventory/stock.ts'
import type { Size } from '#lib/product/sizes.ts'
import { ANSWER_WORDS, PREPARED_WORDS } from './messages.ts'
import { openReturn, returnablePieces, returnProblem } from '#lib/order/return/return-rules.ts'
import { canUndoShipping } from '#lib/order/undo-shipping.ts'
import type { Shipment } from '#lib/order/shipment.ts'
import { piecesToExchange } from '#lib/order/return/return-record.ts'
import type { SizeChoice } from '#lib/inventory/exchange-stock.ts'
import { missingText } from '#lib/inventory/oversell.ts'
import { canChangeItems } from '#lib/order/change-items.ts'
import { parcelText } from '#lib/parcel/parcel-labels.ts'
import { shippingUndoEnds } from '#lib/order/undo-window.ts'
import { isToShip } from '#lib/order/shipping-date.ts'

/** The id of the order that a form changes. */
export function OrderId({ order }: { order: Order }) {
  return <input type="hidden" name="orderId" value={order.id} />
}

/** The carrier of a parcel, to choose or to type. */
export function CarrierField({ id, value }: { id: string; value?: string | undefined }) {
  return (
    <>
      <TextField
        id={id}
        name="carrier"
        label="物流公司"
        list={`${id}-list`}
        defaultValue={value ?? CARRIERS[0]}
        maxLength={40}
      />
      <datalist id={`${id}-list`}>
        {CARRIERS.map((carrier) => (
          <option key={carrier} value={carrier}>
            {carrier}
          </option>
        ))}
      </datalist>
    </>
  )
}

const until = (order: Order) => {
  const ends = shippingUndoEnds(order)
  return ends ? formatTime(ends) : ''
}

function TakeBack({ orders, takeBack }: { orders: readonly Order[]; takeBack: OwnerAction }) {
  return (
    <OwnerForm
      action={takeBack}
      submit="收回出貨"
      done="已收回，出貨的信不會寄出。"
      variant="danger"
    >
      <input type="hidden" name="orderIds" value={orders.map(({ id }) => id).join(' ')} />
    </OwnerForm>
  )
}

/** Takes the shipping of an order back, while the mail about it waits. */
export function TakeBackShipping({ order, takeBack }: { order: Order; takeBack: OwnerAction }) {
  if (!canUndoShipping(order)) return null
  return (
    <Panel title="收回出貨">
      <p className={styles.soft}>
        出貨的信 {until(order)} 才寄出。在那之前收回，訂單回到已付款，買家不會收到信。
      </p>
      <TakeBack orders={[order]} takeBack={takeBack} />
    </Panel>
  )
}

/** Orders shipped in the last minutes, to check or undo. */
export function NewShippings({
  orders,
  takeBack,
}: {
  orders: readonly Order[]
  takeBack: OwnerAction
}) {
  if (orders.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="new-shippings">
      <h2 id="new-shippings">剛才出貨的 {orders.length} 筆</h2>
      <p className={styles.soft}>出貨後 10 分鐘信才寄出；填錯了，在那之前可以收回。</p>
      <ul className={styles.rows}>
        {orders.map((order) => (
          <li key={order.id}>
            <Link href={ownerOrderPath(order.id)}>{order.orderNumber}</Link>
            <p>{itemsText(order)}</p>
            <p className={styles.soft}>
              {order.shipment?.carrier} {order.shipment?.trackingNumber}，{until(order)} 寄信
            </p>
          </li>
        ))}
      </ul>
      <Panel title={`全部收回（${orders.length} 筆）`}>
        <TakeBack orders={orders} takeBack={takeBack} />
      </Panel>
    </section>
  )
}

type Tool = { readonly order: Order; readonly action: OwnerAction }

/** Ships an order, or corrects its parcel. */
export function Ship({ order, action }: Tool) {
  const { shipment } = order
  const isCorrection = shipment !== undefined
  const booked = isCorrection ? undefined : liveParcel(order)
  const parcel = shipment ?? (booked && shipmentOf(booked))
  return (
    <Panel title={isCorrection ? '更正物流資料' : '標記為已出貨'} isOpen={!isCorrection}>
      {booked ? (
        <p>
          {parcelText(booked)}・寄件編號 {trackingNumber(booked) || '還在等綠界回覆'}
          。交寄後會自動改為已出貨，不用按這裡。
        </p>
      ) : null}
      <OwnerForm
        action={action}
        submit={isCorrection ? '更正' : '標記為已出貨'}
        done="已登記，會員看得到追蹤編號。"
        variant={isCorrection ? 'secondary' : 'primary'}
      >
        <OrderId order={order} />
        <input type="hidden" name="correction" value={isCorrection ? 'yes' : 'no'} />
        <CarrierField id="carrier" value={parcel?.carrier ?? usualCarrier(order)} />
        <TextField
          id="trackingNumber"
          label="追蹤編號"
          defaultValue={parcel?.trackingNumber}
          autoComplete="off"
          maxLength={60}
        />
        {booked ? (
          <label className={styles.pick}>
            <input type="checkbox" name="despiteBooking" value="yes" />
            不用綠界的寄件，改用上面填的包裹
          </label>
        ) : null}
      </OwnerForm>
    </Panel>
  )
}

/** Completes a shipped order. */
export function Complete({ order, action }: Tool) {
  return (
    <Panel title="標記為已完成" isOpen>
      <OwnerForm action={action} submit="標記為已完成" done="已完成。">
        <OrderId order={order} />
        <p className={styles.soft}>包裹送達後按下；七天退貨期從這一天算起。</p>
      </OwnerForm>
    </Panel>
  )
}

/** Adds a note that the shopper never sees. */
export function Note({ order, action }: Tool) {
  return (
    <Panel title="加備註" isOpen>
      <OwnerForm action={action} submit="加備註" done="已加上，只有店主看得到。">
        <OrderId order={order} />
        <TextAreaField id="note-text" name="text" label="備註" maxLength={500} />
      </OwnerForm>
    </Panel>
  )
}

/** Tools of staff for an order: packing, shipping and notes. */
export function PackingTools({
  order,
  actions,
}: {
  order: Order
  actions: Readonly<Record<'ship' | 'complete' | 'note' | 'takeBack', OwnerAction>>
}) {
  const isShipped = order.status === '已出貨'
  return (
    <section className={styles.panels} aria-label="處理這筆訂單">
      {isToShip(order) || isShipped ? <Ship order={order} action={actions.ship} /> : null}
      <TakeBackShipping order={order} takeBack={actions.takeBack} />
      {isShipped && order.payment?.state !== 'refunded' ? (
        <Complete order={order} action={actions.complete} />
      ) : null}
      <Note order={order} action={actions.note} />
    </section>
  )
}

/** The sizes into which the pieces of each item can be changed. */
export type Sizes = readonly (readonly SizeChoice[])[]
type StockTool = Tool & { readonly missing: readonly MissingStock[]; readonly sizes: Sizes }
type SizeTool = Tool & { readonly sizes: Sizes }

// The pieces left of a size, where they are counted.
function leftWords({ left }: Pick<SizeChoice, 'left'>): string {
  if (left === undefined) return ''
  return left === 0 ? '（沒有庫存）' : `（剩 ${left} 件）`
}

function leftOfSize(choices: readonly SizeChoice[] = [], size: Size): string {
  return leftWords(choices.find((one) => one.size === size) ?? {})
}

/** Too few pieces: the owner reads how many are left, and may sell below zero with a reason. */
export function BelowZero({ id, missing }: { id: string; missing: readonly MissingStock[] }) {
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

function bookedExchange(order: Order) {
  const live = liveParcel(order)
  return live?.exchange !== undefined && live.ids ? shipmentOf(live) : undefined
}

function ExchangeParcel({
  order,
  parcel = bookedExchange(order),
}: {
  order: Order
  parcel?: Pick<Shipment, 'carrier' | 'trackingNumber'> | undefined
}) {
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

// Where the parcel of a prepared exchange stands, and where it is booked.
function PreparedExchange({ order }: { order: Order }) {
  const live = liveParcel(order)
  return (
    <p>
      {live ? `${parcelText(live)}・寄件編號 ${trackingNumber(live)}。` : ''}
      {live
        ? '交寄後，這筆換貨會自動改為已寄出。'
        : '換貨的商品已經從庫存扣下。可以到「寄件」用綠界建立換貨的寄件，或自己寄出後把追蹤編號填在下面。'}
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
  const isExchange = piecesToExchange(request).length > 0
  const isPrepared = request.state === 'preparing'
  const words = isPrepared ? PREPARED_WORDS : ANSWER_WORDS
  return (
    <Panel title={isPrepared ? '換貨待寄出' : '回覆退換貨申請'} isOpen>
      {isPrepared ? <PreparedExchange order={order} /> : null}
      <ul className={styles.plain}>
        {request.items.map(({ index, quantity, size }) => (
          <li key={index}>
            {order.items[index]?.title} {order.items[index]?.size} ×{quantity}
            {size === undefined ? '：退款' : `：換 ${size}${leftOfSize(sizes[index], size)}`}
          </li>
        ))}
        <li>原因：{request.reason || '（沒有寫）'}</li>
        <li>聯絡方式：{request.contact}</li>
      </ul>
      {lacksAddress && request.state === 'asked' ? (
        <p className={styles.unreadable} role="alert">
          商店還沒有填寄回商品的地址，同意的信裡不會有地址。請先在
          <Link href={OWNER_PATHS.content}>內容</Link>
          的「店的資料與數字」填好地址並等它上線，或把地址寫在下面「給會員的話」。
        </p>
      ) : null}
      <OwnerForm action={action} submit="回覆會員" done="已回覆。">
        <OrderId order={order} />
        <SelectField id="answer" label="回覆">
          {possibleAnswers(request).map((answer) => (
            <option key={answer} value={answer}>
              {words[answer]}
            </option>
          ))}
        </SelectField>
        <TextField id="answer-reason" name="reason" label="給會員的話" maxLength={300} />
        {isExchange ? <ExchangeParcel order={order} /> : null}
        {isExchange && !isPrepared ? (
          <BelowZero id="exchange-below-zero" missing={missing} />
        ) : null}
        {isPrepared ? null : (
          <label className={styles.pick}>
            <input type="checkbox" name="restock" value="yes" />
            收到的商品加回庫存
          </label>
        )}
      </OwnerForm>
    </Panel>
  )
}

/** Changes sizes or quantities before the parcel ships. */
export function ChangeItems({ order, action, sizes }: SizeTool) {
  if (!canChangeItems(order)) return null
  return (
    <Panel title="更改尺寸或件數">
      <OwnerForm
        action={action}
        submit="更改訂單內容"
        done="已更改，買家會收到信。少訂了的話，差額已經填在「退款」那一欄。"
      >
        <OrderId order={order} />
        {order.items.map(({ id, title, color = '', size, quantity }, index) => (
          // Keyed by the pieces, so that a changed line starts anew instead of falling back to none.
          <fieldset key={`${id} ${color} ${size} ${quantity}`} className={styles.pieces}>
            <legend>
              {title} {color} {size}
            </legend>
            <SelectField id={`size-${index}`} label="尺寸" defaultValue={size}>
              {optionsOf(sizes[index], size).map((one) => (
                <option key={one.size} value={one.size}>
                  {one.size}
                  {one.size === size ? '' : leftWords(one)}
                </option>
              ))}
            </SelectField>
            <SelectField
              id={`change-quantity-${index}`}
              name={`quantity-${index}`}
              label="件數"
              defaultValue={quantity}
            >
              {Array.from({ length: quantity + 1 }, (_, count) => (
                // oxlint-disable-next-line react/no-array-index-key
                <option key={count} value={count}>
                  {count}
                </option>
              ))}
            </SelectField>
          </fieldset>
        ))}
        <TextField id="change-reason" name="reason" label="原因" optional maxLength={300} />
        <TextField
          id="change-below-zero"
          name="belowZero"
          label="超賣的原因"
          optional
          hint="想換的尺寸不夠、仍要換時才寫。"
          maxLength={200}
        />
        <p className={styles.soft}>要多買的，請買家另外下單。</p>
      </OwnerForm>
    </Panel>
  )
}

// The size that a line has stays among those that it may have.
function optionsOf(choices: readonly SizeChoice[] = [], size: Size): readonly SizeChoice[] {
  return choices.some((one) => one.size === size) ? choices : [{ size }, ...choices]
}

// The shop may take back what comes late.
const ANY_TIME = new Date(0)

/** Records a return or exchange that a buyer requested by mail or telephone. */
export function StartReturn({ order, action, sizes }: SizeTool) {
  if (returnProblem(order, ANY_TIME) !== undefined) return null
  const left = returnablePieces(order)
  return (
    <Panel title="代買家申請退換貨">
      <OwnerForm action={action} submit="登記退換貨" done="已登記，請回覆。">
        <OrderId order={order} />
        {order.items.map(({ id, title, color = '', size }, index) => (
          <fieldset key={`${id} ${color} ${size}`} className={styles.pieces}>
            <legend>
              {title} {color} {size}
            </legend>
            <SelectField id={`quantity-${index}`} label="件數">
              {Array.from({ length: (left[index] ?? 0) + 1 }, (_, count) => (
                // oxlint-disable-next-line react/no-array-index-key
                <option key={count} value={count}>
                  {count}
                </option>
              ))}
            </SelectField>
            <SelectField id={`wish-${index}`} label="處理">
              <option value="">退款</option>
              {(sizes[index] ?? []).map((one) => (
                <option key={one.size} value={one.size}>
                  {one.size === size ? `補寄 ${one.size}` : `換 ${one.size}`}
                  {leftWords(one)}
                </option>
              ))}
            </SelectField>
          </fieldset>
        ))}
        <TextField id="start-return-reason" name="reason" label="退換貨原因" maxLength={300} />
        <p className={styles.soft}>買家來信或來電時用；七天過了，店主仍可以受理。</p>
      </OwnerForm>
    </Panel>
  )
}

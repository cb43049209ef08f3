import { closeUp } from '#lib/text/no-break.ts'
import { SelectField, TextAreaField, TextField } from '#components/ui/field.tsx'
import type { MissingStock } from '#lib/inventory/stock.ts'
import type { Order } from '#lib/order/order.ts'
import type { RefundRequest } from '#lib/payment/refund/refund-record.ts'
import { NUMBERED } from '#lib/payment/methods.ts'
import { providerTitle } from '#lib/payment/payment-status.ts'
import { dayAfter, formatDay, taipeiDay } from '#lib/time/taipei-time.ts'
import type { HeldCapture } from '#lib/payment/review.ts'
import { CAPTURE_WORDS, endWords } from './messages.ts'
import {
  AnswerReturn,
  BelowZero,
  ChangeItems,
  Complete,
  Note,
  OrderId,
  Ship,
  type Sizes,
  StartReturn,
  TakeBackShipping,
} from './goods-tools.tsx'
import styles from './owner.module.css'
import { type OwnerAction, OwnerForm, Panel } from './owner-form.tsx'
import { RefundAccount, type ShownAccount } from './order-forms.tsx'
import { exchangeToSend, liveParcel } from '#lib/parcel/order-parcel.ts'
import type { ReactNode } from 'react'
import {
  RECIPIENT_LABELS,
  type RecipientField,
  requiredFields,
  SHIPPING_WORDS,
  type ShippingMethod,
} from '#lib/delivery/recipient.ts'
import { manualSaleLeft } from '#lib/order/manual-order.ts'
import { isCancellationRequested } from '#lib/order/cancel-right-view.ts'
import { HAND_REFUND_DAYS, refundsOwed } from '#lib/payment/refund/manual-refund.ts'
import { refundAccountsKept } from '#lib/payment/refund/bank-account-request.ts'
import { formatPrice } from '#lib/price/format-price.ts'
import { isToShip } from '#lib/order/shipping-date.ts'

type Tool = { readonly order: Order; readonly action: OwnerAction }
// Records money that the owner gave back for a manual order.
function ManualRefund({ order, action, isOpen }: Tool & { isOpen: boolean }) {
  const left = manualSaleLeft(order)
  if (left <= 0) return null
  return (
    <Panel title="登記退款" id="refund" isOpen={isOpen}>
      <OwnerForm action={action} submit="登記退款" done="已登記。" isKeyed>
        <OrderId order={order} />
        <p className={styles.soft}>這筆訂單是手動建立的：請先把錢退給買家，再記在這裡。</p>
        <TextField
          id="manual-refund-amount"
          name="amount"
          label="退還金額（元）"
          hint={`最多 ${formatPrice(left)}`}
          inputMode="numeric"
          defaultValue={String(left)}
          maxLength={8}
        />
        <TextField id="manual-refund-reason" name="reason" label="原因" maxLength={300} />
        <label className={styles.pick}>
          <input type="checkbox" name="restock" value="yes" defaultChecked />
          款項全部退還時，把商品加回庫存
        </label>
      </OwnerForm>
    </Panel>
  )
}

/** Ends a review, beside what the provider holds; undefined while it does not answer. */
export function ResolveReview({
  order,
  action,
  captures,
  missing,
}: Tool & {
  missing: readonly MissingStock[]
  captures: readonly HeldCapture[] | undefined
}) {
  const provider = providerTitle(order.payment)
  return (
    <Panel title="結束核對" isOpen>
      <ul className={styles.plain}>
        {captures === undefined ? (
          <li>{closeUp(`${provider} 沒有回應，請稍後重新整理。`)}</li>
        ) : null}
        {captures?.length === 0 ? <li>{closeUp(`${provider} 沒有這筆訂單的款項。`)}</li> : null}
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
    | 'changeDelivery'
    | 'manualRefund'
    | 'keep'
    | 'handRefund'
    | 'withdrawRefund'
    | 'askAccount',
    OwnerAction
  >
>

const PICKUP_NAME_OF_OWNER =
  '印在包裹上的姓名；空白時由收件人的姓名得出：2 到 5 個中文字或 4 到 10 個英文字母。'

function EditRecipient({ order, action }: Tool) {
  const names: readonly RecipientField[] = [
    ...requiredFields(order.shippingMethod),
    'pickupName',
    'note',
  ]
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
            <TextField
              key={name}
              {...field}
              hint={name === 'pickupName' ? PICKUP_NAME_OF_OWNER : undefined}
              defaultValue={value}
              maxLength={254}
            />
          )
        })}
        {order.shippingMethod === 'home' ? (
          <label className={styles.pick}>
            <input type="checkbox" name="placeConfirmed" value="yes" />
            郵遞區號、縣市與鄉鎮市區不在名單上，也照這樣寄
          </label>
        ) : null}
      </OwnerForm>
    </Panel>
  )
}

const PLACE_FIELDS: Readonly<Record<ShippingMethod, readonly RecipientField[]>> = {
  home: ['zipcode', 'city', 'area', 'address'],
  store: ['store'],
}

// Sends an order to a door instead of a store, or the other way round; both cost the same.
function ChangeDelivery({ order, action }: Tool) {
  const { shippingMethod, recipient } = order
  const to = shippingMethod === 'home' ? 'store' : 'home'
  if (liveParcel(order)) return null
  return (
    <Panel title={`改為${SHIPPING_WORDS[to]}`}>
      <OwnerForm action={action} submit={`改為${SHIPPING_WORDS[to]}`} done="已更改，買家會收到信。">
        <OrderId order={order} />
        <input type="hidden" name="to" value={to} />
        <p className={styles.soft}>
          宅配和超商取貨的運費相同，不用補收，也不用退。更改後寄信告訴買家；等買家選門市的連結會失效。
        </p>
        {PLACE_FIELDS[to].map((name) => (
          <TextField
            key={name}
            id={`d-${name}`}
            name={name}
            label={RECIPIENT_LABELS[name]}
            hint={name === 'store' ? '例如 7-11 131386 重慶門市，或全家 012345' : undefined}
            defaultValue={recipient[name]}
            maxLength={254}
          />
        ))}
        {to === 'home' ? (
          <label className={styles.pick}>
            <input type="checkbox" name="placeConfirmed" value="yes" />
            郵遞區號、縣市與鄉鎮市區不在名單上，也照這樣寄
          </label>
        ) : null}
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

// What the owner has to do to give the money back: a transfer or a store's number can't be undone at the provider.
function handRefundWords({ payment }: Order, { amount, capture, sentAt }: RefundRequest): string {
  const paid = payment?.attempts.find(({ number, captureId }) =>
    capture ? number === capture.attempt : captureId === payment.captureId,
  )
  const way = paid && NUMBERED[paid.method]
  if (sentAt !== undefined)
    return closeUp(
      `到 ${providerTitle(payment)} 的廠商後台看這筆交易的 ${formatPrice(amount)} 退了沒有：商店送出過，但沒有得到回答。已經退了，填寫日期；沒有退，按撤回，再退一次。`,
    )
  return way
    ? `匯 ${formatPrice(amount)} 到買家填的退款帳戶：用${way.number}付的錢，${providerTitle(payment)}沒有退款功能。匯款後在這裡填寫日期。`
    : closeUp(
        `到 ${providerTitle(payment)} 的廠商後台找到這筆交易，退 ${formatPrice(amount)}，再填寫日期。`,
      )
}

// The buyer gets a link by mail; the account never comes by mail itself.
function AskAccount({ order, request, action }: Tool & { request: RefundRequest }) {
  const { number, accountAt } = request
  return (
    <OwnerForm
      action={action}
      submit={accountAt === undefined ? '再寄一次信' : '請買家重新填'}
      done="已寄信給買家。"
    >
      <OrderId order={order} />
      <input type="hidden" name="number" value={number} />
      <p className={styles.soft}>
        {accountAt === undefined
          ? '已經寄信請買家填退款帳戶，還沒有填；第 7、12、15 天會再寄。請不要請買家把帳號寫在信裡。'
          : '匯不進去的話，寄信請買家重新填。'}
      </p>
      <TextField
        id={`ask-account-${number}`}
        name="reason"
        label="要寫在信裡的話"
        optional
        hint="例如：上次的帳號匯不進去，請再看一次存摺"
        maxLength={300}
      />
    </OwnerForm>
  )
}

// A transfer may come back: its account is kept a while, and seen by proof alone.
function KeptAccounts({ order, account }: { order: Order; account: ShownAccount }) {
  return refundAccountsKept(order, new Date()).map(({ number, amount, accountAt, until }) => (
    <Panel
      key={number}
      title={`退款 ${formatPrice(amount)} 的帳戶（${formatDay(until)} 刪除）`}
      isLazy
    >
      <RefundAccount orderId={order.id} number={number} givenAt={accountAt} {...account} />
    </Panel>
  ))
}

/** A refund that only the owner can make: what is owed, until when, and the form that notes it. */
function HandRefund({
  order,
  request,
  actions,
  account,
}: {
  order: Order
  request: RefundRequest
  actions: OrderActions
  account: ShownAccount
}) {
  const { number, amount, at, reason, toBank, accountAt } = request
  const id = `hand-refund-${number}`
  return (
    <Panel title={`人工退款 ${formatPrice(amount)}`} isOpen>
      <p>
        請在 {formatDay(dayAfter(taipeiDay(new Date(at)), HAND_REFUND_DAYS))} 前，
        {handRefundWords(order, request)}登記之前，買家看到的是「退款處理中」。
      </p>
      <p className={styles.soft}>原因：{reason}</p>
      {toBank && accountAt !== undefined ? (
        <RefundAccount orderId={order.id} number={number} givenAt={accountAt} {...account} />
      ) : null}
      {toBank ? <AskAccount order={order} request={request} action={actions.askAccount} /> : null}
      <OwnerForm
        action={actions.handRefund}
        submit="登記已退款"
        done="已登記，買家會收到退款通知信。"
      >
        <OrderId order={order} />
        <input type="hidden" name="number" value={number} />
        <TextField id={`${id}-day`} name="day" label="退款的日期" type="date" />
        <TextField
          id={`${id}-reference`}
          name="reference"
          label="退款編號或帳號末五碼"
          hint="後台的退款序號；匯款時寫對方帳號的末五碼。"
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

/** Actions for an order in its state; `captures` are what the provider holds of one under review, `missing` the pieces that it lacks. */
export function OrderTools({
  order,
  actions,
  captures,
  missing,
  sizes,
  lacksReturnAddress,
  account,
  opensRefund,
  children,
}: {
  order: Order
  actions: OrderActions
  captures: readonly HeldCapture[] | undefined
  missing: readonly MissingStock[]
  sizes: Sizes
  lacksReturnAddress: boolean
  /** What the page needs to show the account of a refund by transfer. */
  account: ShownAccount
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
          missing={missing}
        />
      ) : null}
      {refundsOwed(payment).map((request) => (
        <HandRefund
          key={request.number}
          order={order}
          request={request}
          actions={actions}
          account={account}
        />
      ))}
      <KeptAccounts order={order} account={account} />
      {isCancellationRequested(order) ? (
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
      <AnswerReturn
        order={order}
        action={actions.answer}
        missing={missing}
        sizes={sizes}
        lacksAddress={lacksReturnAddress}
      />
      <StartReturn order={order} action={actions.startReturn} sizes={sizes} />
      <ManualRefund order={order} action={actions.manualRefund} isOpen={opensRefund} />
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

'use client'
import type { OpenRemoval } from '#lib/ledger/paid-parts.ts'
import { closeUp } from '#lib/text/no-break.ts'
import { useId, useState } from 'react'
import { usePreloadedAuthClient } from '#components/account/auth-client.ts'
import { callOwnerAction } from './owner-proof.ts'
import { Button } from '#components/ui/button.tsx'
import { ErrorSummary, focusOnArrival, type Problems, useSubmit } from '#components/ui/form.tsx'
import { SelectField, TextField } from '#components/ui/field.tsx'
import { RenewedFields } from '#components/ui/renewed-fields.tsx'
import type { Exchange } from '#lib/account/sign-in.ts'
import type { RefundedReturn } from '#lib/payment/refund/request-refund.ts'
import type { WebConfig } from '#lib/account/session.ts'
import { formatTime } from '#lib/time/taipei-time.ts'
import type { Result } from '#lib/result.ts'
import type { RefundPiece } from '#lib/owner/order-details.ts'
import { type OwnerFailure, reauthenticationFailureText } from './messages.ts'
import { showOutcome, textFields } from './owner-form.tsx'
import styles from './owner.module.css'
import { reauthenticate, type Reauthentication, ReauthenticationFields } from './proof.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { FactList } from '#components/ui/facts.tsx'
import { bankText, type RefundAccount as Account } from '#lib/payment/refund/bank-account.ts'
import {
  EMPTY_INVOICE,
  type Invoice,
  INVOICE_FIELDS,
  INVOICE_KINDS,
  type InvoiceKind,
} from '#lib/invoice/typed-invoice.ts'
import { formatPrice } from '#lib/price/format-price.ts'

/** Result of a refund: amount in whole TWD, and its state. */
export type RefundOutcome = {
  readonly amount: number
  readonly state: 'done' | 'pending' | 'sending' | 'by-hand' | 'refused'
  /** When it is sent, where its provider takes none now (ISO 8601). */
  readonly notBefore?: string | undefined
}

/** The server action that gives money back; `proof` is the ID token of a sign-in made for it. */
export type RefundAction = (
  fields: Readonly<Record<string, string>>,
) => Promise<Result<RefundOutcome, OwnerFailure>>

function outcomeText({ amount, state, notBefore }: RefundOutcome, provider: string): string {
  if (state === 'done') return `已退款 ${formatPrice(amount)}。`
  if (state === 'pending') return closeUp(`${provider} 正在處理 ${formatPrice(amount)} 的退款。`)
  if (state === 'by-hand')
    return `已登記要退 ${formatPrice(amount)}；請照「人工退款」的步驟退還，再填寫日期。`
  if (notBefore !== undefined)
    return closeUp(
      `已登記要退 ${formatPrice(amount)}；${provider} 現在不能退，${formatTime(new Date(notBefore))} 之後自動退款，不用再按。`,
    )
  return `還不確定 ${formatPrice(amount)} 是否已退；商店會自動查明，不會退兩次。`
}

/** The form of a refund. Each has a new key; a press whose answer was lost is repeated under its own. */
export function useRefund(input: {
  readonly config: WebConfig
  readonly proof: Reauthentication
  readonly refund: RefundAction
  /** Provider of the order's payment. */
  readonly provider: string
}) {
  const { config, proof, refund, provider } = input
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [problems, setProblems] = useState<Problems | null>(null)
  const { busy: pending, form } = useSubmit(async (fields) => {
    setProblems(null)
    const { password = '', ...request } = textFields(fields)
    const answers: RefundOutcome[] = []
    const exchange: Exchange<OwnerFailure> = async (idToken) => {
      const answer = await callOwnerAction(refund, { ...request, key, proof: idToken })
      if (answer.ok) answers.push(answer.data)
      return answer
    }
    const answer = await reauthenticate({ config, proof, password }, exchange)
    if (!answer.ok)
      return setProblems({
        title: reauthenticationFailureText(answer, 'refund', provider),
      })
    showOutcome(answers.map((one) => outcomeText(one, provider)).join(''))
    setKey(crypto.randomUUID())
  })
  return { key, problems, pending, form }
}

function ReturnField({
  id,
  returns,
  chosen,
}: {
  id: string
  returns: readonly RefundedReturn[]
  chosen: number | undefined
}) {
  return (
    <SelectField id={id} name="returnNumber" label="屬於哪一次退貨" defaultValue={chosen ?? ''}>
      <option value="">和退貨無關</option>
      {returns.map(({ number, refunded }) => (
        <option key={number} value={number}>
          第 {number} 次退貨{refunded === 0 ? '' : `（已退 ${formatPrice(refunded)}）`}
        </option>
      ))}
    </SelectField>
  )
}

// Of several lines that were taken out, the one that is paid back.
function RemovedField({ id, removed }: { id: string; removed: readonly OpenRemoval[] }) {
  return (
    <SelectField id={id} name="removed" label="屬於哪一項少訂的商品" defaultValue="">
      <option value="">全部，或和少訂無關</option>
      {removed.map(({ place, item, left }) => (
        <option key={place} value={place}>
          {[item.title, item.color, item.size].filter(Boolean).join(' ')} {item.quantity} 件（
          {formatPrice(left)}）
        </option>
      ))}
    </SelectField>
  )
}

// The sum, to type or to take from what was paid for one piece.
function AmountField({
  id,
  left,
  due,
  pieces,
}: {
  id: string
  left: number
  due: number
  pieces: readonly RefundPiece[]
}) {
  const [amount, setAmount] = useState(due === 0 ? '' : String(due))
  const parts = [...pieces, ...(pieces.length === 0 ? [] : [{ words: '', amount: left }])]
  return (
    <>
      <TextField
        id={id}
        name="amount"
        label="退款金額（元）"
        hint={`最多 ${formatPrice(left)}`}
        inputMode="numeric"
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
        maxLength={12}
      />
      {parts.length === 0 ? null : (
        <fieldset className={styles.parts}>
          <legend className="visually-hidden">退多少</legend>
          {parts.map((part) => (
            <Button
              key={`${part.words} ${part.amount}`}
              aria-pressed={amount === String(part.amount)}
              onClick={() => setAmount(String(part.amount))}
            >
              {part.words === '' ? '全部' : `一件 ${part.words}`} {formatPrice(part.amount)}
            </Button>
          ))}
        </fieldset>
      )}
    </>
  )
}

/** Refunds part of an order or the rest, after reauthentication. */
export function RefundForm({
  orderId,
  left,
  due,
  returns,
  removed,
  chosenReturn,
  isUnshipped,
  reason,
  pieces,
  ...values
}: {
  orderId: string
  left: number
  /** Prefilled amount: returned goods, or the refundable rest. */
  due: number
  returns: readonly RefundedReturn[]
  /** Lines that were taken out and not paid back. */
  removed: readonly OpenRemoval[]
  /** The return chosen at first, by its number. */
  chosenReturn: number | undefined
  isUnshipped: boolean
  /** Prefilled reason. */
  reason: string
  /** Parts that one press fills in. */
  pieces: readonly RefundPiece[]
  config: WebConfig
  proof: Reauthentication
  refund: RefundAction
  provider: string
}) {
  const id = useId()
  const { proof } = values
  usePreloadedAuthClient(values.config)
  const { key, problems, pending, form } = useRefund(values)
  return (
    <form {...form} className={styles.form}>
      <ErrorSummary problems={problems} />
      <input type="hidden" name="orderId" value={orderId} />
      <input type="hidden" name="left" value={left} />
      <RenewedFields renewal={key} page={pieces} className={styles.fields}>
        <AmountField
          key={`${left} ${due}`}
          id={`${id}amount`}
          left={left}
          due={due}
          pieces={pieces}
        />
        {returns.length === 0 ? null : (
          <ReturnField
            key={chosenReturn ?? ''}
            id={`${id}return`}
            returns={returns}
            chosen={chosenReturn}
          />
        )}
        {removed.length < 2 ? null : <RemovedField id={`${id}removed`} removed={removed} />}
        <TextField
          id={`${id}reason`}
          name="reason"
          label="原因"
          defaultValue={reason}
          maxLength={300}
        />
        {isUnshipped ? (
          <label className={styles.pick}>
            <input type="checkbox" name="restock" value="yes" defaultChecked />
            款項全部退回時，把商品加回庫存（這筆還沒出貨）
          </label>
        ) : null}
        <ReauthenticationFields id={id} proof={proof} />
      </RenewedFields>
      <Button type="submit" variant="danger" pending={pending}>
        {pending ? '退款中…' : '退款'}
      </Button>
    </form>
  )
}

/** Money of an order under review that the provider holds, in whole TWD. */
export type HeldMoney = { readonly id: string; readonly amount: number }

/** Refunds money of an order under review here, and ends the review with it. */
export function RefundReview({
  orderId,
  held,
  surplus,
  undoneBefore,
  ...input
}: {
  orderId: string
  held: readonly HeldMoney[]
  /** The one that is offered first, where a paid order has one too many. */
  surplus?: string | undefined
  /** Until when in Taipei (HH:MM) a payment of the day is undone whole, where the shop does so. */
  undoneBefore?: string | undefined
  config: WebConfig
  proof: Reauthentication
  refund: RefundAction
  provider: string
}) {
  const id = useId()
  usePreloadedAuthClient(input.config)
  const { key, problems, pending, form } = useRefund(input)
  const left = held.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <form {...form} className={styles.form}>
      <ErrorSummary problems={problems} />
      <input type="hidden" name="orderId" value={orderId} />
      <input type="hidden" name="left" value={left} />
      <RenewedFields renewal={key} page={held} className={styles.fields}>
        <SelectField
          id={`${id}capture`}
          name="capture"
          label="退哪一筆"
          defaultValue={surplus ?? 'all'}
        >
          <option value="all">全部退回 {formatPrice(left)}</option>
          {held.length < 2
            ? null
            : held.map(({ id: capture, amount }) => (
                <option key={capture} value={capture}>
                  只退 {capture}：{formatPrice(amount)}，其他留下
                </option>
              ))}
        </SelectField>
        {undoneBefore === undefined ? null : (
          <p className={styles.soft}>
            今天付的款，{undoneBefore}{' '}
            關帳前退款會取消整筆授權，買家的帳單上不會出現這筆消費；之後是一般退款。
          </p>
        )}
        <TextField id={`${id}reason`} name="reason" label="原因" maxLength={300} />
        <ReauthenticationFields id={id} proof={input.proof} />
      </RenewedFields>
      <Button type="submit" variant="danger" pending={pending}>
        {pending ? '退款中…' : '退款並結束核對'}
      </Button>
    </form>
  )
}

/** What it takes to show the account of a refund: the owner's proof, and the action that reads it. */
export type ShownAccount = {
  readonly config: WebConfig
  readonly proof: Reauthentication
  readonly show: (
    fields: Readonly<Record<string, string>>,
  ) => Promise<Result<Account & { readonly givenAt: string }, OwnerFailure>>
}

function Copied({ text, name }: { text: string; name: string }) {
  return (
    <>
      {text} <CopyButton text={text} name={name} />
    </>
  )
}

/** The account that a buyer named for a refund by transfer, shown after the owner signed in again, until the page is left. */
export function RefundAccount({
  orderId,
  number,
  givenAt,
  config,
  proof,
  show,
}: ShownAccount & { orderId: string; number: number; givenAt: string }) {
  const id = useId()
  usePreloadedAuthClient(config)
  const [account, setAccount] = useState<(Account & { readonly givenAt: string }) | null>(null)
  const [problems, setProblems] = useState<Problems | null>(null)
  const { busy, form } = useSubmit(async (fields) => {
    setProblems(null)
    const { password = '', ...request } = textFields(fields)
    const exchange: Exchange<OwnerFailure> = async (idToken) => {
      const answer = await callOwnerAction(show, { ...request, proof: idToken })
      if (answer.ok) setAccount(answer.data)
      return answer
    }
    const answer = await reauthenticate({ config, proof, password }, exchange)
    if (!answer.ok) setProblems({ title: reauthenticationFailureText(answer, 'proof') })
  })
  // One that was named since is another account.
  if (account && account.givenAt === givenAt) {
    return (
      <div ref={focusOnArrival} tabIndex={-1}>
        <FactList
          className={styles.facts}
          facts={[
            ['銀行', <Copied key="bank" text={bankText(account.bank)} name="銀行" />],
            ['帳號', <Copied key="account" text={account.account} name="帳號" />],
            ['戶名', <Copied key="holder" text={account.holder} name="戶名" />],
          ]}
        />
      </div>
    )
  }
  return (
    <form {...form} className={styles.form}>
      <ErrorSummary problems={problems} />
      <p>買家在 {formatTime(new Date(givenAt))} 填了退款帳戶。</p>
      <input type="hidden" name="orderId" value={orderId} />
      <input type="hidden" name="number" value={number} />
      <div className={styles.fields}>
        <ReauthenticationFields id={id} proof={proof} />
      </div>
      <Button type="submit" variant="secondary" pending={busy}>
        {busy ? '確認中…' : '看退款帳戶'}
      </Button>
    </form>
  )
}

const KINDS: Readonly<Record<InvoiceKind, string>> = {
  email: '寄到 Email',
  carrier: '手機條碼載具',
  company: '統一編號（公司）',
  donation: '捐贈',
}

const FIELDS = {
  carrier: { label: '手機條碼', hint: '「/」開頭，共 8 碼', maxLength: 30 },
  taxId: { label: '統一編號', hint: '8 位數字', maxLength: 30, inputMode: 'numeric' },
  company: { label: '公司抬頭', maxLength: 60 },
  donation: { label: '捐贈碼', hint: '3 到 7 位數字', maxLength: 30, inputMode: 'numeric' },
} as const

/** For whom an invoice is issued, and the fields that its kind asks for. */
export function InvoiceKindFields({ invoice }: { invoice: Invoice }) {
  const [kind, setKind] = useState<InvoiceKind>(invoice.kind === 'paper' ? 'email' : invoice.kind)
  const known = { ...EMPTY_INVOICE, ...invoice }
  return (
    <>
      <SelectField
        id="invoice-kind"
        name="invoiceKind"
        label="發票開立方式"
        value={kind}
        onChange={({ target }) => {
          setKind((before) => INVOICE_KINDS.find((name) => name === target.value) ?? before)
        }}
      >
        {INVOICE_KINDS.map((name) => (
          <option key={name} value={name}>
            {KINDS[name]}
          </option>
        ))}
      </SelectField>
      {INVOICE_FIELDS[kind].map((name) => (
        <TextField
          key={name}
          id={`invoice-${name}`}
          name={name}
          autoComplete="off"
          spellCheck={false}
          {...FIELDS[name]}
          aria-required
          defaultValue={known[name]}
        />
      ))}
    </>
  )
}

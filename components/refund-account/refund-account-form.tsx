'use client'
import { useEffect, useState } from 'react'

import { Button } from '#components/ui/button.tsx'
import { callAction, lostCall } from '#components/ui/call-action.ts'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { FactList } from '#components/ui/facts.tsx'
import { TextField } from '#components/ui/field.tsx'
import { focusOnAppearance } from '#components/ui/focus-on-appearance.ts'
import { Notice } from '#components/ui/notice.tsx'
import { useLinkInAddress } from '#components/ui/use-mailed-link.ts'
import { useSubmit } from '#components/ui/use-submit.ts'
import { REFUND_ACCOUNT_DAYS } from '#lib/company/company.ts'
import {
  type AccountField,
  BANKS,
  bankText,
  readRefundAccount,
  type RefundAccount,
} from '#lib/payment/refund/bank-account.ts'
import type { BankAccountRequest } from '#lib/payment/refund/take-bank-account.ts'
import { formatPrice } from '#lib/price/format-price.ts'
import type { Failure } from '#lib/result.ts'
import { formatTime } from '#lib/time/taipei-time.ts'
import {
  ACCOUNT_LABELS,
  accountProblemText,
  type RefundAccountFailure,
  refundAccountFailureText,
} from './messages.ts'
import styles from './refund-account.module.css'

type Answer<Data> = { readonly ok: true; readonly data: Data } | Failure<RefundAccountFailure>

/** The two server actions of the page, handed down by it. */
export type RefundAccountActions = {
  readonly find: (link: string) => Promise<Answer<BankAccountRequest>>
  readonly take: (account: RefundAccount & { readonly link: string }) => Promise<Answer<null>>
}

const FIELDS: readonly AccountField[] = ['bank', 'account', 'holder']

type Field = Pick<Parameters<typeof TextField>[0], 'hint' | 'inputMode' | 'list' | 'maxLength'>

const INPUTS: Readonly<Record<AccountField, Field>> = {
  bank: { hint: '代碼或名稱，例如 822 或中國信託', list: 'banks', maxLength: 40 },
  account: {
    hint: '存摺或金融卡上的帳號，不是卡號；有沒有空格、短橫都可以。',
    inputMode: 'numeric',
    maxLength: 40,
  },
  holder: { hint: '存摺上的姓名，須與帳號為同一人。', maxLength: 60 },
}

function problemsIn(typed: Readonly<Record<AccountField, string>>): Problems | undefined {
  const read = readRefundAccount(typed)
  if (read.ok) return undefined
  const fields = FIELDS.flatMap((field) => {
    const problem = read.problems[field]
    return problem === undefined ? [] : [[field, accountProblemText(field, problem)] as const]
  })
  return {
    title: refundAccountFailureText({ code: 'incomplete' }),
    fields: Object.fromEntries(fields),
  }
}

function Taken({ ask, account }: { ask: BankAccountRequest; account: RefundAccount }) {
  return (
    <Notice kind="success" title="收到您的退款帳戶" ref={focusOnAppearance}>
      <p>
        {`我們會把 ${formatPrice(ask.amount)} 匯到 ${bankText(account.bank)}（末五碼 ${account.account.slice(-5)}，戶名 ${account.holder}），匯出後寄信告訴您，不收費用。`}
      </p>
      <p>填錯了？請重新整理這一頁再填一次，以最後一次為準。</p>
    </Notice>
  )
}

function BankAccountForm({
  link,
  ask,
  take,
}: {
  link: string
  ask: BankAccountRequest
  take: RefundAccountActions['take']
}) {
  const [taken, setTaken] = useState<RefundAccount | null>(null)
  const [problems, setProblems] = useState<Problems | null>(null)
  const { busy, form, typed } = useSubmit(async (fields) => {
    setProblems(null)
    const text = (name: AccountField) => {
      const value = fields.get(name)
      return typeof value === 'string' ? value : ''
    }
    const account = { bank: text('bank'), account: text('account'), holder: text('holder') }
    const wrong = problemsIn(account)
    if (wrong) return setProblems(wrong)
    const answer = await callAction(take, { ...account, link }).catch(lostCall)
    if (!answer.ok) return setProblems({ title: refundAccountFailureText(answer) })
    const read = readRefundAccount(account)
    if (read.ok) setTaken(read.account)
  })
  if (taken) return <Taken ask={ask} account={taken} />
  return (
    <form {...form} className={styles.form}>
      <FactList
        className={styles.facts}
        facts={[
          ['訂單', ask.orderNumber],
          ['要退給您的金額', formatPrice(ask.amount)],
        ]}
      />
      {ask.givenAt === undefined ? null : (
        <Notice title={`您在 ${formatTime(new Date(ask.givenAt))} 填過了`}>
          <p>若不更改，無須再填。再填一次，以新的為準。</p>
        </Notice>
      )}
      <ErrorSummary problems={problems} />
      <datalist id="banks">
        {BANKS.map(([code, name]) => (
          <option key={code} value={`${code} ${name}`}>
            {`${code} ${name}`}
          </option>
        ))}
      </datalist>
      {FIELDS.map((field) => (
        <TextField
          key={field}
          id={field}
          label={ACCOUNT_LABELS[field]}
          error={problems?.fields?.[field]}
          defaultValue={typed(field)}
          autoComplete="off"
          spellCheck={false}
          {...INPUTS[field]}
        />
      ))}
      <p className={styles.soft}>
        只用來匯這筆退款，退好 {REFUND_ACCOUNT_DAYS}{' '}
        天後刪除。我們不會問密碼、卡號或驗證碼，也不會請您操作 ATM 或網路銀行。
      </p>
      <Button type="submit" variant="primary" pending={busy}>
        {busy ? '儲存中…' : '儲存退款帳戶'}
      </Button>
    </form>
  )
}

// Nothing was typed yet, so nothing is said of it.
function unread(code: RefundAccountFailure): RefundAccountFailure {
  if (code === 'too-often') return code
  return code === 'network' ? 'unread-network' : 'unread'
}

// Asks once what the link is for; a press on 再試一次 mounts it anew.
function Asked({
  link,
  actions,
  again,
}: {
  link: string
  actions: RefundAccountActions
  again: () => void
}) {
  const isEmpty = link === ''
  const [answer, setAnswer] = useState<Answer<BankAccountRequest> | undefined>(
    isEmpty ? { ok: false, code: 'malformed' } : undefined,
  )
  const { find } = actions
  useEffect(() => {
    let isCurrent = true
    if (isEmpty) return undefined
    void callAction(find, link)
      .catch(lostCall)
      .then((found) => isCurrent && setAnswer(found))
    return () => {
      isCurrent = false
    }
  }, [isEmpty, link, find])
  if (answer === undefined) return <output>讀取中…</output>
  if (answer.ok) return <BankAccountForm link={link} ask={answer.data} take={actions.take} />
  const isOver = answer.code === 'link-over' || answer.code === 'malformed'
  return (
    <Notice
      kind="error"
      title={refundAccountFailureText(isOver ? answer : { ...answer, code: unread(answer.code) })}
    >
      {isOver ? (
        <p>請打開最近一封信中的連結。若仍無法開啟，請回覆那封信告訴我們；信裡請勿寫帳號。</p>
      ) : (
        <Button onClick={again}>再試一次</Button>
      )}
    </Notice>
  )
}

/** Takes the account for the refund of the link in the address, whose secret follows the #. */
export function RefundAccountForm(actions: RefundAccountActions) {
  const link = useLinkInAddress()
  const [tries, setTries] = useState(0)
  if (link === undefined) {
    return (
      <>
        <output>讀取中…</output>
        <noscript>
          <p>
            這一頁需要
            JavaScript，請換一個瀏覽器打開。若仍無法開啟，請回覆那封信，我們會打電話與您確認；信裡請勿寫帳號。
          </p>
        </noscript>
      </>
    )
  }
  return (
    <div
      key={`${link} ${tries}`}
      tabIndex={-1}
      ref={tries === 0 ? undefined : focusOnAppearance}
      className={styles.page}
    >
      <Asked link={link} actions={actions} again={() => setTries(tries + 1)} />
    </div>
  )
}

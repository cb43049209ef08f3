import { CopyButton } from '#components/ui/copy-button.tsx'
import { type Fact, FactList } from '#components/ui/facts.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { Order } from '#lib/order/order.ts'
import { CODE_METHODS, codeGroups } from '#lib/payment/methods.ts'
import { attemptEnd, type CodeAttempt, codeAttempt } from '#lib/payment/payment.ts'
import { bankText } from '#lib/payment/refund/bank-account.ts'
import { formatPrice } from '#lib/price/format-price.ts'
import { formatTime } from '#lib/time/taipei-time.ts'
import styles from './payment-code-panel.module.css'

const WAYS = {
  bank: '用網路銀行、行動銀行或 ATM\u00A0轉帳。帳號僅供這筆訂單使用，金額須完全相同，限轉一次。',
  store:
    '到 7-ELEVEN 的 ibon、全家的 FamiPort、萊爾富的 Life-ET 或 OK 超商的 OK·go，選「繳費」裡的「代碼繳費」，輸入代碼，再持印出的繳費單到櫃檯付款。限繳一次。',
} as const

function factsOf({ shown, method, expiresAt }: CodeAttempt, amount: number): readonly Fact[] {
  const { bank, number } = shown
  const name = CODE_METHODS[method]?.number ?? ''
  return [
    [
      '期限',
      <time key="until" className={styles.digits} dateTime={expiresAt}>
        {`${formatTime(new Date(expiresAt))} 前`}
      </time>,
    ],
    [
      '金額',
      <span key="amount" className={styles.copied}>
        <span className={styles.digits}>{formatPrice(amount)}</span>
        <CopyButton text={String(amount)} name="金額" />
      </span>,
    ],
    [
      '銀行代碼',
      bank === undefined ? undefined : (
        <span key="bank" className={styles.copied}>
          <span className={styles.digits}>{bankText(bank)}</span>
          <CopyButton text={bank} name="銀行代碼" />
        </span>
      ),
    ],
    [
      name,
      <span key="number" className={styles.copied}>
        <span className={styles.digits}>{codeGroups(number)}</span>
        <CopyButton text={number} name={name} />
      </span>,
    ],
  ]
}

const isOver = ({ expiresAt }: CodeAttempt, now = new Date()) =>
  Date.parse(expiresAt) <= now.getTime()

/**
 * The number by which an unpaid order is paid, with its exact amount and its deadline. After the deadline it is not shown:
 * a transfer that was made before it may still be told of.
 */
export function PaymentCodePanel({ order }: { order: Pick<Order, 'payment' | 'totalAmount'> }) {
  const attempt = codeAttempt(order.payment)
  if (!attempt) return null
  const { number: name, act } = CODE_METHODS[attempt.method] ?? { number: '', act: '' }
  if (isOver(attempt)) {
    const until = formatTime(new Date(attemptEnd(attempt)))
    return (
      <Notice title={`${name}已過期，請勿再${act}`}>
        <p>
          若期限前已{act}，無須做任何事：我們最晚在 {until} 確認並寄信。若尚未{act}
          ，請重新選擇付款方式。
        </p>
      </Notice>
    )
  }
  const { bank, page } = attempt.shown
  return (
    <section className={styles.number} aria-labelledby="number-to-pay">
      <h2 id="number-to-pay">{bank === undefined ? '超商繳費代碼' : '轉帳資料'}</h2>
      <FactList className={styles.facts} facts={factsOf(attempt, order.totalAmount)} />
      <p>{bank === undefined ? WAYS.store : WAYS.bank}</p>
      {page === undefined ? null : (
        <p>
          也可以<a href={page}>打開條碼</a>，供櫃檯掃描。
        </p>
      )}
      <p>
        {act}後不用回報，我們最晚一天內確認並寄信給您。逾期或已用其他方式付款，請勿再{act}。
      </p>
    </section>
  )
}

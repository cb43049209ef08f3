import type { z } from 'zod'

import { book, bookWonBack } from '#lib/ledger/entries.ts'
import type { MailKind } from '#lib/mail/placeholders.ts'
import type { Order } from '#lib/order/order.ts'
import type { Payment } from '#lib/payment/payment.ts'
import { issueText } from '#lib/payment/provider-trouble.ts'
import { unlistedAmount } from '#lib/payment/refund/charged-back.ts'
import { MANUAL_REFUND_DAYS } from '#lib/payment/refund/manual-refund.ts'
import { refundKey, type RefundRequest, type TakenKind } from '#lib/payment/refund/refund-record.ts'
import {
  returnedMoneyAmount,
  type ReturnedCapture,
  sumOfRefunds,
} from '#lib/payment/refund/returned-capture.ts'
import { formatPrice } from '#lib/price/format-price.ts'
import { defined } from '#lib/result.ts'
import { dayAfter, formatDay, formatTime, taipeiDay } from '#lib/time/taipei-time.ts'
import type { moneyBack } from './data/money.ts'
import { MONEY_EVENT_DATA } from './data/money.ts'
import {
  effectsFor,
  none,
  type Notification,
  onPayment,
  onRequest,
  withAttempt,
  withCheck,
  withMoneyChecks,
  withRequest,
} from './entry.ts'

const REVERSED = {
  reversal: ['reversed', 'owner-reversal'],
  chargeback: ['charged-back', 'owner-chargeback'],
} as const

/** Events of money and refunds; amounts in whole TWD. */
export const MONEY_EVENTS = effectsFor(MONEY_EVENT_DATA, {
  'money.captured': {
    apply: onPayment((payment, { at, data: { status = 'completed', ...capture } }) =>
      withCapture(payment, { ...capture, status }, at),
    ),
    words: ({ amount }) => ({ what: '已收款', why: formatPrice(amount) }),
    stock: none,
    ledger: book,
  },
  'money.refunded': {
    apply: onPayment((payment, { data }, order) => withMoneyBack(payment, data, order)),
    words: ({ amount, origin }, provider) => ({
      what: origin === 'shop' ? '退款' : `在 ${provider} 退款`,
      why: formatPrice(amount),
    }),
    mail: ({ data }, { order }) =>
      moneyMails(order, {
        event: `refund-${data.refundRef}`,
        kinds: ['refunded', 'owner-refund'],
        amount: data.amount,
        isKnown: data.origin === 'shop' || data.inReview,
      }),
    stock: none,
    ledger: book,
  },
  'money.reversed': {
    apply: onPayment((payment, { data }, order) => withMoneyBack(payment, data, order)),
    words: ({ amount, kind }, provider) => ({
      what: `${kind === 'chargeback' ? '銀行' : `${provider} `}扣回款項`,
      why: formatPrice(amount),
    }),
    mail: ({ data }, { order }) =>
      moneyMails(order, {
        event: `${data.kind}-${data.refundRef}`,
        kinds: REVERSED[data.kind],
        amount: data.amount,
        isKnown: data.inReview,
      }),
    stock: none,
    ledger: book,
  },
  'money.reinstated': {
    apply: onPayment((payment, { data: { amount, gone = [] } }) => {
      const { unlisted, ...known } = payment
      const next = {
        ...known,
        refundedAmount: Math.max(0, payment.refundedAmount - amount),
        refunds: payment.refunds.filter(({ id }) => !gone.includes(id)),
      }
      return unlistedAmount(next) > 0 ? { ...next, ...defined({ unlisted }) } : next
    }),
    words: ({ amount }) => ({ what: '扣回的款項已重新入帳', why: formatPrice(amount) }),
    mail: ({ data }, { order, numbered }) =>
      data.inReview
        ? []
        : moneyMails(order, {
            event: numbered('won-back'),
            kinds: ['won-back', 'owner-won-back'],
            amount: data.amount,
            isKnown: false,
          }),
    stock: none,
    ledger: bookWonBack,
  },
  'money.refunded-by-hand': {
    apply(order, { at, data }) {
      const { manualSale } = order
      if (!manualSale) return order
      const refunds = [...manualSale.refunds, { ...data, at }]
      return withMoneyChecks({ ...order, manualSale: { ...manualSale, refunds } }, at)
    },
    words: ({ amount }) => ({ what: `退還款項 ${formatPrice(amount)}` }),
    stock: none,
    ledger: book,
  },
  'money.returned': {
    apply: onPayment((payment, { data: { isNotified: _told, ...capture } }) =>
      withReturned(payment, capture),
    ),
    words: ({ amount }) => ({ what: '收到的款項已全數退回', why: formatPrice(amount) }),
    mail: ({ data }, { order }) =>
      data.isNotified
        ? data.refunds.flatMap(({ id, amount }) =>
            moneyMails(order, {
              event: `refund-${id}`,
              kinds: ['refunded', 'owner-refund'],
              amount,
              isKnown: true,
            }),
          )
        : [],
    stock: none,
    ledger: book,
  },
  'money.recorded': {
    // The provider's own record takes the place of what was added up before.
    apply: onPayment((payment, { at, data: { capture, record } }) => {
      const known = capture ? withCapture(payment, capture, at) : payment
      if (!record) return known
      const { unlisted: _unlisted, ...rest } = known
      const { done, ...money } = record
      return withRequest(
        { ...rest, ...defined(money) },
        (request) => done.includes(request.number),
        asDone,
      )
    }),
    words: (_, provider) => ({ what: `${provider} 的款項資料已更新` }),
    stock: none,
    ledger: book,
  },
  'refund.requested': {
    apply: onPayment((payment, { at, who = '', note: reason = '', data }) => {
      const {
        number,
        amount,
        idempotencyKey = '',
        restock,
        returnNumber,
        lines,
        capture,
        byHand,
      } = data
      const request: RefundRequest = {
        number,
        amount,
        reason,
        idempotencyKey,
        who,
        ...defined({ restock, returnNumber, lines, capture }),
        state: byHand === undefined ? 'sending' : 'by-hand',
        ...(byHand === 'to-bank' ? { toBank: true } : {}),
        at,
      }
      return { ...payment, refundRequests: [...(payment.refundRequests ?? []), request] }
    }),
    words: ({ amount, capture, byHand }) => ({
      what:
        amount === 0
          ? '要求退款'
          : `${capture ? '核對中' : ''}要求退款 ${formatPrice(amount)}${byHand ? '，由店主人工退款' : ''}`,
    }),
    mail: ({ data }, { order }) =>
      accountMails(order, data.number, `refund-account-${data.number}`),
  },
  'refund.account-requested': {
    words: () => ({ what: '再請買家填寫退款帳戶' }),
    mail: ({ data, note = '' }, { order, numbered }) =>
      accountMails(order, data.number, numbered(`refund-account-${data.number}-again`), note),
  },
  'refund.account-provided': {
    apply: onRequest((one, { at }) => ({ ...one, accountAt: at })),
    words: () => ({ what: '買家填寫退款帳戶' }),
    mail({ data }, { order, numbered }) {
      const owed = pendingRefundIn(order, data.number)
      if (!owed) return []
      const values = { refund_amount: formatPrice(owed.amount), owed_until: payableUntil(owed) }
      const name = numbered(`refund-account-given-${data.number}`)
      return [
        { event: name, kind: 'refund-account-given', values },
        { event: `owner-${name}`, kind: 'owner-refund-account', values },
      ]
    },
  },
  'refund.completed-by-hand': {
    apply: onRequest((one, { at, data: { made } }) => ({
      ...one,
      state: 'done',
      made,
      doneAt: at,
    })),
    words: ({ made: { reference } }) => ({ what: '店主已人工退款', why: reference }),
  },
  'refund.withdrawn': {
    apply: onRequest((one) => ({ ...one, state: 'refused', issue: 'WITHDRAWN' })),
    words: () => ({ what: '撤回人工退款' }),
  },
  'refund.owner-reminded': {
    words: ({ days }) => ({ what: `寄信提醒店主人工退款，已過 ${days} 天` }),
    mail: ({ data }, { order }) => {
      const owed = pendingRefundIn(order, data.number)
      if (!owed) return []
      const values = {
        refund_amount: formatPrice(owed.amount),
        owed_days: String(data.days),
        owed_until: payableUntil(owed),
      }
      const name = `refund-owed-${data.number}-${data.days}`
      // Without an account the owner can't make it.
      const accountMail =
        owed.accountAt === undefined ? accountMails(order, data.number, `account-${name}`) : []
      return [{ event: `owner-${name}`, kind: 'owner-refund-owed', values }, ...accountMail]
    },
  },
  'refund.sent': {
    apply: onRequest(
      ({ unchangedAt: _look, notBefore: _wait, ...one }, { at, data: { claim } }) => ({
        ...one,
        sentAt: at,
        ...defined({ claim }),
      }),
    ),
    words: () => ({ what: '送出退款' }),
  },
  'refund.postponed': {
    apply: onRequest(({ sentAt: _sent, claim: _claim, unchangedAt: _look, ...one }, { data }) => ({
      ...one,
      issue: data.issue,
      notBefore: data.until,
      ...defined({ sentAt: data.sentAt }),
    })),
    words: ({ issue: code, until }, provider) => ({
      what: `${formatTime(new Date(until))} 之後才退款`,
      why: issueText(code, provider),
    }),
  },
  'refund.made-manual': {
    apply: onRequest((one, { data }) => ({ ...one, state: 'by-hand', issue: data.issue })),
    words: ({ issue: code }, provider) => ({
      what: `不確定 ${provider} 是否已退款，由店主查看`,
      why: issueText(code, provider),
    }),
    mail: ({ data }) => [
      {
        event: `owner-refund-unclear-${data.number}`,
        kind: 'owner-refund-unclear',
        values: { refund_amount: formatPrice(data.amount) },
      },
    ],
  },
  'refund.not-found': {
    apply: onRequest((one, { at }) => ({ ...one, unchangedAt: at })),
    words: (_, provider) => ({ what: `${provider} 尚無這筆退款` }),
  },
  'refund.pending': {
    apply: onRequest((one) => ({ ...one, state: 'pending' })),
    words: (_, provider) => ({ what: `${provider} 正在處理退款` }),
  },
  'refund.done': {
    apply: onRequest(asDone),
    words: () => ({ what: '退款完成' }),
  },
  'refund.refused': {
    apply: onRequest((one, { data }) => ({ ...one, state: 'refused', issue: data.issue })),
    words: ({ issue: code }, provider) => ({
      what: `${provider} 沒有退款`,
      why: issueText(code, provider),
    }),
    // An owner who asks for a refund sees at once that it was refused, unless that comes later.
    mail({ by, data }) {
      if (by === 'owner') return []
      const values = { refund_amount: formatPrice(data.amount) }
      const name = `owner-refund-failed-${data.number}`
      return [{ event: name, kind: 'owner-refund-failed', values }]
    },
  },
  'refunds.unwatched': {
    apply: (order) => withCheck(order, null),
    words: () => ({ what: '不再查詢退款', why: '已逾可能退款的期間' }),
  },
})

/** Says to the owner that money which a bank or a provider took leaves the order's invoice as it is. */
export function invoiceStays({ invoicing }: Order) {
  const isIssued = invoicing?.state === 'issued'
  const text = `發票 ${invoicing?.number ?? ''} 不會自動作廢或開立折讓單，是否處理請與會計師確認。`
  return { invoice_stays: isIssued ? text : '' }
}

type MoneyMail = {
  readonly event: string
  readonly kinds: readonly [shopper: MailKind, owner: MailKind]
  readonly amount: number
  /** Whether the owner did it, or saw it at the end of a review. */
  readonly isKnown: boolean
}

// The mails of money that went back: to the shopper, and to an owner who did not do it.
function moneyMails(order: Order, { event: name, kinds, amount, isKnown }: MoneyMail) {
  const [kind, ownerKind] = kinds
  const values = {
    refund_amount: formatPrice(amount),
    refund_extent: amount >= order.totalAmount ? '全額' : '部分',
    refunded_total: formatPrice(returnedMoneyAmount(order.payment)),
  }
  const shopper: Notification = { event: name, kind, values }
  if (isKnown) return [shopper]
  const ownerValues = { ...values, ...invoiceStays(order) }
  return [shopper, { event: `owner-${name}`, kind: ownerKind, values: ownerValues }]
}

const pendingRefundIn = ({ payment }: Order, number: number) =>
  payment?.refundRequests?.find((refundRequest) => refundRequest.number === number)

const payableUntil = ({ at }: RefundRequest) =>
  formatDay(dayAfter(taipeiDay(new Date(at)), MANUAL_REFUND_DAYS))

// Asks the buyer for the account of a refund by transfer; the mail gets its signed link as it is sent.
function accountMails(
  order: Order,
  number: number,
  event: string,
  note = '',
): readonly Notification[] {
  const owed = pendingRefundIn(order, number)
  if (owed?.toBank !== true || owed.state !== 'by-hand') return []
  const values = {
    refund_amount: formatPrice(owed.amount),
    refund_number: String(number),
    account_note: note,
    owed_until: payableUntil(owed),
  }
  return [{ event, kind: 'refund-account', values }]
}

function asDone(request: RefundRequest): RefundRequest {
  return { ...request, state: 'done' }
}

// The payment with an attempt that holds this capture; one that was known keeps its reason.
function withCapture(
  payment: Payment,
  { attempt, captureRef, status }: { attempt: number; captureRef: string; status: string },
  at: string,
): Payment {
  const known = withAttempt(payment, attempt, (one) =>
    one.state === 'captured' && one.captureId === captureRef
      ? one
      : { ...one, state: 'captured', captureId: captureRef, reason: status, changedAt: at },
  )
  return { ...known, captureId: captureRef }
}

type MoneyBack = Readonly<z.infer<z.ZodObject<typeof moneyBack>>> & {
  readonly kind?: TakenKind | undefined
}

// The payment without a capture whose money went back, and without its refunds among those of the order's own money.
function withReturned(payment: Payment, capture: ReturnedCapture): Payment {
  const { captureId, unlisted, returned = [], ...known } = payment
  const isCounted = captureId === capture.captureRef
  const own = new Set(capture.refunds.map(({ id }) => id))
  const refunds = isCounted ? [] : known.refunds.filter(({ id }) => !own.has(id))
  const gone = sumOfRefunds(known.refunds) - sumOfRefunds(refunds)
  const left = isCounted ? {} : defined({ captureId, unlisted })
  const next = {
    ...known,
    ...left,
    refunds,
    refundedAmount: isCounted ? 0 : known.refundedAmount - gone,
    returned: [...returned, capture],
  }
  return withAttempt(next, capture.attempt, (one) => ({ ...one, captureId: capture.captureRef }))
}

// Money that is on the provider's list, or is known by its amount alone.
function withMoneyBack(
  payment: Payment,
  { refundRef, amount, listed, kind }: MoneyBack,
  { id }: Pick<Order, 'id'>,
): Payment {
  const refundedAmount = payment.refundedAmount + amount
  if (!listed) return { ...payment, refundedAmount, ...defined({ unlisted: kind }) }
  const { at, key } = listed
  const refund = { id: refundRef, amount, at, ...defined({ key, kind }) }
  return withRequest(
    { ...payment, refundedAmount, refunds: [...payment.refunds, refund] },
    (request) => refundKey(id, request.number) === key,
    asDone,
  )
}

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { makeIssued } from '#lib/invoice/invoices.fixture.ts'
import type { Order } from '#lib/order/order.ts'
import { disputeReasonText } from '#lib/payment/dispute-labels.ts'
import {
  afterDispute,
  afterShown,
  capturedVerdict,
  capturing,
  makeAttempt,
  makeCapture,
  makeDispute,
  settleAs,
  TOTAL,
  withAttempts,
} from '#lib/payment/orders.fixture.ts'
import type { ProviderCapture } from '#lib/payment/provider.ts'
import type { Refund } from '#lib/payment/refund/refund-record.ts'
import { mailsOf } from './order-mails.ts'

const paid = settleAs(capturing(withAttempts(makeAttempt())), capturedVerdict())
const refund = (id: string, amount: number, overrides: Partial<Refund> = {}): Refund => {
  return { id, amount, at: `2026-11-22T0${id.at(-1)}:00:00Z`, ...overrides }
}

function makeVerdict(capture: Partial<ProviderCapture>, ...refunds: readonly Refund[]) {
  return { captures: [makeCapture(capture)], refunds }
}
const partly = { status: 'partly-refunded' } as const
const all = { status: 'refunded' } as const

const mailedEvents = (before: Order, after: Order) =>
  mailsOf(before, after).map(({ event, values }) => `${event} ${values.refund_amount ?? ''}`.trim())

test('a refund and money that was taken back, seen in one look, are two mails with their amounts', () => {
  const seen = afterShown(
    afterDispute(paid, makeDispute('lost', { amount: 1040 })),
    makeVerdict({ ...partly, takenBack: 'reversal' }, refund('R1', 500)),
  )
  assert.equal(seen.payment?.refundedAmount, 1540)
  assert.deepEqual(mailedEvents(afterDispute(paid, makeDispute('lost')), seen), [
    'refund-R1 NT$500',
    'owner-refund-R1 NT$500',
    'reversal-upto-1540 NT$1,040',
    'owner-reversal-upto-1540 NT$1,040',
  ])
})

test('a refund that is listed after its mail was sent sends no second mail', () => {
  const lost = afterDispute(paid, makeDispute('lost', { amount: 1040 }))
  const unlisted = afterShown(
    lost,
    makeVerdict({ ...partly, takenBack: 'reversal' }, refund('R1', 500)),
  )
  const listed = afterShown(
    unlisted,
    makeVerdict({ ...partly, takenBack: 'reversal' }, refund('R1', 500), refund('R2', 1040)),
  )
  assert.equal(listed.payment?.refundedAmount, 1540)
  assert.deepEqual(mailedEvents(unlisted, listed), [])
})

const extents: [string, Refund[], (string | undefined)[]][] = [
  ['one refund of everything', [refund('R1', TOTAL)], ['全額']],
  ['a part, then the rest', [refund('R1', 2040), refund('R2', 1040)], ['部分', '部分']],
]
for (const [name, refunds, words] of extents) {
  test(`${name} is shown as ${words.join(', ')}`, () => {
    const mails = mailsOf(paid, afterShown(paid, makeVerdict(all, ...refunds)))
    const own = mails.filter(({ kind }) => kind === 'refunded')
    assert.deepEqual(
      own.map(({ values }) => values.refund_extent),
      words,
    )
  })
}

test("a refund made at the provider that the shop's own refund finds is reported to the owner", () => {
  const key = 'refund:doc-1:1'
  const seen = afterShown(paid, makeVerdict(partly, refund('R1', 80, { key }), refund('R2', 500)), {
    by: 'owner',
  })
  assert.deepEqual(mailedEvents(paid, seen), [
    'refund-R1 NT$80',
    'refund-R2 NT$500',
    'owner-refund-R2 NT$500',
  ])
})

const taken: [string, Order, string][] = [
  [
    'a dispute at PayPal',
    afterDispute(paid, makeDispute('lost', { channel: 'provider' })),
    'reversal',
  ],
  [
    'a dispute at the bank',
    afterDispute(paid, makeDispute('lost', { channel: 'bank' })),
    'chargeback',
  ],
]
for (const [name, before, kind] of taken) {
  for (const listed of [[refund('R1', TOTAL)], []]) {
    test(`money taken by ${name}, ${listed.length} listed, is a ${kind} and no refund`, () => {
      const seen = afterShown(before, makeVerdict(all, ...listed))
      const id = listed.length === 0 ? 'upto-3080' : 'R1'
      assert.deepEqual(mailedEvents(before, seen), [
        `${kind}-${id} NT$3,080`,
        `owner-${kind}-${id} NT$3,080`,
      ])
      assert.partialDeepStrictEqual(seen.history.at(-1), {
        type: 'money.reversed',
        data: { refundRef: id, amount: TOTAL, kind },
      })
      const won = afterDispute(seen, makeDispute('won'))
      const again = afterShown(won, makeVerdict({}))
      assert.deepEqual(mailedEvents(won, again), [
        'won-back-1 NT$3,080',
        'owner-won-back-1 NT$3,080',
      ])
      assert.partialDeepStrictEqual(again.history.at(-1), {
        type: 'money.reinstated',
        data: { amount: TOTAL },
      })
    })
  }
}

test('a refund that the provider forgets for a moment is not told as money that came back', () => {
  const seen = afterShown(paid, makeVerdict(partly, refund('R1', 500)))
  assert.deepEqual(mailedEvents(seen, afterShown(seen, makeVerdict({}))), [])
})

const kinds = (before: Order, after: Order) => mailsOf(before, after).map(({ kind }) => kind)

test('each end of a dispute has its own mail, which says whether another one is open', () => {
  const open = afterDispute(paid, makeDispute('open'))
  const both = afterDispute(open, makeDispute('open', { id: 'PP-D-2' }))
  assert.deepEqual(kinds(paid, open), ['owner-dispute'])
  assert.deepEqual(kinds(open, both), ['owner-dispute'])
  assert.deepEqual(kinds(open, afterDispute(open, makeDispute('lost'))), ['owner-dispute-lost'])
  const [one] = mailsOf(both, afterDispute(both, makeDispute('won')))
  assert.equal(one?.kind, 'owner-dispute-won')
  assert.match(one.values.dispute_next ?? '', /另一件爭議沒有結束/)
  const [last] = mailsOf(open, afterDispute(open, makeDispute('won')))
  assert.match(last?.values.dispute_next ?? '', /沒有其他進行中的爭議/)
})

test('money that came back and was refunded before anybody looked is both', () => {
  const lost = afterDispute(paid, makeDispute('lost', { channel: 'bank', amount: TOTAL }))
  const charged = afterShown(lost, makeVerdict(all))
  const won = afterDispute(charged, makeDispute('won'))
  assert.deepEqual(mailedEvents(won, afterShown(won, makeVerdict(all, refund('R1', TOTAL)))), [
    'refund-R1 NT$3,080',
    'owner-refund-R1 NT$3,080',
    'won-back-1 NT$3,080',
    'owner-won-back-1 NT$3,080',
  ])
})

// The words of the owner's mails about the invoice.
const stays = (order: Order) => {
  const lost = afterDispute(order, makeDispute('lost', { amount: 1040 }))
  const seen = afterShown(lost, makeVerdict({ ...partly, takenBack: 'reversal' }))
  const owners = [...mailsOf(order, lost), ...mailsOf(lost, seen)]
  return owners.flatMap(({ kind, values }) =>
    kind.startsWith('owner-') ? [`${kind} ${values.invoice_stays ?? '-'}`] : [],
  )
}

test('the mails of money that was taken say that an issued invoice stays', () => {
  assert.deepEqual(stays(paid), ['owner-dispute-lost ', 'owner-reversal '])
  const text = '發票 AB10000000 不會自動作廢或開立折讓單，是否處理請與會計師確認。'
  assert.deepEqual(stays({ ...paid, invoicing: makeIssued() }), [
    `owner-dispute-lost ${text}`,
    `owner-reversal ${text}`,
  ])
})

test('the mail of a dispute says its reason in words, the day by which to answer, and where', () => {
  const reason = 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED'
  const dispute = makeDispute('open', { reason, respondBy: '2026-12-05T04:00:00.000Z' })
  const [mail] = mailsOf(paid, afterDispute(paid, dispute))
  assert.partialDeepStrictEqual(mail?.values, {
    dispute_reason: '買家表示沒有收到商品',
    respond_by: '2026年12月5日 12:00',
    dispute_url: 'https://www.paypal.com/resolutioncenter',
  })
})

const REASONS = [
  'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
  'MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED',
  'UNAUTHORISED',
  'CREDIT_NOT_PROCESSED',
  'DUPLICATE_TRANSACTION',
  'INCORRECT_AMOUNT',
  'PAYMENT_BY_OTHER_MEANS',
  'CANCELED_RECURRING_BILLING',
  'PROBLEM_WITH_REMITTANCE',
  'OTHER',
]

test('every reason that PayPal gives has words; another one is named as its code', () => {
  for (const reason of REASONS) {
    assert.doesNotMatch(disputeReasonText(reason, 'PayPal'), /[A-Z]{3}/, reason)
  }
  assert.equal(disputeReasonText('NEW_ONE', 'PayPal'), 'PayPal 的代碼 NEW_ONE')
})

const sent = capturing(withAttempts(makeAttempt()))
const pendingCapture = makeCapture({ status: 'pending' })
const pending = settleAs(sent, { kind: 'pending', capture: pendingCapture, reason: 'ECHECK' })
const refusal = (id: string) =>
  ({
    kind: 'refused',
    capture: makeCapture({ id, status: 'declined' }),
    reason: 'DENIED',
    order: 'completed',
  }) as const

const told = (before: Order, later: Order) => mailsOf(before, later).map(({ kind }) => kind)

test('a payment held for review is reported by mail once, and so is its refusal', () => {
  assert.deepEqual(told(sent, pending), ['payment-pending'])
  const again = settleAs(pending, { kind: 'pending', capture: pendingCapture, reason: 'ECHECK' })
  assert.deepEqual(told(pending, again), [])
  const denied = settleAs(pending, refusal(pendingCapture.id), { now: 60 })
  assert.deepEqual(told(pending, denied), ['payment-denied'])
})

test('one that ends well is shown as paid, and one refused at the page by no mail', () => {
  const paid = settleAs(pending, capturedVerdict(), { now: 60 })
  assert.deepEqual(told(pending, paid), ['paid', 'owner-paid'])
  assert.deepEqual(told(sent, settleAs(sent, refusal('C9'))), [])
})

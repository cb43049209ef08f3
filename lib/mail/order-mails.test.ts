import assert from 'node:assert/strict'
import { test } from 'node:test'

import { EMPTY_RECIPIENT } from '#lib/delivery/recipient.ts'
import { applyChange } from '#lib/order/apply.ts'
import { cancel } from '#lib/order/cancellation.ts'
import type { CancelCause } from '#lib/order/end-causes.ts'
import { newEvent, type OrderEvent } from '#lib/order/events.ts'
import { type Actor } from '#lib/order/events/event-frame.ts'
import type { Order } from '#lib/order/order.ts'
import { item } from '#lib/order/placement.fixture.ts'
import { applyReturnAnswer, type ReturnAnswer } from '#lib/order/return/answer-return.ts'
import { returnRequestChange } from '#lib/order/return/return-rules.ts'
import { ship } from '#lib/order/ship-order.ts'
import {
  after,
  afterChange,
  afterDispute,
  afterShown,
  at,
  capturedVerdict,
  capturing,
  changeIn,
  inStock,
  MADE,
  makeAttempt,
  makeCapture,
  makeDispute,
  makeOrder,
  makePayment,
  settleAs,
  TOTAL,
  withAttempts,
} from '#lib/payment/orders.fixture.ts'
import { refundKey, type RefundRequest } from '#lib/payment/refund/refund-record.ts'
import { reserveRefund } from '#lib/payment/refund/request-refund.ts'
import { mailsOf, orderValues, shippingMail } from './order-mails.ts'

const shirt = { id: 'otr-001', title: '旅見 T 恤', size: 'M', color: '白色', image: '' } as const
const orderedFor = (shipsAbout: string): Order['items'] => [
  { ...shirt, quantity: 2, price: 1540, preorder: { shipsAbout } },
]
const items = orderedFor('2027-03-31')

const placed = newEvent('order.placed', {}, after(0))
const unpaid: Order = { ...withAttempts(makeAttempt()), items, history: [placed] }
const sent = capturing(unpaid)
const paid = settleAs(sent, capturedVerdict())

function endOrder(cause: CancelCause, by: 'member' | 'owner' | 'sweep'): Order {
  const answer = cancel(makeOrder({ items }), cause, after(3, by))
  assert.ok(answer.ok)
  return applyChange(makeOrder({ items }), answer.data)
}

function onItsWay(trackingNumber: string, order = paid): Order {
  const parcel = { carrier: '黑貓宅急便', trackingNumber }
  const answer = ship({ ...order, status: '已付款' }, parcel, after(30, 'owner'))
  assert.ok(answer.ok && answer.data)
  return applyChange(order, answer.data)
}

const moved: Order = {
  ...paid,
  items: orderedFor('2027-04-15'),
  history: [
    ...paid.history,
    newEvent(
      'ship-date.changed',
      { product: 'otr-001', shipsAbout: '2027-04-15', before: '2027-03-31' },
      { ...after(50, 'owner'), reason: '布料晚到' },
    ),
  ],
}

const part = settleAs(paid, capturedVerdict('C1', 80), { now: 20 })
const all = afterShown(part, {
  captures: [makeCapture({ status: 'refunded' })],
  refunds: part.payment?.refunds ?? [],
})

const makeRefusal = (by: OrderEvent['by']) =>
  newEvent('refund.refused', { number: 1, amount: 80, issue: 'REFUND_FAILED' }, after(31, by))

const wrong = (reason: 'amount' | 'currency', captureId: string) =>
  ({ kind: 'mismatch', reason, captureId }) as const
const reviewed = settleAs(sent, wrong('amount', 'C1'))
const reviewedAgain = settleAs(reviewed, wrong('currency', 'C2'))

function refunding(state: RefundRequest['state'], by: OrderEvent['by'] = 'sweep'): Order {
  const request = { number: 1, amount: 80, reason: '缺貨', idempotencyKey: 'press-1', who: 'wang' }
  const { payment: known } = paid
  assert.ok(known)
  const payment = { ...known, refundRequests: [{ ...request, state, at: at(30) }] }
  return {
    ...paid,
    payment,
    history: state === 'refused' ? [...paid.history, makeRefusal(by)] : paid.history,
  }
}

const eventsOf = (mails: ReturnType<typeof mailsOf>) => mails.map(({ event }) => event)

const tells: [string, Order | undefined, Order, readonly string[]][] = [
  ['an order that was placed', undefined, unpaid, ['placed']],
  ['a button that was pressed', makeOrder({ items, history: [placed] }), unpaid, []],
  ['a payment', sent, paid, ['paid', 'owner-paid']],
  ['the same payment again', paid, settleAs(paid, capturedVerdict(), { now: 12 }), []],
  [
    'a payment that came after the end',
    { ...sent, status: '已取消' },
    paid,
    ['paid', 'owner-paid'],
  ],
  ['an end', makeOrder({ items }), endOrder('unpaid-too-long', 'sweep'), ['cancelled']],
  ['a parcel', paid, onItsWay('1'), ['shipped-1']],
  ['another number for it', onItsWay('1'), onItsWay('2', onItsWay('1')), ['shipped-2']],
  ['a part given back', paid, part, ['refund-R-C1', 'owner-refund-R-C1']],
  [
    'a payment that was recorded after all of it was given back',
    sent,
    settleAs(sent, capturedVerdict('C1', TOTAL), { now: 20 }),
    ['paid', 'owner-paid', 'refund-R-C1', 'owner-refund-R-C1'],
  ],
  [
    'more given back than refunds are named',
    part,
    all,
    ['refund-upto-3080', 'owner-refund-upto-3080'],
  ],
  ['a refund that was asked for', paid, refunding('sending'), []],
  ['one that was refused at once', refunding('sending'), refunding('refused', 'owner'), []],
  ['one that was refused before', refunding('refused'), refunding('refused'), []],
  ['one that failed later', refunding('pending'), refunding('refused'), ['owner-refund-failed-1']],
  ['a review', sent, reviewed, ['review-1']],
  ['a review that goes on', reviewed, reviewedAgain, []],
  ['a dispute', paid, afterDispute(paid, makeDispute('open')), ['dispute-PP-D-1-open']],
  [
    'its end',
    afterDispute(paid, makeDispute('open')),
    afterDispute(afterDispute(paid, makeDispute('open')), makeDispute('lost')),
    ['dispute-PP-D-1-lost'],
  ],
  ['another day of shipping', paid, moved, ['date-1']],
]

for (const [name, before, later, events] of tells) {
  test(`${name} is reported by ${events.length === 0 ? 'no mail' : events.join(', ')}`, () => {
    assert.deepEqual(eventsOf(mailsOf(before, later)), events)
  })
}

test('an order tells a fact once, even when the provider forgets it in between', () => {
  const forgotten = settleAs(part, capturedVerdict(), { now: 22 })
  assert.equal(forgotten.payment?.refundedAmount, 0)
  const again = settleAs(forgotten, capturedVerdict('C1', 80), { now: 24 })
  assert.equal(again.history.at(-1)?.type, 'money.refunded')
  assert.deepEqual(mailsOf(forgotten, again), [])
})

test('a refund that was begun here is no news to its owner', () => {
  const request = { amount: 80, key: 'press-1' }
  const context = { ...after(30, 'owner'), reason: '缺貨' }
  const before = afterChange(paid, changeIn(reserveRefund(paid, request, context)))
  const key = refundKey(paid.id, 1)
  const ours = afterShown(before, {
    captures: [makeCapture({ status: 'partly-refunded' })],
    refunds: [{ id: 'R-1', amount: 80, at: at(31), key }],
  })
  assert.deepEqual(eventsOf(mailsOf(before, ours)), ['refund-R-1'])
})

const causes: [CancelCause, 'member' | 'owner' | 'sweep', RegExp][] = [
  ['by-member', 'member', /您取消了/],
  ['replaced', 'member', /新的訂單取代/],
  ['unpaid-too-long', 'sweep', /逾期未付款/],
  ['by-owner', 'owner', /店家取消/],
]

for (const [cause, by, words] of causes) {
  test(`an order that ended ${cause} says ${words.source}`, () => {
    const [mail] = mailsOf(makeOrder(), endOrder(cause, by))
    assert.match(mail?.values.cancelled_because ?? '', words)
  })
}

test("a mail says what was true at its event, to the order's address", () => {
  const [mail] = mailsOf(undefined, unpaid)
  assert.deepEqual(mail?.to, { address: 'ada@example.com', name: '' })
  assert.equal(mail.id, 'doc-1-placed')
  assert.equal(
    mail.values.lines,
    '旅見 T 恤（白色・M）× 2：NT$3,080，預購・預計 2027年3月31日前後出貨',
  )
  assert.equal(mail.values.pay_before, '2026年11月24日 10:00')
})

test('a mail greets a name in Latin letters with its space', () => {
  const recipient = { ...unpaid.recipient, lastName: 'Smith', firstName: 'John' }
  const [mail] = mailsOf(undefined, { ...unpaid, recipient })
  assert.equal(mail?.values.name, 'Smith John')
})

test('the owner is written to where the shop says, and by ids that Firestore takes', () => {
  const [mail] = mailsOf(paid, afterDispute(paid, makeDispute('open')))
  assert.equal(mail?.to, undefined)
  assert.match(mail?.id ?? '', /^[\w-]+$/)
})

const shirtReturnMails = {
  id: 'a',
  title: '旅見 T 恤',
  size: 'M',
  quantity: 2,
  price: 1540,
  image: '',
} as const
const arrived = makeOrder({
  status: '已完成',
  paidAt: at(5),
  completedAt: at(60),
  items: [shirtReturnMails],
  payment: makePayment([makeAttempt({ state: 'captured', captureId: 'C1' })]),
})
const wish = {
  items: [{ index: 0, quantity: 1, size: 'L' as const }],
  reason: '太小 www.a.example',
  contact: '0912345678',
}

function requestReturn(by: Actor = 'member'): Order {
  return afterChange(arrived, changeIn(returnRequestChange(arrived, wish, MADE, after(70, by))))
}

function answerWith(answer: ReturnAnswer, reason = '請放袋子裡'): Order {
  const before = requestReturn()
  const overrides = { answer, restock: false, stock: inStock(9, '再做') }
  return afterChange(
    before,
    changeIn(applyReturnAnswer(before, overrides, { ...after(80, 'owner'), reason })),
  )
}

const kinds = (before: Order, later: Order) => mailsOf(before, later).map(({ kind }) => kind)

test('a return that is asked for is confirmed to its buyer, and told to the owner who did not ask', () => {
  assert.deepEqual(kinds(arrived, requestReturn()), ['return-requested', 'owner-return'])
  assert.deepEqual(kinds(arrived, requestReturn('owner')), ['return-requested'])
  const [mail] = mailsOf(arrived, requestReturn())
  assert.equal(mail?.values.return_pieces, '旅見 T 恤（M）× 1，換 L')
  assert.equal(mail.values.return_reason, '太小 www. a. example')
})

const answers: [ReturnAnswer, string][] = [
  ['accepted', 'return-accepted'],
  ['refused', 'return-refused'],
  ['received', 'return-received'],
]

for (const [answer, kind] of answers) {
  test(`the buyer is notified once that a return was ${answer}, with the owner's words`, () => {
    const [mail, ...more] = mailsOf(requestReturn(), answerWith(answer))
    assert.deepEqual([mail?.kind, more], [kind, []])
    assert.equal(mail?.values.return_answer, '請放袋子裡')
  })
}

const invoices = [
  [{ kind: 'company', taxId: '22099131', company: 'evil.tw' }, '統一編號 22099131 evil. tw'],
  [{ kind: 'carrier', carrier: '/ABC1234' }, '手機條碼 /ABC1234'],
  [{ kind: 'email' }, '寄到 Email'],
  [undefined, '寄到 Email'],
] as const

test('a mail about an order repeats how its invoice is to be issued', () => {
  for (const [invoice, text] of invoices) {
    assert.equal(orderValues(makeOrder(invoice && { invoice })).invoice_target, text)
  }
  // A sale by hand has an invoice only where one was asked for.
  const manualSale = { place: 'market', paidBy: 'cash', refunds: [] } satisfies Order['manualSale']
  const byHand = (more: Partial<Order>) => orderValues(makeOrder({ manualSale, ...more }))
  assert.equal(byHand({}).invoice_target, '')
  assert.equal(byHand({ invoice: { kind: 'email' } }).invoice_target, '寄到 Email')
})

const isOver = (order: Order) => orderValues(order).number_over !== ''

test('a number that was shown for any attempt is taken back in the mail of the end', () => {
  const shown = makeAttempt({ shown: { number: '1' } })
  assert.ok(isOver(withAttempts(shown, makeAttempt({ number: 2 }))))
  assert.ok(!isOver(withAttempts(makeAttempt())))
})

test('the newest mail about a parcel is the one that is taken back with it', () => {
  assert.equal(shippingMail(paid), undefined)
  assert.equal(shippingMail(onItsWay('2', onItsWay('1'))), `${paid.id}-shipped-2`)
})

test('a mail about an order says what its code took off, and adds up', () => {
  const items = [item(2, { reduction: 100 })]
  const code = { kind: 'code' as const, name: 'SUMMER', goods: 100, delivery: 80 }
  const values = orderValues(makeOrder({ items, totalAmount: 900, reductions: [code] }))
  const { subtotal, reductions, shipping, total } = values
  assert.deepEqual(
    [subtotal, reductions, shipping, total],
    ['NT$1,000', '折扣碼 SUMMER −NT$100、免運費', '免運費', 'NT$900'],
  )
  assert.equal(orderValues(makeOrder()).reductions, '')
})

const shipped = makeOrder({
  status: '已出貨',
  items: [{ ...shirt, quantity: 2, price: 1540 }],
  returns: [
    {
      number: 1,
      state: 'requested',
      items: [{ index: 0, quantity: 1, size: 'L' }],
      reason: '',
      contact: '',
      requestedAt: at(50),
      changedAt: at(50),
    },
  ],
  returnState: 'requested',
})

function exchange(order: Order, trackingNumber: string): Order {
  const parcel = { carrier: '黑貓宅急便', trackingNumber }
  const answered = { answer: 'exchanged', restock: true, parcel, stock: inStock(5) } as const
  return afterChange(order, changeIn(applyReturnAnswer(order, answered, after(60, 'owner'))))
}

test('an exchange parcel is reported with its units, and again when its number is corrected', () => {
  const sent = exchange(shipped, '1')
  const [mail, ...more] = mailsOf(shipped, sent)
  assert.deepEqual([mail?.event, mail?.kind, more.length], ['exchange-1-1', 'shipped', 0])
  assert.equal(mail?.values.exchanged_pieces, '旅見 T 恤（L）× 1')
  assert.equal(mail.values.tracking_number, '1')
  assert.deepEqual(mailsOf(sent, exchange(sent, '1')), [])
  const [corrected] = mailsOf(sent, exchange(sent, '2'))
  assert.equal(corrected?.event, 'exchange-1-2')
})

const stranger: Order = {
  ...makeOrder({
    history: [newEvent('order.placed', {}, after(0))],
    recipient: { ...EMPTY_RECIPIENT, lastName: '中獎通知', email: 'x@example.com' },
  }),
  emailUnverified: true,
}

test('an address that nobody has proven reads number and link alone, and nothing else before the payment', () => {
  const drafts = mailsOf(undefined, stranger)
  assert.deepEqual(drafts, [
    {
      id: `${stranger.id}-placed`,
      event: 'placed',
      kind: 'unverified',
      order: stranger.id,
      number: stranger.orderNumber,
      to: { address: stranger.email, name: '' },
      values: { order_number: stranger.orderNumber },
    },
  ])
  const answer = cancel(stranger, 'by-member', after(3, 'member'))
  assert.ok(answer.ok)
  const ended = applyChange(stranger, answer.data)
  assert.deepEqual(mailsOf(stranger, ended), [])
})

test("a recipient's address gets no mail before the payment", () => {
  const facebook = { ...stranger, email: '' }
  assert.deepEqual(mailsOf(undefined, facebook), [])
  const history = [...facebook.history, newEvent('order.paid', {}, after(1))]
  const bought = { ...facebook, status: '已付款', paidAt: at(1), history } as const
  const [mail] = mailsOf(facebook, bought)
  assert.equal(mail?.to?.address, 'x@example.com')
})

function paidMails(email: string, typed: string) {
  const before = { ...stranger, email, recipient: { ...stranger.recipient, email: typed } }
  const history = [...before.history, newEvent('order.paid', {}, after(1))]
  const bought = { ...before, status: '已付款', paidAt: at(1), history } as const
  return mailsOf(before, bought)
}

test("once it is paid, an order's mails go to the account's address and to the checkout's, each once", () => {
  const mails = paidMails('a@example.com', 'b@example.com')
  const facts = mails.map(({ id, event, to }) => [id, event, to?.address])
  assert.deepEqual(facts, [
    ['doc-1-paid', 'paid', 'a@example.com'],
    ['doc-1-paid-copy', 'paid', 'b@example.com'],
    ['doc-1-owner-paid', 'owner-paid', undefined],
  ])
})

test('one address, however it is written, gets one mail', () => {
  const same = paidMails('a@example.com', 'A@Example.com').filter(({ to }) => to)
  assert.deepEqual(
    same.map(({ to }) => to?.address),
    ['a@example.com'],
  )
})

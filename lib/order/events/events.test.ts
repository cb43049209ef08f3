import assert from 'node:assert/strict'
import { test } from 'node:test'

import { EMPTY_RECIPIENT } from '#lib/delivery/recipient.ts'
import { issuedOrder } from '#lib/invoice/invoices.fixture.ts'
import { type EventData, type EventType, newEvent } from '#lib/order/events.ts'
import type { Order } from '#lib/order/order.ts'
import { item } from '#lib/order/placement.fixture.ts'
import { after, at, makeAttempt, makeOrder, makePayment } from '#lib/payment/orders.fixture.ts'
import { attemptReasonText } from '#lib/payment/provider-trouble.ts'
import { afterEvent, mailsOf } from './events.fixture.ts'
import { effectsOf } from './index.ts'

const parcel = { carrier: '黑貓', trackingNumber: '907012345678' }
const units = (size: 'M' | 'L', quantity = 1) => [
  { id: 'a', title: '晴天', color: '白色', size, quantity, isPreorder: false },
]
const storeOf = { ...EMPTY_RECIPIENT, store: '7-ELEVEN 福和門市（131386）' }
const shown = { number: '12345678901234' }

type Former = NonNullable<NonNullable<Order['invoicing']>['former']>[number]

/** An event with a name for what differs, and its words at PayPal. */
type Row = {
  readonly [Type in EventType]: readonly [
    type: Type,
    data: EventData[Type],
    what: string,
    why?: string,
  ]
}[EventType]

const ROWS: readonly Row[] = [
  [
    'items.changed',
    { before: units('M'), after: units('L', 2) },
    '更改訂單內容',
    '晴天 白色 M ×1 → 晴天 白色 L ×2',
  ],
  [
    'ship-date.changed',
    { product: 'a', shipsAbout: '2026-12-24' },
    '更改預計出貨日',
    '2026年12月24日',
  ],
  ['ship-date.changed', { product: 'a', shipsAbout: '' }, '更改預計出貨日', ''],
  ['parcel.corrected', { parcel, before: parcel }, '更正物流資料', '原為 黑貓 907012345678'],
  ['parcel.unshipped', { parcel }, '收回出貨', '黑貓 907012345678'],
  ['order.cancelled', { cause: 'by-owner' }, '取消訂單', '店主取消'],
  [
    'reservation.expired',
    { cause: 'needed-by-another' },
    '商品不再保留',
    '保留時間已過，由其他買家買走',
  ],
  ['recipient.edited', { before: {} }, '修改收件資料', ''],
  [
    'recipient.edited',
    { before: { city: '臺北市', lastName: '王' } },
    '修改收件資料',
    '原為 姓氏：王; 縣市：臺北市',
  ],
  [
    'delivery.changed',
    { from: 'home', to: 'store', recipient: EMPTY_RECIPIENT, before: '' },
    '改為超商取貨',
    '',
  ],
  [
    'delivery.changed',
    { from: 'store', to: 'home', recipient: EMPTY_RECIPIENT, before: '福和門市' },
    '改為宅配到府',
    '原為 福和門市',
  ],
  ['half.chosen', { half: { motif: 'ridge', half: '308,151 400,160' } }, '放上畫的另一半'],
  ['half.chosen', {}, '拿下畫的另一半'],
  ['person.erased', { extent: 'kept' }, '刪除個人資料', '依法保存訂單本身'],
  ['person.erased', { extent: 'erased' }, '刪除個人資料', ''],
  [
    'money.refunded',
    { refundRef: 'R1', amount: 500, inReview: false, origin: 'shop' },
    '退款',
    'NT$500',
  ],
  [
    'money.refunded',
    { refundRef: 'R1', amount: 500, inReview: false, origin: 'provider' },
    '在 PayPal 退款',
    'NT$500',
  ],
  [
    'money.reversed',
    { refundRef: 'R1', amount: 500, inReview: false, kind: 'chargeback' },
    '銀行扣回款項',
    'NT$500',
  ],
  [
    'money.reversed',
    { refundRef: 'R1', amount: 500, inReview: false, kind: 'reversal' },
    'PayPal 扣回款項',
    'NT$500',
  ],
  ['refund.requested', { number: 1, amount: 0 }, '要求退款'],
  ['refund.requested', { number: 1, amount: 80 }, '要求退款 NT$80'],
  [
    'refund.requested',
    { number: 1, amount: 80, byHand: 'to-bank', capture: { attempt: 1, captureRef: 'C1' } },
    '核對中要求退款 NT$80，由店主人工退款',
  ],
  ['attempt.started', { attempt: 1, method: 'card' }, '開始付款', '用信用卡按鈕'],
  ['attempt.opened', { attempt: 1 }, 'PayPal 付款已建立'],
  ['attempt.opened', { attempt: 1, shown }, 'PayPal 付款已建立'],
  [
    'attempt.opened',
    { attempt: 1, shown, expiresAt: at(60) },
    'PayPal 給了付款號碼 12345678901234',
    '可付到 2026年11月21日 11:00',
  ],
  [
    'attempt.opened',
    { attempt: 1, shown: { ...shown, bank: '005' }, expiresAt: at(60) },
    'PayPal 給了付款號碼 005 12345678901234',
    '可付到 2026年11月21日 11:00',
  ],
  ['attempt.closed', { attempt: 1, cause: 'not-wanted' }, '這次付款結束', '訂單不需要這筆付款'],
  [
    'capture.refused',
    { attempt: 1, issue: 'INSTRUMENT_DECLINED', isFinal: false },
    'PayPal 拒絕付款',
    '卡片或帳戶被拒絕',
  ],
  ['capture.pending', { attempt: 1, issue: 'X_1' }, 'PayPal 審核款項中', 'PayPal 的代碼 X_1'],
  ['capture.pending', { attempt: 1, issue: '' }, 'PayPal 審核款項中', ''],
  ['review.opened', { reason: 'second-capture' }, '付款待人工核對', '收到第二筆款項'],
  ['review.closed', { end: 'refunded' }, '核對結果：已全額退款'],
  ['dispute.opened', { dispute: 'D1', issue: 'OTHER' }, '買家在 PayPal 提出爭議', '其他原因'],
  [
    'dispute.response-changed',
    { dispute: 'D1', isAnswered: true },
    'PayPal 收到爭議的回覆，等結果',
  ],
  ['dispute.response-changed', { dispute: 'D1', isAnswered: false }, 'PayPal 要求再回覆爭議'],
  ['invoice.corrected', {}, '更正發票資料', ''],
  [
    'invoice.corrected',
    { before: { kind: 'carrier', carrier: '/ABC1234' } },
    '更正發票資料',
    '原為 手機條碼 /ABC1234',
  ],
  ['invoice.replacement-requested', {}, '作廢原發票，照更正的資料重開', ''],
  [
    'document.requested',
    { claim: 'k', kind: 'allowance', amount: 80, before: 1000 },
    '送出開立折讓單',
    'NT$80',
  ],
  [
    'document.requested',
    { claim: 'k', kind: 'void', amount: 80, before: 1000 },
    '送出作廢發票',
    'NT$80',
  ],
  ['allowance.issued', { claim: 'k', amount: 80, allowance: '' }, '開立折讓單', 'NT$80'],
  [
    'parcel.moved',
    { parcel: 'P1', code: '300', words: '', state: 'booked' },
    '包裹：已建立寄件，等待交寄',
    '300',
  ],
  ['parcel.charged', { parcel: 'P1', fee: 65, collect: 0 }, '包裹的運費', 'NT$65'],
  [
    'parcel.numbered',
    { parcel: 'P1', paymentNo: 'F1', validation: '2' },
    '包裹有了託運單號',
    'F12',
  ],
  ['return.received', { number: 1, restock: true }, '收到退貨', '商品已放回庫存'],
  ['return.received', { number: 1, restock: false }, '收到退貨'],
  ['return.exchanged', { number: 1, restock: true, parcel, isPrepared: true }, '寄出換貨'],
  ['return.exchanged', { number: 1, restock: false, parcel }, '收到退貨，寄出換貨'],
]

function eventText<Type extends EventType>(type: Type, data: EventData[Type]) {
  return effectsOf(type).words(data, 'PayPal')
}

for (const [type, data, what, why] of ROWS) {
  test(`the timeline says of ${type}: ${what} ${why ?? ''}`.trim(), () => {
    assert.deepEqual(eventText(type, data), why === undefined ? { what } : { what, why })
  })
}

for (const [reason, words] of [
  ['posted', '買家到了付款頁'],
  ['stored', ''],
  ['gone-at-provider', 'PayPal 已無這筆付款'],
  ['PENDING_REVIEW', 'PayPal 人工審核'],
  ['X_1', 'PayPal 的代碼 X_1'],
]) {
  test(`an attempt’s reason ${reason} is said as ${words}`, () => {
    assert.equal(attemptReasonText(reason ?? '', 'PayPal'), words)
  })
}

const PREORDER = { shipsAbout: '2026-12-01' }
const waiting = item(1, { preorder: PREORDER })
const here = item(1, { title: '雨天', preorder: { ...PREORDER, fromStock: true, isHere: true } })
const dated = { product: 'a', shipsAbout: '2026-12-24' }

test('a moved day names each product of it that is ordered before it is here, once', () => {
  const order = makeOrder({
    items: [waiting, waiting, item(1), item(1, { ...waiting, id: 'b', title: '別的' })],
  })
  assert.deepEqual(mailsOf('ship-date.changed', dated, order, '染布慢了'), [
    {
      name: 'date-1',
      values: {
        moved_products: '晴天',
        old_date: '未定',
        new_date: '2026年12月24日',
        date_reason: '染布慢了',
      },
    },
  ])
})

const arrivalTold = (order: Partial<Order>) =>
  mailsOf('items.received', { product: 'a' }, makeOrder(order))

test('goods that came are reported once the order is paid and nothing of it is awaited', () => {
  const [mail] = arrivalTold({ items: [here, item(1)], paidAt: at(2) })
  assert.deepEqual([mail?.name, mail?.values?.arrived_products], ['arrived-1', '雨天'])
  assert.deepEqual(arrivalTold({ items: [here] }), [])
  assert.deepEqual(arrivalTold({ items: [here, waiting], paidAt: at(2) }), [])
})

test('a parcel is reported with its page, and nothing without one', () => {
  const shipment = { ...parcel, shippedAt: at(5) }
  const [mail] = mailsOf('parcel.shipped', { parcel }, makeOrder({ shipment }))
  assert.equal(mail?.name, 'shipped-1')
  assert.equal(mail.values?.shipped_at, '2026年11月21日 10:05')
  assert.deepEqual(mailsOf('parcel.shipped', { parcel }, makeOrder()), [])
})

test('units that came move from the pre-order to the stock, where the order counts them', () => {
  const stock = effectsOf('items.received').stock
  const event = newEvent('items.received', { product: 'a' }, after(9))
  const items = [waiting, item(2), item(1, { id: 'b', preorder: PREORDER })]
  const moved = (order: Partial<Order>) =>
    (stock?.(event, makeOrder({ items, ...order })) ?? []).map((one) => [
      one.id,
      one.quantity,
      one.preorder,
    ])
  assert.deepEqual(moved({ status: '已付款' }), [
    ['a', -1, PREORDER],
    ['a', 1, { ...PREORDER, fromStock: true }],
  ])
  assert.deepEqual(moved({ status: '已取消' }), [])
})

test('changed units are given back as they were, and taken as the order has them, each of its own kind', () => {
  const stock = effectsOf('items.changed').stock
  const taken = [
    { ...units('L', 2)[0], isPreorder: false },
    { ...units('M', 3)[0], isPreorder: true },
  ].flatMap((one) => units('M').map((plain) => ({ ...plain, ...one })))
  const event = newEvent('items.changed', { before: units('M'), after: taken }, after(9))
  const items = [item(1, { id: 'b' }), item(1), item(1, { preorder: PREORDER })]
  const moved = stock?.(event, makeOrder({ items })) ?? []
  assert.deepEqual(
    moved.map(({ id, size, quantity, preorder }) => [id, size, quantity, preorder !== undefined]),
    [
      ['b', 'M', -1, false],
      ['a', 'M', -1, false],
      ['a', 'M', -1, true],
      ['a', 'L', 2, false],
      ['a', 'M', 3, true],
    ],
  )
})

const turned = { dispute: 'D1', isAnswered: false, respondBy: at(600) }
const disputed = (reason: string) =>
  makeOrder({
    payment: makePayment([makeAttempt()], {
      disputes: [{ id: 'D1', state: 'open', reason, changedAt: at(5) }],
    }),
  })

test('a dispute that asks again is reported with its reason; an answered or unknown one is not', () => {
  const [mail] = mailsOf('dispute.response-changed', turned, disputed('OTHER'))
  assert.equal(mail?.name, `dispute-D1-asked-${Date.parse(at(9))}`)
  assert.deepEqual(
    [mail.values?.dispute_reason, mail.values?.respond_by, mail.values?.dispute_next],
    ['其他原因', '2026年11月21日 20:00', '這筆訂單還有另一件爭議沒有結束，請先不要出貨。'],
  )
  assert.deepEqual(
    mailsOf('dispute.response-changed', { ...turned, isAnswered: true }, disputed('OTHER')),
    [],
  )
  assert.deepEqual(mailsOf('dispute.response-changed', turned, makeOrder()), [])
})

test('a number is reported with its bank and until when; one that is not shown is not', () => {
  const atm = { method: 'atm', provider: 'ecpay', expiresAt: at(600) } as const
  const told = (overrides: Partial<ReturnType<typeof makeAttempt>>) =>
    mailsOf(
      'payment-code.expired',
      { attempt: 1 },
      makeOrder({ payment: makePayment([makeAttempt({ ...atm, ...overrides })]) }),
    )
  const [mail] = told({ shown: { bank: '005', number: '12345678901234' } })
  assert.equal(mail?.name, 'payment-number-expired-1')
  assert.equal(mail.values?.number_bank, '005 土地銀行')
  assert.equal(mail.values.number_until, '2026年11月21日 20:00')
  for (const other of [
    {},
    { shown, expiresAt: undefined },
    { shown, method: 'card' as const },
    { shown, number: 2 },
  ]) {
    assert.deepEqual(told(other), [], JSON.stringify(other))
  }
})

test('an invoice’s number is reported, unless the owner wrote down another one', () => {
  const data = { invoiceNumber: 'AB12345678', random: '1234', issuedAt: at(9), amount: 1000 }
  const issued = issuedOrder({ number: 'AB12345678' })
  const names = (order: Order) => mailsOf('invoice.issued', data, order).map(({ name }) => name)
  assert.deepEqual(names({ ...issued, invoiceNumber: 'AB12345678' }), ['invoice-issued'])
  assert.deepEqual(names({ ...issued, invoiceNumber: 'ZZ00000000' }), [])
  const replaces = (former?: Former) =>
    mailsOf('invoice.issued', data, {
      ...issuedOrder({ number: 'AB12345678', ...(former ? { former: [former] } : {}) }),
      invoiceNumber: 'AB12345678',
    })[0]?.values?.invoice_replaces
  assert.equal(replaces(), '')
  const former = { relateNumber: 'OT1', number: 'AB00000001', issuedAt: at(1) }
  assert.match(String(replaces(former)), /AB00000001 已作廢/)
})

test('a captured refusal is reported by mail only after a time of waiting', () => {
  const refused = { attempt: 1, issue: 'DECLINED', isFinal: true, captureRef: 'C1' }
  const pending = newEvent(
    'capture.pending',
    { attempt: 1, issue: 'X', captureRef: 'C1' },
    after(2),
  )
  const told = (order: Order, data: EventData['capture.refused'] = refused) =>
    mailsOf('capture.refused', data, order).map(({ name }) => name)
  assert.deepEqual(told(makeOrder({ history: [pending] })), ['payment-denied-C1'])
  assert.deepEqual(told(makeOrder({ history: [pending] }), { ...refused, captureRef: 'C2' }), [])
  assert.deepEqual(told(makeOrder()), [])
  const { captureRef: _ref, ...unnamed } = refused
  const nameless = newEvent('capture.pending', { attempt: 1, issue: 'X' }, after(2))
  assert.deepEqual(told(makeOrder({ history: [nameless] }), unnamed), [])
})

test('facts are reported by the title of the right, and of a product without one by its id', () => {
  const right = { title: '晴天', factsBy: '2026-12-01', until: '2026-12-10' }
  const order = makeOrder({
    cancelRights: [
      { ...right, product: 'b', title: '別的' },
      { ...right, product: 'a' },
    ],
  })
  const told = (product: string) =>
    mailsOf('facts.published', { product, on: '2026-12-01', until: '2026-12-10' }, order)
  assert.deepEqual(told('a'), [{ name: 'facts-a-2026-12-01', values: { facts_product: '晴天' } }])
  assert.deepEqual(told('c'), [{ name: 'facts-c-2026-12-01', values: { facts_product: 'c' } }])
})

function unshipped(order: Order, toSameStore?: true): Order {
  return afterEvent('parcel.unshipped', { parcel, ...(toSameStore ? { toSameStore } : {}) }, order)
}

function recorded(invoicing: Parameters<typeof issuedOrder>[0]) {
  const order = issuedOrder(invoicing)
  return afterEvent('invoice.recorded', { invoiceNumber: 'ZZ00000000' }, order).invoicing?.state
}

function changed(to: 'store' | 'home', status: Order['status']) {
  const data = { from: 'home', to, recipient: storeOf, before: '' } as const
  return afterEvent('delivery.changed', data, makeOrder({ status })).parcelCheckAt
}

test('the store of a paid order that goes to one is looked up, and no other', () => {
  assert.deepEqual(
    [changed('store', '已付款'), changed('store', '待付款'), changed('home', '已付款')],
    [at(9), null, null],
  )
  const paid = (['store', 'home'] as const).map((shippingMethod) =>
    afterEvent('order.paid', {}, makeOrder({ shippingMethod })),
  )
  assert.deepEqual(
    paid.map(({ parcelCheckAt }) => parcelCheckAt),
    [at(9), undefined],
  )
})

test('the question for another store ends by the owner’s choice or the same store, and by nothing else', () => {
  const storeChoice = { token: 't', store: '1', requestedAt: at(3) }
  const asked = makeOrder({ storeChoice, parcelAlarm: 'no-store' })
  const edited = (afterwards: Readonly<Record<string, string>>, order = asked) => {
    const next = afterEvent('recipient.edited', { before: {}, after: afterwards }, order)
    return [next.storeChoice, next.parcelAlarm]
  }
  assert.deepEqual(edited({ store: 'x' }), [null, null])
  assert.deepEqual(edited({ city: 'x' }), [storeChoice, 'no-store'])
  const { storeChoice: _choice, ...unasked } = asked
  assert.deepEqual(edited({ store: 'x' }, unasked), [undefined, 'no-store'])

  assert.equal(unshipped(asked, true).storeChoice, null)
  assert.deepEqual(unshipped(asked).storeChoice, storeChoice)
  assert.equal('storeChoice' in unshipped(unasked, true), false)
})

test('an own number sends only an invoice that may have been issued to be looked for', () => {
  assert.equal(recorded({ state: 'sending' }), 'sending')
  assert.equal(recorded({ state: 'wished', unanswered: true }), 'sending')
  assert.equal(recorded({ state: 'wished' }), 'wished')
})

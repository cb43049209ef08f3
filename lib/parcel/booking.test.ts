import assert from 'node:assert/strict'
import { test } from 'node:test'

import { parcelCode } from '#lib/adapters/ecpay/carrier.ts'
import { mailsOf } from '#lib/mail/order-mails.ts'
import { applyChange } from '#lib/order/apply.ts'
import { complete } from '#lib/order/complete-order.ts'
import type { Order } from '#lib/order/order.ts'
import {
  bookingMissing,
  bookingOf,
  bookingProblem,
  bookingRefused,
  claimBooking,
  mayBookAgain,
} from './booking.ts'
import { cameBack } from './came-back.ts'
import { liveParcel } from './order-parcel.ts'
import { followParcel } from './parcel-reports.ts'
import { at, IDS, makeParcel, makeRecord, minute, toStore, withBooking } from './parcels.fixture.ts'
import { asksRestock, restockParcel } from './restock-parcel.ts'
import { type SEND_AGAIN, sendAgain } from './send-again.ts'

const by = (claim: string) => ({ claim, sendsHome: false })
const owner = (minutes: number) => ({ now: minute(minutes), by: 'owner' as const, who: 'Mei' })

const look = (minutes: number) => ({ now: minute(minutes), by: 'sweep' as const })

function claimFor(order: Order, claim: string, minutes: number): Order {
  const answer = claimBooking(order, { claim, sendsHome: true }, owner(minutes))
  assert.ok(answer.ok)
  return answer.data ? applyChange(order, answer.data) : order
}

test('a booking is written down with its number before the carrier is asked', () => {
  const order = claimFor(toStore(), 'one', 10)
  const [parcel, ...more] = order.parcels ?? []
  assert.deepEqual(more, [])
  assert.equal(parcel?.number, 'OT261121100001L01')
  assert.equal(parcel.state, 'booking')
  assert.equal(parcel.claim, 'one')
  assert.deepEqual(order.parcelRefs, ['OT261121100001L01'])
  assert.equal(order.parcelCheckAt, at(12))
  assert.equal(order.history.at(-1)?.type, 'parcel.requested')
})

test('a second press finds the first one, and a booking that was left goes to the next', () => {
  const order = claimFor(toStore(), 'one', 10)
  assert.deepEqual(claimBooking(order, by('two'), owner(11)), {
    ok: false,
    code: 'booking-under-way',
  })
  // The same transaction, run again.
  assert.deepEqual(claimBooking(order, by('one'), owner(10)), { ok: true, data: undefined })
  const taken = claimFor(order, 'two', 12)
  assert.deepEqual(
    taken.parcels?.map(({ number, claim }) => [number, claim]),
    [['OT261121100001L01', 'two']],
  )
})

test('an order that has a parcel gets no second one, until that one is over', () => {
  const booked = withBooking()
  assert.deepEqual(claimBooking(booked, by('two'), owner(99)), { ok: true, data: undefined })
  const [first] = booked.parcels ?? []
  assert.ok(first)
  for (const state of ['refused', 'expired', 'cancelled'] as const) {
    const after = claimFor({ ...booked, parcels: [{ ...first, state }] }, 'two', 99)
    assert.equal(liveParcel(after)?.number, 'OT261121100001L02')
  }
  for (const state of ['picked-up', 'unclaimed', 'lost', 'store-closed'] as const) {
    const after = claimFor({ ...booked, parcels: [{ ...first, state }] }, 'two', 99)
    assert.equal(after.parcels?.length, 1)
  }
})

const paid = toStore()
const { payment } = paid
assert.ok(payment)
const problems: [string, Order, string][] = [
  ['not paid', { ...paid, status: '待付款' }, 'no-such-move'],
  ['shipped', { ...paid, status: '已出貨' }, 'no-such-move'],
  ['refunded', { ...paid, payment: { ...payment, state: 'refunded' } }, 'fully-refunded'],
  ['under review', { ...paid, payment: { ...payment, state: 'review' } }, 'not-paid'],
  ['sent home', { ...paid, shippingMethod: 'home' }, 'not-to-store'],
  [
    'without a number',
    { ...paid, recipient: { ...paid.recipient, store: '7-11 重慶門市' } },
    'not-to-store',
  ],
  [
    'to a name that no chain prints',
    { ...paid, recipient: { ...paid.recipient, lastName: 'Jo', firstName: '·' } },
    'store-recipient',
  ],
  [
    'to no mobile telephone',
    { ...paid, recipient: { ...paid.recipient, phone: '02-23111111' } },
    'store-recipient',
  ],
]
for (const [name, order, code] of problems) {
  test(`no parcel is booked for an order that is ${name}`, () => {
    assert.equal(bookingProblem(order, by('')), code)
    assert.deepEqual(claimBooking(order, by('one'), owner(10)), { ok: false, code })
  })
}

test('the carrier is reported the goods, their worth, and nothing to collect', () => {
  const order = claimFor(toStore(), 'one', 10)
  const parcel = liveParcel(order)
  assert.ok(parcel)
  assert.deepEqual(bookingOf(order, parcel), {
    number: 'OT261121100001L01',
    destination: { chain: '7-11', store: '131386' },
    value: 3000,
    goods: '旅見 T 恤 2件',
    recipient: { name: '王小美', phone: '0933222111' },
    bookedAt: minute(10),
  })
})

test('a parcel home is booked where the carrier goes home, to a whole address', () => {
  const home = toStore({
    shippingMethod: 'home',
    recipient: {
      ...paid.recipient,
      phone: '(02) 2311-1111',
      zipcode: '100',
      city: '臺北市',
      area: '中正區',
      address: '重慶南路一段 1 號',
      store: '',
    },
  })
  const order = claimFor(home, 'one', 10)
  const parcel = liveParcel(order)
  assert.ok(parcel)
  assert.deepEqual([parcel.chain, parcel.store], ['黑貓', ''])
  const { destination, recipient } = bookingOf(order, parcel)
  const address = '臺北市中正區重慶南路一段1號'
  assert.deepEqual(destination, { chain: '黑貓', zipcode: '100', address })
  assert.deepEqual(recipient, { name: '王小美', phone: '0223111111' })
  const unfit = { ...home, recipient: { ...home.recipient, zipcode: '' } }
  assert.equal(bookingProblem(unfit, { sendsHome: true }), 'home-recipient')
})

const makeRefusal = (claim: string) => ({ number: 'OT261121100001L01', claim, issue: '餘額不足' })

test('a refusal ends the booking of the request that was refused, and of no other', () => {
  const order = claimFor(toStore(), 'one', 10)
  assert.equal(bookingRefused(order, makeRefusal('two'), owner(11)), undefined)
  const change = bookingRefused(order, makeRefusal('one'), owner(11))
  assert.ok(change)
  const after = applyChange(order, change)
  assert.equal(liveParcel(after), undefined)
  assert.equal(after.parcels?.[0]?.issue, '餘額不足')
})

test('a number is sent again only after the carrier had none of it twice, a minute apart', () => {
  const order = claimFor(toStore(), 'one', 10)
  const change = bookingMissing(order, 'OT261121100001L01', owner(12))
  assert.ok(change)
  const after = applyChange(order, change)
  assert.equal(bookingMissing(after, 'OT261121100001L01', owner(13)), undefined)
  const parcel = liveParcel(after)
  assert.ok(parcel)
  assert.equal(mayBookAgain(parcel, new Date(minute(13).getTime() - 1)), false)
  assert.equal(mayBookAgain(parcel, minute(13)), true)
  assert.equal(after.parcelCheckAt, at(13))
})

type Step = { readonly order: Order; readonly mails: readonly string[] }

// One look after another, a day apart, at what the carrier says.
function follow(codes: string, from: Order = withBooking({ fee: 60 })): readonly Step[] {
  let order = from
  return codes.split(' ').map((code, index) => {
    const record = makeRecord({ code, ...parcelCode('7-11', code) })
    const context = { now: minute(1440 * (index + 1)), by: 'sweep' as const }
    const change = followParcel(order, record, context)
    const after = change ? applyChange(order, change) : order
    const mails = mailsOf(order, after)
    order = after
    return { order, mails: mails.map(({ kind }) => kind) }
  })
}

const statuses = (steps: readonly Step[]) => steps.map(({ order }) => order.status)

test('a parcel is followed to the hand, and each step is reported once', () => {
  const steps = follow('300 2068 2068 2030 2073 2073 2067 2067')
  assert.deepEqual(statuses(steps), [
    '已付款',
    '已出貨',
    '已出貨',
    '已出貨',
    '已出貨',
    '已出貨',
    '已完成',
    '已完成',
  ])
  assert.deepEqual(
    steps.map(({ mails }) => mails.join()),
    ['', 'shipped', '', '', 'parcel-waiting', '', '', ''],
  )
  const last = steps.at(-1)?.order
  assert.equal(last?.shipment?.carrier, '7-11 交貨便')
  assert.equal(last.shipment.trackingNumber, 'G65445297175')
  assert.equal(last.completedAt, minute(1440 * 7).toISOString())
  assert.equal(last.parcelAlarm ?? null, null)
})

test("a parcel that nobody fetched, or that is lost, is the owner's, once", () => {
  const steps = follow('2068 2073 2074 2074 2076 2072 2070')
  assert.deepEqual(
    steps.map(({ order }) => order.parcelAlarm ?? null),
    [null, null, 'unclaimed', 'unclaimed', 'unclaimed', 'back-in-store', 'came-back'],
  )
  assert.deepEqual(
    steps.map(({ mails }) => mails.join()),
    [
      'shipped',
      'parcel-waiting',
      'parcel-unclaimed,owner-parcel',
      '',
      '',
      'owner-parcel',
      'owner-parcel',
    ],
  )
  assert.equal(follow('2068 2042').at(-1)?.order.parcelAlarm, 'lost')
  assert.equal(follow('7013').at(-1)?.order.parcelAlarm, 'expired')
  assert.equal(follow('7013').at(-1)?.order.status, '已付款')
})

test('a wrong scan takes back that the buyer has it, and nothing else goes back', () => {
  const steps = follow('2068 2067 2073 2068 2053')
  assert.deepEqual(statuses(steps), ['已出貨', '已完成', '已完成', '已完成', '已出貨'])
  assert.equal(steps.at(-1)?.order.parcelAlarm, 'mis-scanned')
  assert.deepEqual(steps.at(-1)?.mails, ['owner-parcel'])
  const again = follow('2068 2067 2053 2073 2067')
  assert.deepEqual(statuses(again).slice(-2), ['已出貨', '已完成'])
})

test('a wrong scan that was never seen takes it back too, once the parcel is back', () => {
  const steps = follow('2068 2067 2072 2070')
  assert.deepEqual(statuses(steps), ['已出貨', '已完成', '已出貨', '已出貨'])
  assert.deepEqual(
    steps.map(({ order }) => order.parcelAlarm ?? null),
    [null, null, 'back-in-store', 'came-back'],
  )
})

test('a parcel home is shown as such, and its number is taken when 黑貓 has one', () => {
  const { chain: _chain, ...ids } = { ...IDS, paymentNo: '', validation: '' }
  let order = withBooking({ chain: '黑貓', store: '', ids, fee: 60 }, { shippingMethod: 'home' })
  for (const [index, code] of ['310', '3001', '3006', '3003'].entries()) {
    const known = { ...IDS, chain: '黑貓', paymentNo: '620112345670', validation: '' } as const
    const record = makeRecord({ code, ids: known, ...parcelCode('黑貓', code) })
    const change = followParcel(order, record, { now: minute(1440 * index), by: 'sweep' })
    if (change) order = applyChange(order, change)
  }
  assert.equal(order.status, '已完成')
  assert.deepEqual(
    [order.shipment?.carrier, order.shipment?.trackingNumber],
    ['黑貓宅急便', '620112345670'],
  )
})

test('a code that nobody knows changes no state and is reported once', () => {
  const steps = follow('2068 2051 2051 9876 9876 2030')
  assert.deepEqual(
    steps.map(({ mails }) => mails.join()),
    ['shipped', 'owner-parcel', '', 'owner-parcel', '', ''],
  )
  assert.deepEqual(steps.at(-1)?.order.parcels?.[0]?.unknownCodes, ['2051', '9876'])
  assert.equal(steps.at(-1)?.order.parcels?.[0]?.state, 'at-centre')
})

test('a booked parcel of an order that was refunded is not to be handed over', () => {
  const order = withBooking({ fee: 60 })
  const { payment } = order
  assert.ok(payment)
  const refunded: Order = { ...order, payment: { ...payment, state: 'refunded' } }
  const [stopped, left] = follow('300 2068', refunded)
  assert.equal(stopped?.order.parcelAlarm, 'unshippable')
  assert.deepEqual(stopped.mails, ['owner-parcel'])
  // The parcel left, but the order stays unshipped and the owner is alarmed.
  assert.equal(left?.order.status, '已付款')
  assert.equal(left.order.parcelAlarm, 'unshippable')
})

test('a parcel that would collect money is an alarm', () => {
  const order = withBooking()
  const context = { now: minute(20), by: 'sweep' as const }
  const change = followParcel(order, makeRecord({ collect: 3000 }), context)
  assert.ok(change)
  assert.equal(applyChange(order, change).parcelAlarm, 'collects')
})

test('an alarm that is true no more ends by an event, also where the parcel did not move', () => {
  const order = withBooking({ fee: 60 }, { parcelAlarm: 'unshippable' })
  const change = followParcel(order, makeRecord(), { now: minute(20), by: 'sweep' })
  assert.deepEqual(
    change?.events.map(({ type, data }) => [type, data]),
    [['parcel.settled', { alarm: 'unshippable' }]],
  )
  assert.equal(applyChange(order, change).parcelAlarm, null)
})

// The order after a report, and the carrier's words in the owner's mail about it.
function reported(code: string, from: Order) {
  const record = makeRecord({ ...parcelCode('7-11', code), code, words: `碼 ${code}` })
  const change = followParcel(from, record, look(60))
  assert.ok(change)
  const next = applyChange(from, change)
  const mail = mailsOf(from, next).find(({ kind }) => kind === 'owner-parcel')
  return { next, said: mail?.values.parcel_words }
}

test("the owner's mail about a parcel repeats what its carrier said last, in its words", () => {
  const unknown = reported('9876', withBooking())
  assert.equal(unknown.said, '9876 碼 9876')
  assert.equal(reported('2037', unknown.next).said, '2037 碼 2037')
})

const back = (overrides: Partial<Order> = {}) =>
  toStore({
    status: '已出貨',
    shipment: { carrier: '7-11 交貨便', trackingNumber: 'G65445297175', shippedAt: at(20) },
    parcels: [makeParcel({ state: 'unclaimed' })],
    parcelAlarm: 'unclaimed',
    ...overrides,
  })
const decided = owner(99)
const collectedRecord = makeRecord({ state: 'collected', code: '2070', words: '賣家已取退回包裹' })

test('a parcel that came back stays told until it is decided, also where that is seen first', () => {
  for (const order of [
    back(),
    back({ parcels: [makeParcel({ state: 'waiting' })], parcelAlarm: null }),
  ]) {
    const change = followParcel(order, collectedRecord, decided)
    assert.ok(change)
    const after = applyChange(order, change)
    assert.equal(after.parcelAlarm, 'came-back')
    assert.equal(cameBack(after), true)
    assert.equal(followParcel(after, collectedRecord, decided), undefined)
  }
  const { payment } = back()
  assert.ok(payment)
  const refunded = back({ payment: { ...payment, state: 'refunded', refundedAmount: 1540 } })
  const change = followParcel(refunded, collectedRecord, decided)
  assert.ok(change)
  const here = applyChange(refunded, change)
  assert.equal(here.parcelAlarm, 'came-back')
  for (const restock of [true, false]) {
    const answered = restockParcel(here, { restock }, decided)
    assert.ok(answered.ok && answered.data)
    const after = applyChange(here, answered.data)
    assert.equal(after.parcelAlarm, null)
    assert.deepEqual(after.restocked, restock ? [2] : undefined)
    assert.deepEqual(restockParcel(after, { restock: true }, decided), {
      ok: true,
      data: undefined,
    })
  }
})

test('whether goods go back to the stock is asked of a parcel that is here, and only once its money went back', () => {
  const waiting = back({ parcels: [makeParcel({ state: 'collected' })], parcelAlarm: 'came-back' })
  assert.equal(asksRestock(waiting), false)
  const { payment } = waiting
  assert.ok(payment)
  assert.equal(asksRestock({ ...waiting, payment: { ...payment, refundedAmount: 80 } }), true)
  assert.deepEqual(restockParcel(back(), { restock: true }, decided), {
    ok: false,
    code: 'no-such-move',
  })
})

test('an order is not completed while its parcel comes back, nor once it is here', () => {
  for (const state of ['unclaimed', 'back-in-store', 'sent-home', 'collected'] as const) {
    const answer = complete(back({ parcels: [makeParcel({ state })] }), decided)
    assert.deepEqual(answer, { ok: false, code: 'coming-back' })
  }
  for (const state of ['waiting', 'picked-up'] as const) {
    assert.equal(complete(back({ parcels: [makeParcel({ state })] }), decided).ok, true)
  }
})

test('its buyer is notified once when it goes back', () => {
  const order = back({ parcels: [makeParcel({ state: 'waiting' })], parcelAlarm: null })
  const told = (codes: string, from = order) =>
    follow(codes, from).map(({ mails }) =>
      mails.filter((mail) => !mail.startsWith('owner-')).join(),
    )
  assert.deepEqual(told('2074 2072 2070'), ['parcel-unclaimed', '', ''])
  // The steps before may never be seen.
  assert.deepEqual(told('2070'), ['parcel-unclaimed'])
  const payment = order.payment && { ...order.payment, state: 'refunded' as const }
  assert.deepEqual(told('2070', { ...order, payment }), [''])
  const [problem] = mailsOf(order, follow('2070', order)[0]?.order ?? order)
  assert.match(problem?.values['parcel_problem'] ?? '', /^在 7-11 131386 重慶門市 逾期.*已退回/)
})

const returned = back({ parcels: [makeParcel({ state: 'collected' })], parcelAlarm: 'came-back' })

function sentAgain(to: (typeof SEND_AGAIN)[number], order: Order = returned) {
  const answer = sendAgain(order, { to, token: 'secret' }, decided)
  assert.ok(answer.ok && answer.data)
  return applyChange(order, answer.data)
}

test('it is sent again as a parcel of its own, to its store or to one that its buyer is asked for', () => {
  const again = sentAgain('same')
  assert.deepEqual([again.status, again.shipment, again.parcelAlarm], ['已付款', undefined, null])
  assert.equal(again.storeChoice ?? null, null)
  const claimed = claimBooking(again, { claim: 'two', sendsHome: false }, decided)
  assert.ok(claimed.ok && claimed.data)
  const booked = applyChange(again, claimed.data)
  assert.deepEqual(
    booked.parcels?.map(({ number }) => number.slice(-3)),
    ['L01', 'L02'],
  )
  const asked = sentAgain('other-store')
  assert.equal(asked.storeChoice?.token, 'secret')
  const [mail] = mailsOf(returned, asked)
  assert.equal(mail?.kind, 'parcel-back')
  assert.equal(sendAgain(again, { to: 'same', token: 'x' }, decided).ok, false)
})

test('a question for another store ends with the parcel that came back: a wish whose answer was lost moves no later parcel', () => {
  const wish = { store: '7-11 100202 信義', number: '100202', at: '2026-11-21T03:00:00.000Z' }
  const storeChoice = { token: 'old', store: '131386', requestedAt: wish.at, wish }
  const open = { ...returned, storeChoice }
  assert.equal(sentAgain('same', open).storeChoice, null)
  const asked = sentAgain('other-store', open).storeChoice
  assert.deepEqual([asked?.token, asked?.wish], ['secret', undefined])
})

test('what is refunded, still on its way, or goes home to no store is not sent again', () => {
  const { payment } = returned
  assert.ok(payment)
  const to = { to: 'other-store', token: 'x' } as const
  const code = (order: Order) => {
    const answer = sendAgain(order, to, decided)
    return answer.ok ? 'ok' : answer.code
  }
  assert.equal(code({ ...returned, payment: { ...payment, state: 'refunded' } }), 'fully-refunded')
  assert.equal(code(back()), 'no-such-move')
  assert.equal(code({ ...returned, shippingMethod: 'home' }), 'no-such-move')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { NumberRange } from '#lib/invoice/issuer.ts'
import { type NUMBER_LABELS, numberState } from '#lib/invoice/number-range.ts'
import { applyChange } from '#lib/order/apply.ts'
import { withdrawCancellation } from '#lib/order/cancel-right.ts'
import { newEvent } from '#lib/order/events.ts'
import { orderIndex, type OwnerNeed } from '#lib/order/order-index.ts'
import type { Order } from '#lib/order/order.ts'
import { item } from '#lib/order/placement.fixture.ts'
import { applyReturnAnswer, type ReturnAnswer } from '#lib/order/return/answer-return.ts'
import type { ReturnRequest } from '#lib/order/return/return-record.ts'
import { ship } from '#lib/order/ship-order.ts'
import { claimBooking } from '#lib/parcel/booking.ts'
import type { ParcelRecord } from '#lib/parcel/carrier.ts'
import type { ParcelAlarm } from '#lib/parcel/order-parcel.ts'
import { ALARM_LABELS } from '#lib/parcel/parcel-labels.ts'
import { followParcel } from '#lib/parcel/parcel-reports.ts'
import { makeRecord, toStore, withBooking } from '#lib/parcel/parcels.fixture.ts'
import { endReview } from '#lib/payment/end-review.ts'
import {
  after,
  afterChange,
  afterDispute,
  afterShown,
  at,
  changeIn,
  inReview,
  inStock,
  makeAttempt,
  makeCapture,
  makeDispute,
  makeOrder,
  makePayment,
  minute,
  TOTAL,
} from '#lib/payment/orders.fixture.ts'
import { recordRefundByHand } from '#lib/payment/refund/record-refund-by-hand.ts'
import { reserveRefund } from '#lib/payment/refund/request-refund.ts'
import { dayQuestions } from '#lib/product/day-questions.ts'
import { type Override, withOverride } from '#lib/product/override.ts'
import { makeProduct } from '#lib/product/product.fixture.ts'
import { parcelsOf } from './read-parcels.ts'
import { firstTask, type TaskCounts, waitingTasks } from './today.ts'

// What the start page counts of one order, as the database counts it from what is stored.
function counted(order: Order): TaskCounts {
  const { needs, readyOn } = orderIndex(order)
  const count = (need: OwnerNeed) => Number(needs.includes(need))
  const today = {
    disputes: count('dispute'),
    reviews: count('review'),
    refundsDue: count('refund'),
    cancels: count('cancel'),
    returns: count('return'),
    toShip: Number(readyOn !== undefined && readyOn <= '2026-11-30'),
    dataRequests: 0,
  }
  const parcels = {
    ...parcelsOf([order], { sendsHome: false }),
    alarms: order.parcelAlarm ? [order] : [],
    unreadable: [],
  }
  return waitingTasks(today, {
    invoices: undefined,
    parcels,
    questions: [],
    applications: 0,
    halves: 0,
  })
}

const byOwner = (minutes: number) => ({ ...after(minutes, 'owner'), reason: '已處理' })

function paid(overrides: Partial<Order> = {}): Order {
  const captured = makeAttempt({ state: 'captured', captureId: 'C1' })
  return makeOrder({
    status: '已付款',
    paidAt: at(3),
    items: [item(2)],
    payment: makePayment([captured], { captureId: 'C1' }),
    ...overrides,
  })
}

function refund(order: Order, minutes: number, amount: number | 'rest', returnNumber?: number) {
  const input = { amount, key: `press-${minutes}`, returnNumber }
  return afterChange(order, changeIn(reserveRefund(order, input, byOwner(minutes))))
}

const returning = (overrides: Partial<ReturnRequest> = {}): Order =>
  paid({
    status: '已出貨',
    shipment: { carrier: '黑貓', trackingNumber: '1', shippedAt: at(30) },
    returnState: 'requested',
    returns: [
      {
        number: 1,
        state: 'requested',
        items: [{ index: 0, quantity: 1 }],
        reason: '',
        contact: '',
        requestedAt: at(60),
        changedAt: at(60),
        ...overrides,
      },
    ],
  })

function answer(order: Order, given: ReturnAnswer, minutes: number): Order {
  const answered = {
    answer: given,
    restock: false,
    parcel: { carrier: '黑貓', trackingNumber: '2' },
    stock: inStock(99, '試算'),
  }
  return afterChange(order, changeIn(applyReturnAnswer(order, answered, byOwner(minutes))))
}

const owing = (): Order => {
  const order = paid()
  const data = { number: 1, amount: 500, idempotencyKey: 'one', byHand: 'to-bank' } as const
  return applyChange(order, { events: [newEvent('refund.requested', data, byOwner(9))] })
}

const handed = (order: Order) => followed(order, { state: 'handed-over', code: '2068' }, 40)

function followed(order: Order, record: Partial<ParcelRecord>, minutes: number): Order {
  const context = { now: minute(minutes), by: 'sweep' as const }
  return afterChange(order, followParcel(order, makeRecord(record), context))
}

/** What a task's words ask for. `words` must stand in them, or undefined for a action that they leave open. */
type Deed = {
  readonly words: string
  readonly raise: () => Order
  readonly does: (order: Order) => Order
}

type OrderTask = Exclude<
  keyof TaskCounts,
  | 'dropOffBy'
  | 'invoices'
  | 'dataRequests'
  | 'daysOver'
  | 'daysNear'
  | 'isSalePaused'
  | 'applications'
  | 'halves'
>

const DEEDS: Readonly<Record<OrderTask, readonly Deed[]>> = {
  disputes: [
    {
      words: '回覆 1 件爭議',
      raise: () => afterDispute(paid(), makeDispute('open')),
      does: (order) => afterDispute(order, makeDispute('open', { isAnswered: true })),
    },
    {
      words: '爭議',
      raise: () => afterDispute(paid(), makeDispute('open')),
      does: (order) => afterDispute(order, makeDispute('won')),
    },
  ],
  reviews: [
    {
      words: '核對 1 筆款項',
      raise: () => inReview({ items: [item(2)] }),
      does: (order) => {
        const captures = [{ ...makeCapture(), reference: 'PP1', refundedAmount: 0, refunds: [] }]
        const evidence = { end: 'paid', captures, stock: inStock(99) } as const
        const ended = endReview(order, evidence, byOwner(20))
        return afterChange(order, changeIn(ended))
      },
    },
  ],
  refundsDue: [
    {
      words: '退還 1 筆訂單的款項，並填寫日期',
      raise: owing,
      does: (order) => {
        const made = { number: 1, made: { at: at(20), reference: '12345' } }
        return afterChange(order, recordRefundByHand(order, made, byOwner(21)))
      },
    },
  ],
  cancels: [
    {
      words: '退款 1 筆申請取消的訂單',
      raise: () => paid({ cancelRequest: { state: 'requested', changedAt: at(5) } }),
      does: (order) =>
        afterShown(order, {
          captures: [makeCapture({ status: 'refunded' })],
          refunds: [{ id: 'R1', amount: TOTAL, at: at(20) }],
        }),
    },
    {
      words: '申請取消',
      raise: () => paid({ cancelRequest: { state: 'requested', changedAt: at(5) } }),
      does: (order) => afterChange(order, changeIn(withdrawCancellation(order, byOwner(20)))),
    },
  ],
  returns: [
    {
      // The goods are the buyer's to send; after that the task is back, until their money went.
      words: '處理 1 件退換貨',
      raise: () => returning(),
      does: (order) => answer(order, 'accepted', 70),
    },
    {
      words: '收到商品後 7 個工作天內要退款',
      raise: () => answer(answer(returning(), 'accepted', 70), 'received', 80),
      does: (order) => refund(order, 90, 500, 1),
    },
    {
      words: '退款',
      raise: () => answer(returning(), 'received', 80),
      // Made at the provider's own page.
      does: (order) => {
        const { payment } = order
        assert.ok(payment)
        const refunds = [{ id: 'R1', amount: 500, at: at(90) }]
        return { ...order, payment: { ...payment, refundedAmount: 500, refunds } }
      },
    },
    {
      words: '處理 1 件退換貨',
      raise: () => returning(),
      does: (order) => answer(order, 'refused', 70),
    },
    {
      words: '處理 1 件退換貨',
      raise: () =>
        answer(returning({ items: [{ index: 0, quantity: 1, size: 'L' }] }), 'preparing', 70),
      does: (order) => answer(order, 'exchanged', 80),
    },
  ],
  parcels: [
    {
      words: '按「已處理」',
      raise: () =>
        followed(withBooking({ state: 'waiting' }), { state: 'unclaimed', code: '2074' }, 40),
      does: settled,
    },
  ],
  booked: [{ words: '交寄 1 個包裹', raise: () => withBooking(), does: handed }],
  toShip: [
    {
      words: '出 1 筆貨',
      raise: () => toStore(),
      does: (order) => {
        const shipped = ship(order, { carrier: '黑貓', trackingNumber: '3' }, byOwner(40))
        return afterChange(order, changeIn(shipped))
      },
    },
  ],
}

function settled(order: Order): Order {
  const { parcelAlarm } = order
  assert.ok(parcelAlarm)
  const event = newEvent('parcel.settled', { alarm: parcelAlarm }, byOwner(50))
  return applyChange(order, { events: [event] })
}

function isTask(name: string): name is OrderTask {
  return name in DEEDS
}

for (const [name, deeds] of Object.entries(DEEDS)) {
  for (const [index, { words, raise, does }] of deeds.entries()) {
    test(`the task ${name} ${index + 1} is put out by what it says: ${words}`, () => {
      assert.ok(isTask(name))
      const raised = raise()
      assert.equal(counted(raised)[name], 1)
      assert.ok(firstTask({ ...counted(makeOrder()), [name]: 1 })?.words.includes(words), words)
      assert.equal(counted(does(raised))[name], 0)
    })
  }
}

const needs = (order: Order) => orderIndex(order).needs

test('an accepted return waits for its buyer, and for money from its arrival on', () => {
  const accepted = answer(returning(), 'accepted', 70)
  assert.deepEqual(needs(accepted), ['coming', 'any'])
  const received = answer(accepted, 'received', 80)
  assert.deepEqual(needs(received), ['return', 'any'])
  // A refund for other units is not this return's.
  const other = { ...received, returns: [...(received.returns ?? [])] }
  assert.deepEqual(needs(refund(other, 90, 100, 1)), [])
})

test('a dispute waits for the shop again where the provider asks again, and is reported', () => {
  const answered = afterDispute(
    afterDispute(paid(), makeDispute('open')),
    makeDispute('open', { isAnswered: true }),
  )
  assert.equal(answered.payment?.disputed, true)
  const asked = afterDispute(answered, makeDispute('open', { respondBy: at(9999) }))
  assert.equal(counted(asked).disputes, 1)
  assert.equal(asked.payment?.disputes?.[0]?.respondBy, at(9999))
  assert.equal(afterDispute(asked, makeDispute('open')), asked)
})

/** Records that raise an alarm of a parcel, and what its words ask for. */
type ParcelDeed = {
  readonly words: string
  readonly raise: () => Order
  readonly does: (order: Order) => Order
}

const PRESS = { words: '按「已處理」', does: settled }

const moved =
  (state: ParcelRecord['state'], from = 'at-centre' as const) =>
  () =>
    followed(withBooking({ state: from }, { status: '已出貨' }), { state, code: '1' }, 40)

const refunded = () => {
  const order = withBooking()
  const { payment } = order
  assert.ok(payment)
  return { ...order, payment: { ...payment, state: 'refunded', refundedAmount: TOTAL } as const }
}

const asked = (alarm: 'no-store' | 'store-closed', order: Order) =>
  applyChange(order, {
    events: [
      newEvent('store.requested', { store: 'x', number: '131386', token: 't' }, after(39, 'sweep')),
      newEvent(
        'parcel.alarmed',
        { parcel: order.parcels?.[0]?.number ?? '', alarm },
        after(39, 'sweep'),
      ),
    ],
  })

const choose = (order: Order) =>
  applyChange(order, {
    events: [newEvent('store.chosen', { store: '7-11 1 乙', number: '1', before: 'x' }, after(45))],
  })

const again = (order: Order) => {
  const booking = claimBooking(order, { claim: 'two', sendsHome: false }, byOwner(50))
  return afterChange(order, changeIn(booking))
}

type Raised = Exclude<
  ParcelAlarm,
  | 'booked'
  | 'handed-over'
  | 'at-centre'
  | 'waiting'
  | 'picked-up'
  | 'store-changed'
  | 'collected'
  | 'cancelled'
>

const PARCEL_DEEDS: Readonly<Record<Raised, ParcelDeed>> = {
  'mis-scanned': { ...PRESS, raise: moved('mis-scanned') },
  unclaimed: { ...PRESS, raise: moved('unclaimed') },
  'back-in-store': {
    words: '請去領回',
    raise: moved('back-in-store'),
    does: (order) => followed(order, { state: 'collected', code: '2' }, 60),
  },
  uncollected: { ...PRESS, raise: moved('uncollected') },
  'sent-home': { ...PRESS, raise: moved('sent-home') },
  damaged: { ...PRESS, raise: moved('damaged') },
  lost: { ...PRESS, raise: moved('lost') },
  destroyed: { ...PRESS, raise: moved('destroyed') },
  'came-back': { ...PRESS, raise: moved('collected') },
  expired: {
    words: '重新「建立寄件」',
    raise: () => followed(withBooking(), { state: 'expired', code: '1' }, 40),
    does: again,
  },
  'store-closed': {
    words: '選好後自動結束',
    raise: () => asked('store-closed', withBooking({ state: 'at-centre' }, { status: '已出貨' })),
    does: choose,
  },
  'no-store': {
    words: '選好後自動結束',
    raise: () => asked('no-store', withBooking()),
    does: choose,
  },
  unshippable: { ...PRESS, raise: () => followed(refunded(), {}, 40) },
  'unknown-code': {
    ...PRESS,
    raise: () => followed(withBooking(), { state: undefined, code: '99999' }, 40),
  },
  collects: { ...PRESS, raise: () => followed(withBooking(), { collect: 3000 }, 40) },
}

for (const [alarm, { words, raise, does }] of Object.entries(PARCEL_DEEDS)) {
  test(`the alarm of a parcel ${alarm} is put out by what it says: ${words}`, () => {
    const raised = raise()
    assert.equal(raised.parcelAlarm, alarm)
    assert.ok(raised.parcelAlarm)
    assert.ok(ALARM_LABELS[raised.parcelAlarm].includes(words), words)
    const done = does(raised)
    assert.notEqual(done.parcelAlarm, alarm)
    // And it stays out: the carrier is asked again and again.
    const [parcel] = done.parcels ?? []
    assert.ok(parcel)
    const { state } = parcel
    if (state === 'booking' || state === 'refused') return
    const record = {
      state,
      code: parcel.sightings.at(-1)?.code ?? '',
      collect: parcel.collect ?? 0,
    }
    for (const now of [70, 130]) assert.notEqual(followed(done, record, now).parcelAlarm, alarm)
  })
}

test('what lasts is reported again once the parcel has moved', () => {
  const kept = settled(followed(refunded(), {}, 40))
  assert.equal(kept.parcelAlarm, null)
  assert.equal(handed(kept).parcelAlarm, null)
  const gone = followed(kept, { state: 'handed-over', code: '2068' }, 60)
  assert.equal(gone.parcelAlarm, 'unshippable')
})

// In the last days of a period of two months.
const NOW = new Date('2026-12-26T02:00:00.000Z')
const range = (overrides: Partial<NumberRange> = {}): NumberRange => ({
  year: 2026,
  term: 6,
  left: 999,
  isEnabled: true,
  ...overrides,
})

const RANGES: Readonly<Record<keyof typeof NUMBER_LABELS, readonly NumberRange[]>> = {
  'none-left': [range({ left: 0 }), range({ year: 2027, term: 1 })],
  'few-left': [range({ left: 5 }), range({ year: 2027, term: 1 })],
  'next-missing': [range()],
}

for (const [notice, ranges] of Object.entries(RANGES)) {
  test(`the notice ${notice} of invoice numbers ends once they are set up`, () => {
    const notices: readonly string[] = numberState(ranges, NOW).notices
    assert.deepEqual(notices, [notice])
    const full = [range(), range({ year: 2027, term: 1 })]
    assert.deepEqual(numberState(full, NOW).notices, [])
  })
}

const PREORDER = makeProduct({
  stock: 0,
  preorder: true,
  preorder_deadline: '2026-12-28',
  estimated_ship_date: '2026-12-25',
  facts_known_by: '2026-12-25',
})

const ANSWERS: Readonly<Record<'deadline' | 'shipping' | 'facts', Omit<Override, 'changedAt'>>> = {
  deadline: { preorderUntil: '2027-03-01' },
  shipping: { shipsAbout: '2027-04-15' },
  facts: { factsPublishedOf: '2026-12-25' },
}

for (const [about, override] of Object.entries(ANSWERS)) {
  test(`the question about a product's ${about} ends with its answer`, () => {
    const open = (product: typeof PREORDER) =>
      dayQuestions(product, NOW).map((question): string => question.about)
    assert.ok(open(PREORDER).includes(about))
    const answered = withOverride(PREORDER, { ...override, changedAt: NOW.toISOString() })
    assert.ok(!open(answered).includes(about))
  })
}

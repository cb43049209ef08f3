import assert from 'node:assert/strict'
import { after, test } from 'node:test'

import { documentOf } from '#lib/order/apply.ts'
import { newEvent } from '#lib/order/events.ts'
import type { Order } from '#lib/order/order.ts'
import { item } from '#lib/order/placement.fixture.ts'
import {
  at,
  capturedVerdict,
  capturing,
  makeAttempt,
  makeOrder,
  minute,
  settleAs,
  TOTAL,
  withAttempts,
} from '#lib/payment/orders.fixture.ts'
import { openStoredShop } from './stored-shop.ts'

const { db } = await openStoredShop({ after })
Object.assign(process.env, {
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'shop@shop.example',
  OWNER_EMAIL: 'owner@shop.example',
})

const orders = await import('#lib/order/order-store.ts')
const written = await import('#lib/invoice/written-invoices.ts')
const outbox = await import('#lib/mail/outbox-store.ts')

const byMember = { now: minute(3), by: 'member' } as const
const keep = async (order: Order) => db.doc(`orders/${order.id}`).set(documentOf(order))
const { newOrder } = await import('#lib/order/placement.ts')
const { storeManualOrder } = await import('#lib/order/manual-order-store.ts')
const { fail, ok } = await import('#lib/result.ts')

const data = async (path: string) => (await db.doc(path).get()).data()
const ids = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id).toSorted()

test('a change is stored with its events, stock, movement and mails in one transaction', async () => {
  const paid = settleAs(capturing(withAttempts(makeAttempt())), capturedVerdict())
  const unpaid = { ...capturing(withAttempts(makeAttempt())), id: 'sale', items: [item(2)] }
  await keep(unpaid)
  const events = paid.history.slice(unpaid.history.length)
  const stored = await orders.changeOrder('sale', () => ({ events }))
  assert.equal(stored?.status, '已付款')
  const { index, ...read } = (await orders.readOrder('sale')) ?? {}
  assert.deepEqual(read, stored)
  assert.ok(index)
  const movements = await db.collection('movements').where('isSale', '==', true).get()
  assert.equal(movements.docs[0]?.get('amount'), TOTAL)
  const mails = await db.collection('outbox').where('order', '==', 'sale').get()
  assert.deepEqual(ids(mails.docs), ids(outbox.drainQueue().map((id) => ({ id }))))
  assert.ok(mails.docs.some((doc) => doc.get('kind') === 'paid'))
  assert.equal((await data('users/ada'))?.hasPaid, true)
})

test('a field that a change removes leaves the document, and an order that is not paid makes no customer', async () => {
  await keep(
    makeOrder({
      id: 'held',
      uid: 'bob',
      items: [item(2, { size: 'L' })],
      check: { at: at(30), urgent: false, looks: 0 },
      reservation: { until: at(30), products: ['a'] },
    }),
  )
  await db.doc('stock/a').set({ stock: 5, preorder: 1, sizes: { L: 3, M: 2 } })
  await orders.changeOrder('held', () => ({
    events: [newEvent('order.cancelled', { cause: 'by-member' }, byMember)],
  }))
  const cancelled = await data('orders/held')
  assert.deepEqual([cancelled?.status, cancelled?.check], ['已取消', undefined])
  assert.deepEqual(await data('stock/a'), { stock: 3, preorder: 1, sizes: { L: 1, M: 2 } })
  assert.equal(await data('users/bob'), undefined)
})

test('a decision sees the taken units only where it asks, and nothing is written without a change', async () => {
  await keep(makeOrder({ id: 'asks', items: [item(1)] }))
  const seen: number[] = []
  const decide = (isAsked: boolean) =>
    orders.decideOrder('asks', {
      readsStock: () => isAsked,
      decide: (_order, taken) => {
        seen.push(taken.get('a')?.stock ?? -1)
        return { answer: 'kept' }
      },
    })
  await db.doc('stock/a').set({ stock: 4, preorder: 0 })
  assert.equal((await decide(true))?.answer, 'kept')
  assert.equal((await decide(false))?.answer, 'kept')
  assert.deepEqual(seen, [4, -1])
  assert.equal(await orders.changeOrder('nobody', () => ({ events: [] })), undefined)
})

test('an order that lacks its units reads the stock without being asked', async () => {
  await keep(
    makeOrder({ id: 'lapsed', items: [item(1)], reservation: { reservationExpiredAt: at(1) } }),
  )
  let seen: number | undefined
  await orders.changeOrder('lapsed', (_order, taken) => {
    seen = taken.get('a')?.stock
    return undefined
  })
  assert.equal(seen, 4)
})

test('a check is put off only when nobody moved it meanwhile', async () => {
  const check = { at: at(5), urgent: true, looks: 0 }
  const next = { at: at(50), urgent: true, looks: 1 }
  await keep(makeOrder({ id: 'check', check }))
  await orders.postponeOrder('check', at(4), next)
  assert.deepEqual((await data('orders/check'))?.check, check)
  await orders.postponeOrder('check', at(5), next)
  assert.deepEqual((await data('orders/check'))?.check, next)
  await orders.postponeUnreadable('check', minute(70))
  assert.deepEqual((await data('orders/check'))?.check, { ...next, at: at(70) })
})

const check = (now: number, urgent: boolean) => ({ at: at(now), urgent, looks: 0 })

const due = async (urgent: boolean, limit = 9) => {
  const found = await orders.ordersDue(minute(-100), urgent, limit)
  return [found.orders.map(({ id }) => id).filter((id) => id.startsWith('due')), found.unreadable]
}

test('orders are due by their time and urgency, the longest due first, and an unreadable one is named', async () => {
  await keep(makeOrder({ id: 'due-2', check: check(-100, false) }))
  await keep(makeOrder({ id: 'due-1', check: check(-101, false) }))
  await keep(makeOrder({ id: 'due-urgent', check: check(-101, true) }))
  await keep(makeOrder({ id: 'due-later', check: check(-99, false) }))
  await db.doc('orders/due-odd').set({ check: check(-102, false) })
  assert.deepEqual(await due(false), [['due-1', 'due-2'], ['due-odd']])
  assert.deepEqual(await due(false, 2), [['due-1'], ['due-odd']])
  assert.deepEqual(await due(true), [['due-urgent'], []])
})

test('a payment is found by a reference of any attempt, or by its capture', async () => {
  const attempts = [makeAttempt({ reference: 'X1' }), makeAttempt({ number: 2, reference: 'X2' })]
  await keep({ ...withAttempts(...attempts), id: 'referenced' })
  assert.equal((await orders.findPaidOrder({ reference: 'X2' }))?.id, 'referenced')
  assert.equal(await orders.findPaidOrder({ reference: 'X3' }), undefined)
  const paid = settleAs(capturing(withAttempts(makeAttempt())), capturedVerdict('C-found'))
  await keep({ ...paid, id: 'captured' })
  assert.equal((await orders.findPaidOrder({ captureId: 'C-found' }))?.id, 'captured')
})

test('an event of a provider is remembered with what it was about, for ninety days', async () => {
  const events = await import('#lib/payment/webhook-store.ts')
  assert.equal(await events.isEventSettled('WH-1'), false)
  await events.rememberEvent('WH-1', { type: 'T', order: undefined, settledAt: at(0) })
  assert.equal(await events.isEventSettled('WH-1'), true)
  const { expireAt, ...stored } = (await data('paypal_events/WH-1')) ?? {}
  assert.deepEqual(stored, { type: 'T', settledAt: at(0) })
  assert.equal(expireAt.toMillis(), minute(90 * 24 * 60).getTime())
})

test('a document of another shape is an error with its field and a support code, and hides no other', async () => {
  await db.doc('orders/odd').set({ ...documentOf(makeOrder()), totalAmount: 'free' })
  await assert.rejects(orders.readOrder('odd'), { name: 'OrderUnreadable' })
  await assert.rejects(
    orders.changeOrder('odd', () => undefined),
    { name: 'OrderUnreadable' },
  )
})

test('an absent value is not stored, and an update leaves what is there', async () => {
  const { database } = await import('#lib/adapters/firestore/database.ts')
  const document = database().doc('orders/absent')
  await document.set({ a: 1, b: undefined, c: { d: undefined, e: 2 } })
  assert.deepEqual(await data('orders/absent'), { a: 1, c: { e: 2 } })
  await document.update({ a: undefined, 'c.e': 3 })
  assert.deepEqual(await data('orders/absent'), { a: 1, c: { e: 3 } })
})

test('an order whose invoice is due is taken at once, by this process, and once', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: minute(5) })
  written.takeInvoices()
  for (const [id, invoiceCheckAt] of [
    ['invoice-none', undefined],
    ['invoice-now', at(5)],
    ['invoice-later', at(6)],
  ] as const) {
    written.noteInvoice(makeOrder({ id, ...(invoiceCheckAt ? { invoiceCheckAt } : {}) }))
  }
  assert.deepEqual([written.takeInvoices(), written.takeInvoices()], [['invoice-now'], []])
})

test('a parcel is asked about later only when nobody moved it meanwhile', async () => {
  const { postponeParcel } = await import('#lib/order/order-store.ts')
  await keep(makeOrder({ id: 'parcel', parcelCheckAt: at(5) }))
  await postponeParcel('parcel', at(4), at(50))
  assert.equal((await data('orders/parcel'))?.parcelCheckAt, at(5))
  await postponeParcel('parcel', at(5), at(50))
  assert.equal((await data('orders/parcel'))?.parcelCheckAt, at(50))
})

test('a manual order is stored once per id, with its number, stock, movement and mails', async () => {
  const context = { now: new Date(at(0)), by: 'owner' } as const
  const manual = makeOrder({
    id: 'manual',
    timeCode: 'hour-m',
    items: [item(2, { id: 'm' })],
    manualSale: { place: 'market', paidBy: 'cash', refunds: [] },
    history: [newEvent('order.placed', {}, context), newEvent('order.paid', {}, context)],
  })
  const key = { id: 'manual', timeCode: 'hour-m', products: ['m'] }
  await db.doc('stock/m').set({ stock: 1, preorder: 0 })
  const seen: unknown[] = []
  const decide = ({ count, taken }: Parameters<Parameters<typeof storeManualOrder>[1]>[0]) => {
    seen.push([count, taken.get('m')?.stock])
    return ok(newOrder(manual))
  }
  assert.equal((await storeManualOrder(key, () => fail('refused'))).ok, false)
  assert.equal(await data('orders/manual'), undefined)
  const first = await storeManualOrder(key, decide)
  const again = await storeManualOrder(key, decide)
  assert.deepEqual([first.ok, again.ok, seen], [true, true, [[0, 1]]])
  assert.equal((await data('orders/manual'))?.orderId, manual.orderNumber)
  assert.deepEqual(await data('order_counters/hour-m'), { current: 1 })
  assert.deepEqual(await data('stock/m'), { stock: 3, preorder: 0, sizes: { M: 2 } })
  assert.equal((await data('movements/manual-2-hand'))?.amount, manual.totalAmount)
  assert.deepEqual(
    [first, again].map((result) => result.ok && result.data.status),
    ['已付款', '已付款'],
  )
})

const failed = (code?: number) => Object.assign(new Error('failed'), code ? { code } : {})

test('a contended transaction is tried again at once, and a failure of its work is none of the database', async () => {
  const { transactContended } = await import('#lib/adapters/firestore/database.ts')
  for (const [error, failing, runs] of [
    [failed(), 9, 1],
    [failed(10), 3, 4],
    // Neither contended nor the work's own: the client decides.
    [failed(3), 9, 2],
  ] as const) {
    let count = 0
    const call = transactContended('trying', async () => {
      count += 1
      if (count <= failing) throw error
    })
    await call.catch((thrown: unknown) => assert.equal(thrown, error))
    assert.equal(count, runs)
  }
})

test('a failure is busy only where the database could not be had and answers another question', async () => {
  const { asBusy, database, DatabaseBusy, DatabaseUnavailable } =
    await import('#lib/adapters/firestore/database.ts')
  const { getApps } = await import('firebase-admin/app')
  const defect = new TypeError('defect')
  const busy = new DatabaseBusy('busy', { ahead: 3 })
  for (const failure of [defect, busy]) await assert.rejects(asBusy(failure), failure)
  await assert.rejects(asBusy(new DatabaseUnavailable('late')), { name: 'DatabaseBusy', ahead: 0 })
  // The sign-in service and the database are one app of the process.
  assert.ok(database())
  assert.deepEqual(
    getApps().map(({ name }) => name),
    ['[DEFAULT]'],
  )
})

import './hooks.ts'

import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'

import { makeIssued, paidOrder } from '#lib/invoice/invoices.fixture.ts'
import { EMPTY_INVOICE } from '#lib/invoice/typed-invoice.ts'
import type { Order } from '#lib/order/order.ts'
import {
  afterDispute,
  at,
  makeAttempt,
  makeDispute,
  makeOrder,
  minute,
  withAttempts,
} from '#lib/payment/orders.fixture.ts'
import { provider } from './script.ts'
import { keep, newWorld, setClock, storedOrder, world } from './world.ts'

const { editRecipient } = await import('#lib/owner/edit-recipient.ts')
const { addNote } = await import('#lib/owner/add-note.ts')
const { sendParcelAgain } = await import('#lib/owner/send-parcel-again.ts')
const { changeOrderDelivery } = await import('#lib/owner/change-delivery.ts')
const { cancelByOwner } = await import('#lib/owner/cancel-order.ts')
const { completeOrder, completeOrders } = await import('#lib/owner/complete-orders.ts')
const { changeOrderItems, wantedItemsIn } = await import('#lib/owner/change-items.ts')
const { recordInvoiceNumber: writeInvoiceNumber, recordInvoiceNumbers: writeInvoices } =
  await import('#lib/owner/record-invoice-numbers.ts')
const { correctInvoice } = await import('#lib/owner/correct-invoice.ts')
const { retryInvoice } = await import('#lib/owner/retry-invoice.ts')
const { readInvoiceDay } = await import('#lib/owner/read-invoice-day.ts')
const { answerReturn } = await import('#lib/owner/answer-return.ts')
const { startReturn } = await import('#lib/owner/start-return.ts')
const { refundOrder } = await import('#lib/owner/refund-order.ts')
const { resolveReview } = await import('#lib/owner/resolve-review.ts')
const { refundReview } = await import('#lib/owner/refund-review.ts')
const { shipOrder } = await import('#lib/owner/ship-order.ts')
const { storeList } = await import('../memory/store-lists.ts')

const context = { by: '林店主', at: minute(20) }
const orderId = 'doc-1'
const numberOf = (count: number) => `Order2026112110-${String(count).padStart(4, '0')}`
const parcel = { carrier: '黑貓宅急便', trackingNumber: '9012' }
const shipment = { ...parcel, shippedAt: at(5) }

const shipped = (overrides: Partial<Order> = {}) =>
  keep(paidOrder({ status: '已出貨', shipment, ...overrides }))
const arrived = (overrides: Partial<Order> = {}) =>
  shipped({ status: '已完成', completedAt: at(10), ...overrides })

/** An order whose return waits for the owner's answer. */
const returning = (overrides: Partial<Order> = {}) =>
  arrived({
    returnState: 'accepted',
    returns: [
      {
        number: 1,
        state: 'accepted',
        items: [{ index: 0, quantity: 1, size: 'L' }],
        reason: '',
        contact: '',
        requestedAt: at(11),
        changedAt: at(12),
      },
    ],
    ...overrides,
  })

const cancel = (reason: string, id = orderId) => cancelByOwner({ orderId: id, reason, context })
const answer = (more: object = {}) =>
  answerReturn({ orderId, answer: 'exchanged', restock: true, parcel, context, ...more })
const start = (more: object = {}) =>
  startReturn({ orderId, reason: ' 電話 ', fields: { 'quantity-0': '1' }, context, ...more })
const change = (fields: Record<string, string>, more: object = {}) =>
  changeOrderItems({ orderId, reason: '電話', fields, context, ...more })
const write = (invoices: string) => writeInvoices({ invoices, context })

/** Begins a test; hooks of other files may run before it in one process. */
function begin(): void {
  newWorld()
  setClock(20)
  world.products = [{ id: 'otr-001', stock: 9 }]
}

test('orders are completed one by one, and who was not shipped is named', async () => {
  begin()
  shipped()
  keep(makeOrder({ id: 'unpaid', orderNumber: numberOf(2) }))
  const completed = await completeOrders({ orderIds: [orderId, 'unpaid'], context })
  assert.deepEqual(completed.ok && completed.data, {
    done: 1,
    refused: [{ orderNumber: numberOf(2), code: 'no-such-move' }],
  })
  assert.equal(storedOrder().status, '已完成')
  assert.deepEqual(await completeOrders({ orderIds: [], context }), {
    ok: false,
    code: 'nothing-chosen',
  })
  shipped()
  await completeOrder({ orderId, reason: ' 當面交貨 ', context })
  assert.equal(storedOrder().history.at(-1)?.note, '當面交貨')
})

test('an unpaid order is cancelled for a reason, after its provider was asked', async () => {
  begin()
  keep(withAttempts(makeAttempt()))
  assert.deepEqual(await cancel(' '), { ok: false, code: 'no-reason' })
  assert.deepEqual(await cancel('沒有付款', 'x'), { ok: false, code: 'unknown-order' })
  provider.find.fails('unknown')
  await assert.rejects(cancel('沒有付款'), { kind: 'unknown' })
  assert.equal(storedOrder().status, '待付款')
  keep(makeOrder())
  assert.equal((await cancel('沒有付款')).ok, true)
  const { status, history } = storedOrder()
  assert.deepEqual([status, history.at(-1)?.note], ['已取消', '沒有付款'])
})

describe('the answer to a return', () => {
  beforeEach(begin)

  test('sends others only while no dispute is unknown', async () => {
    provider.findDispute.fails('unknown')
    keep(afterDispute(returning(), makeDispute('won')))
    assert.deepEqual(await answer(), { ok: false, code: 'disputes-unanswered' })
    assert.equal((await answer({ answer: 'received' })).ok, true)
    assert.equal(storedOrder().returnState, 'received')
    assert.deepEqual(await answer({ orderId: 'x' }), { ok: false, code: 'unknown-order' })
  })

  test('takes the units that are sent from the stock that is there, or for a reason', async () => {
    for (const stock of [2, 0]) {
      world.products = [{ id: 'otr-001', stock: 4, stock_by_size: { M: 2, L: stock } }]
      world.taken = new Map([['otr-001', { stock: 2, preorder: 0, sizes: { M: 2 } }]])
      for (const [state, wanted] of [
        ['requested', 'accepted'],
        ['accepted', 'preparing'],
        ['accepted', 'exchanged'],
      ] as const) {
        const { returns = [] } = returning()
        keep({ ...storedOrder(), returns: returns.map((one) => ({ ...one, state })) })
        const answered = await answer({ answer: wanted })
        assert.equal(answered.ok || answered.code, stock > 0 || 'too-few-units', wanted)
        if (answered.ok) assert.equal(storedOrder().returnState, wanted)
      }
    }
    assert.equal((await answer({ oversellReason: '再做一件' })).ok, true)
    assert.equal(storedOrder().returns?.[0]?.state, 'exchanged')
    // What is answered reads no stock any more, and corrects its parcel without the provider.
    provider.findDispute.fails('unknown')
    keep(afterDispute(storedOrder(), makeDispute('won')))
    const corrected = await answer({ parcel: { ...parcel, trackingNumber: '9013' } })
    assert.equal(corrected.ok, true)
    assert.equal(storedOrder().returns?.[0]?.parcel?.trackingNumber, '9013')
  })
})

describe('a return that was asked for elsewhere', () => {
  beforeEach(begin)

  test('needs a reason, and the way to reach its buyer', async () => {
    assert.deepEqual(await start({ reason: ' ' }), { ok: false, code: 'no-reason' })
    assert.deepEqual(await start(), { ok: false, code: 'unknown-order' })
    const { recipient } = paidOrder()
    arrived({ recipient: { ...recipient, phone: '0912', email: 'a@example.com' } })
    assert.equal((await start()).ok, true)
    const [asked] = storedOrder().returns ?? []
    assert.deepEqual([asked?.reason, asked?.contact], ['電話', '0912'])
    arrived({ recipient: { ...recipient, phone: '', email: 'a@example.com' } })
    await start()
    assert.equal(storedOrder().returns?.[0]?.contact, 'a@example.com')
  })
})

describe('the units of an order', () => {
  beforeEach(begin)

  test('are read from a form, where each is whole', () => {
    const order = paidOrder()
    assert.deepEqual(wantedItemsIn({ 'size-0': 'L', 'quantity-0': '2' }, order), [
      { index: 0, size: 'L', quantity: 2 },
    ])
    const half: readonly Readonly<Record<string, string>>[] = [
      { 'size-0': 'L' },
      { 'quantity-0': '2' },
      { 'size-0': 'X', 'quantity-0': '2' },
      { 'size-0': 'L', 'quantity-0': '1.5' },
    ]
    for (const fields of half) assert.deepEqual(wantedItemsIn(fields, order), [])
  })

  test('change by the stock that is there, or for a reason', async () => {
    const fields = { 'size-0': 'L', 'quantity-0': '2' }
    assert.deepEqual(await change(fields), { ok: false, code: 'unknown-order' })
    keep(paidOrder())
    world.products = [{ id: 'otr-001', stock: 2, stock_by_size: { M: 2, L: 0 } }]
    world.taken = new Map([['otr-001', { stock: 2, preorder: 0, sizes: { M: 2 } }]])
    assert.equal((await change(fields)).ok, false)
    assert.equal((await change(fields, { oversellReason: '再做兩件' })).ok, true)
    assert.equal(storedOrder().items[0]?.size, 'L')
  })
})

test('the numbers of invoices are pasted for 1 to 200 orders, and each other line is named', async () => {
  begin()
  keep(paidOrder())
  keep(paidOrder({ id: 'issued', orderNumber: numberOf(2), invoicing: makeIssued() }))
  const lines = (count: number) =>
    Array.from({ length: count }, (_, index) => {
      return `${numberOf(index + 1)} ZZ${String(10_000_000 + index)}`
    }).join('\n')
  const written = await write(`${lines(3)}\n什麼`)
  assert.deepEqual(written.ok && written.data, {
    done: 1,
    refused: [
      { orderNumber: numberOf(2), code: 'invoice-issued' },
      { orderNumber: numberOf(3), code: 'unknown-order' },
    ],
    unclear: [4],
  })
  assert.equal(storedOrder().invoiceNumber, 'ZZ10000000')
  assert.deepEqual(await write('什麼'), { ok: false, code: 'no-invoices' })
  assert.deepEqual(await write(lines(201)), { ok: false, code: 'too-many-parcels' })
  assert.equal((await write(lines(200))).ok, true)
})

test('a note joins the history, and an invoice that waits for its owner is tried again', async () => {
  begin()
  keep(paidOrder({ invoicing: makeIssued(), invoiceAlarm: 'unclear' }))
  await addNote({ orderId, text: '請先聯絡', context })
  assert.equal(storedOrder().history.at(-1)?.note, '請先聯絡')
  await retryInvoice({ orderId, context })
  const { invoiceAlarm, invoicing, invoiceCheckAt } = storedOrder()
  assert.deepEqual([invoiceAlarm, invoicing?.isToCompare, invoiceCheckAt], [null, true, at(20)])
  assert.equal(await readInvoiceDay(), undefined)
})

const unknown = { orderId: 'x', context }
const AT_STORE = { zipcode: '', city: '', area: '', address: '', store: '7-11 131386 重慶門市' }
const KNOWN = {
  ...makeOrder().recipient,
  firstName: '小美',
  lastName: '王',
  phone: '0912345678',
  email: 'mei@example.com',
}
const money = { reason: '電話', key: 'press', capture: 'all', amount: 80 }
const DEEDS: Readonly<Record<string, () => Promise<{ readonly ok: boolean }>>> = {
  'a note': () => addNote({ ...unknown, text: '電話' }),
  'an invoice number': () => writeInvoiceNumber({ ...unknown, invoiceNumber: 'AB12345678' }),
  'a corrected invoice': () =>
    correctInvoice({ ...unknown, invoice: { ...EMPTY_INVOICE, kind: 'email' } }),
  'an invoice tried again': () => retryInvoice(unknown),
  'a recipient': () => editRecipient({ ...unknown, recipient: KNOWN }),
  'another delivery': () => changeOrderDelivery({ ...unknown, to: 'store', place: AT_STORE }),
  'a parcel sent again': () => sendParcelAgain({ ...unknown, to: 'same' }),
  'a completion': () => completeOrder(unknown),
  'a cancellation': () => cancel('電話', 'x'),
  'an answer to a return': () => answer(unknown),
  'a return': () => start(unknown),
  'other items': () => change({}, unknown),
  'a shipping': () => shipOrder({ ...unknown, ...parcel }),
  'a refund': () => refundOrder({ ...unknown, ...money }),
  'a refund of a review': () => refundReview({ ...unknown, ...money }),
  'the end of a review': () => resolveReview({ ...unknown, end: 'paid', reason: '電話' }),
}
for (const [what, deed] of Object.entries(DEEDS)) {
  test(`${what} of an order that is unknown is refused by name`, async () => {
    begin()
    assert.deepEqual(await deed(), { ok: false, code: 'unknown-order' })
  })
}

const correctTo = (carrier: string) =>
  correctInvoice({ orderId, invoice: { ...EMPTY_INVOICE, kind: 'carrier', carrier }, context })

test('an invoice is corrected by what can be issued alone', async () => {
  begin()
  keep(paidOrder())
  assert.deepEqual(await correctTo('ABC'), { ok: false, code: 'carrier-wrong' })
  assert.equal((await correctTo('/ABC1234')).ok, true)
  assert.deepEqual(storedOrder().invoice, { kind: 'carrier', carrier: '/ABC1234' })
})

describe('where an order goes', () => {
  beforeEach(begin)

  test('is home only with an address, and what it lacks is named', async () => {
    keep(paidOrder({ shippingMethod: 'store', recipient: { ...KNOWN, ...AT_STORE } }))
    const place = { zipcode: '', city: '', area: '', address: '', store: '' }
    const refused = await changeOrderDelivery({ orderId, to: 'home', place, context })
    assert.partialDeepStrictEqual(refused, { ok: false, code: 'recipient-incomplete' })
    assert.match((!refused.ok && refused.detail) || '', /地址/)
    // Tainan's 北區, with the postal code of Taipei's 信義區.
    const elsewhere = {
      ...place,
      zipcode: '110',
      city: '臺南市',
      area: '北區',
      address: '公園路 1 號',
    }
    const unlisted = await changeOrderDelivery({ orderId, to: 'home', place: elsewhere, context })
    assert.deepEqual(unlisted, { ok: false, code: 'place-unlisted' })
    assert.equal(storedOrder().shippingMethod, 'store')
  })

  test('becomes a store without an address that anybody would have to confirm', async () => {
    keep(paidOrder({ recipient: KNOWN }))
    const changed = await changeOrderDelivery({ orderId, to: 'store', place: AT_STORE, context })
    assert.equal(changed.ok, true, JSON.stringify(changed))
    assert.equal(storedOrder().shippingMethod, 'store')
    assert.equal(storedOrder().recipient.store, AT_STORE.store)
  })

  test('is another store, or another name at the same one', async () => {
    world.hasStoreLists = true
    const listed = { name: '衡陽門市', address: '臺北市中正區衡陽路 1 號' }
    await storeList('7-11', [{ chain: '7-11', number: '999999', ...listed }])
    for (const edit of [{ store: '7-11 999999 衡陽門市' }, { firstName: '小明' }]) {
      keep(paidOrder({ shippingMethod: 'store', recipient: { ...KNOWN, ...AT_STORE } }))
      const recipient = { ...storedOrder().recipient, ...edit }
      const edited = await editRecipient({ orderId, recipient, context })
      assert.equal(edited.ok, true, JSON.stringify(edited))
      assert.partialDeepStrictEqual(storedOrder().recipient, edit)
    }
    const recipient = { ...storedOrder().recipient, store: '7-11 100202 館前門市' }
    const gone = await editRecipient({ orderId, recipient, context })
    assert.deepEqual(gone, { ok: false, code: 'store-unknown' })
  })

  test('is asked about where no list has it, unless its buyer or its owner confirmed it', async () => {
    const place = { zipcode: '999', city: '臺北市', area: '信義區', address: '市府路 1 號' }
    keep(paidOrder({ recipient: { ...KNOWN, ...place, store: '' } }))
    const { recipient } = storedOrder()
    const edit = (more: object, placeConfirmed = false) =>
      editRecipient({ orderId, recipient: { ...recipient, ...more }, placeConfirmed, context })
    assert.equal((await edit({ address: '市府路 2 號' })).ok, true)
    const asked = await edit({ zipcode: '998' })
    assert.equal(asked.ok, false)
    assert.equal((await edit({ zipcode: '998' }, true)).ok, true)
    assert.equal(storedOrder().recipient.zipcode, '998')
  })
})

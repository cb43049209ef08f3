import './hooks.ts'

import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'

import type { Order } from '#lib/order/order.ts'
import { CarrierProblem, type ParcelCarrier, type ParcelRecord } from '#lib/parcel/carrier.ts'
import { IDS, makeParcel, makeRecord, toStore, withBooking } from '#lib/parcel/parcels.fixture.ts'
import { afterDispute, at, makeDispute, minute } from '#lib/payment/orders.fixture.ts'
import type { Result } from '#lib/result.ts'
import { provider } from './script.ts'
import { keep, newWorld, setClock, storedOrder, world } from './world.ts'

const { bookParcels, cancelParcels, settleParcelAlarms } =
  await import('#lib/owner/book-parcels.ts')
const { entriesOf, findOrderByNumber } = await import('#lib/owner/change-orders.ts')
const { findLabels } = await import('#lib/owner/parcel-labels.ts')
const { undoShippings } = await import('#lib/owner/undo-shippings.ts')
const { findRecentShippings } = await import('#lib/owner/find-recent-shippings.ts')
const { previewParcels } = await import('#lib/owner/parcel-preview.ts')
const { shipPasted } = await import('#lib/owner/ship-pasted-list.ts')
const { shipOrder } = await import('#lib/owner/ship-order.ts')
const { storeList } = await import('../memory/store-lists.ts')
const { readParcels } = await import('#lib/owner/read-parcels.ts')

const context = { by: '林店主', at: minute(20) }
const NUMBER = 'Order2026112110-0001'
const list = (...orderIds: readonly string[]) => ({ orderIds, context })

/** What became of a list, which is never refused whole. */
function listed<Data>(answer: Result<Data, never>): Data {
  assert.ok(answer.ok)
  return answer.data
}

/** The calls that reached the carrier. */
let calls: string[] = []
let record: ParcelRecord | undefined

/** A carrier that takes what it is told, but for these calls. */
function setCarrier(more: Partial<ParcelCarrier> = {}): void {
  world.carrier = {
    sendsHome: false,
    listStores: async () => [],
    book: async ({ number }) => {
      calls.push(`book ${number}`)
      return IDS
    },
    find: async (number) => {
      calls.push(`find ${number}`)
      return record
    },
    changeStore: async () => {},
    cancel: async ({ carrierId }) => {
      calls.push(`cancel ${carrierId}`)
    },
    labels: (parcels) => ({
      action: '/labels',
      fields: { ids: parcels.map((parcel) => parcel.carrierId).join() },
    }),
    storeMap: () => ({ action: '/map', fields: {} }),
    readMapReply: () => undefined,
    readPush: () => undefined,
    ...more,
  }
}

const carrierFails = (kind: CarrierProblem['kind']) => async () => {
  throw new CarrierProblem('test', kind, kind)
}

const home = (overrides: Partial<Order> = {}) => toStore({ shippingMethod: 'home', ...overrides })

/** An order whose dispute the provider does not answer about. */
function disputed(order: Order = home()): Order {
  provider.findDispute.fails('unknown')
  return keep(afterDispute(order, makeDispute('lost')))
}

const bookingRefusals = async () =>
  listed(await bookParcels(list('doc-1'))).refused.map(({ code }) => code)
const cancel = async () => listed(await cancelParcels(list('doc-1')))
const cancelRefusal = async () => (await cancel()).refused[0]?.code
const shippings = async (minutes: number) =>
  (await findRecentShippings(minute(minutes))).map(({ id }) => id)

const STORE = { chain: '7-11' as const, name: '門市', address: '臺北市中正區重慶南路一段 122 號' }
const numberOf = (count: number) => `Order2026112110-${String(count).padStart(4, '0')}`
/** A line of each of these orders: its number, a carrier and a tracking number. */
const lines = (...numbers: readonly string[]) =>
  numbers.map((number, index) => `${number},黑貓宅急便,90${index}0`).join('\n')
const manyLines = (count: number) =>
  lines(...Array.from({ length: count }, (_, index) => numberOf(index + 1)))
const paste = (text: string, more: object = {}) =>
  shipPasted({ text, carrier: '', context, ...more })

/** Begins a test; hooks of other files may run before it in one process. */
function begin(): void {
  newWorld()
  setClock(20)
  calls = []
  record = undefined
  setCarrier()
}

describe('parcels of a list are booked', () => {
  beforeEach(begin)

  test('once each, by what the carrier answers; one that is booked is done', async () => {
    keep(toStore())
    keep(withBooking({}, { id: 'booked', orderNumber: numberOf(2) }))
    const answer = await bookParcels(list('doc-1', 'booked', 'doc-1', 'unknown'))
    assert.deepEqual(listed(answer), {
      done: 2,
      refused: [{ orderNumber: 'unknown', code: 'unknown-order' }],
    })
    disputed(withBooking())
    assert.equal(listed(await bookParcels(list('doc-1'))).done, 1)
    assert.deepEqual(calls, ['book OT261121100001L01'])
    keep(toStore())
    await bookParcels(list('doc-1'))
    assert.equal(storedOrder().parcels?.[0]?.state, 'booked')
    assert.ok(world.logged.includes('parcel-booked'))
  })

  test('by nobody without a carrier, and not while the disputes are not known', async () => {
    disputed(toStore())
    assert.deepEqual(await bookingRefusals(), ['disputes-unanswered'])
    world.carrier = undefined
    assert.deepEqual(await bookingRefusals(), ['no-carrier'])
    assert.deepEqual(calls, [])
    assert.deepEqual(
      world.logged.filter((name) => name === 'parcel-booked'),
      [],
    )
  })
})

describe('a booking is taken back', () => {
  beforeEach(begin)

  test('where its carrier says so afterwards', async () => {
    keep(withBooking())
    record = makeRecord({ state: 'cancelled', code: '1' })
    assert.deepEqual(await cancel(), { done: 1, refused: [] })
    assert.deepEqual(calls, ['cancel 1700001', 'find OT261121100001L01'])
    assert.equal(storedOrder().parcels?.[0]?.state, 'cancelled')
  })

  test('also where it was before, and the second request is refused', async () => {
    keep(withBooking())
    setCarrier({ cancel: carrierFails('refused') })
    record = makeRecord({ state: 'cancelled', code: '1' })
    assert.equal((await cancel()).done, 1)
  })

  const refused = [
    ['its carrier still has it', {}, 'cannot-cancel'],
    ['its carrier gives no answer', { cancel: carrierFails('unknown') }, 'carrier-away'],
    ['nobody answers what became of it', { find: carrierFails('unknown') }, 'carrier-away'],
  ] as const
  for (const [why, more, code] of refused) {
    test(`not where ${why}: ${code}`, async () => {
      keep(withBooking())
      setCarrier(more)
      record = makeRecord()
      assert.deepEqual((await cancel()).refused, [{ orderNumber: NUMBER, code }])
      assert.equal(storedOrder().parcels?.[0]?.state, 'booked')
    })
  }

  test('not where there is none, it has left, or there is no carrier', async () => {
    keep(toStore())
    assert.equal(await cancelRefusal(), 'no-parcel')
    const { ids: _ids, ...without } = makeParcel({ state: 'booking' })
    keep(toStore({ parcels: [without] }))
    assert.equal(await cancelRefusal(), 'no-parcel')
    keep(withBooking({ state: 'handed-over' }))
    assert.equal(await cancelRefusal(), 'cannot-cancel')
    keep(withBooking())
    world.carrier = undefined
    assert.equal(await cancelRefusal(), 'no-carrier')
    assert.deepEqual(calls, [])
  })
})

test('an alarm is settled by its owner, and an order without one stays as it is', async () => {
  begin()
  keep(withBooking({}, { parcelAlarm: 'lost' }))
  keep(withBooking({}, { id: 'quiet' }))
  assert.equal(listed(await settleParcelAlarms(list('doc-1', 'quiet'))).done, 2)
  assert.equal(storedOrder().parcelAlarm, null)
  assert.deepEqual([storedOrder().history.length, storedOrder('quiet').history.length], [1, 0])
})

test('labels are printed a chain at a time, of what may be printed alone', async () => {
  begin()
  keep(withBooking())
  keep(withBooking({ chain: '全家' }, { id: 'other', orderNumber: numberOf(2) }))
  keep(withBooking({ state: 'handed-over' }, { id: 'none', orderNumber: numberOf(3) }))
  const found = await findLabels(['doc-1', 'other', 'none', 'unknown'])
  assert.deepEqual(
    found.forms.map(({ chain, count }) => [chain, count]),
    [
      ['7-11', 1],
      ['全家', 1],
    ],
  )
  assert.deepEqual(found.refused, ['Order2026112110-0003', 'unknown'])
  world.carrier = undefined
  assert.deepEqual(await findLabels(['doc-1']), { forms: [], refused: [NUMBER] })
})

describe('goods leave', () => {
  beforeEach(begin)

  const parcel = { carrier: '黑貓宅急便', trackingNumber: '9012' }
  const ship = (more: object = {}) => shipOrder({ orderId: 'doc-1', ...parcel, context, ...more })

  test('while no dispute may be open that nobody knows of; a correction needs no answer', async () => {
    disputed()
    assert.deepEqual(await ship(), { ok: false, code: 'disputes-unanswered' })
    assert.equal(storedOrder().status, '已付款')
    assert.ok(world.logged.includes('disputes-unanswered'))
    keep(home())
    assert.equal((await ship()).ok, true)
    assert.deepEqual(storedOrder().shipment, { ...parcel, shippedAt: at(20) })
    const shipped = storedOrder()
    disputed(shipped)
    const corrected = await ship({ trackingNumber: '9013', isCorrection: true })
    assert.equal(corrected.ok, true)
    assert.equal(storedOrder().shipment?.trackingNumber, '9013')
    assert.deepEqual(await shipOrder({ orderId: 'x', ...parcel, context }), {
      ok: false,
      code: 'unknown-order',
    })
  })

  test('and a failure that is none of the provider is no answer either', async () => {
    keep(afterDispute(home(), makeDispute('lost')))
    provider.findDispute.does(() => Promise.reject(new TypeError('broken')))
    await assert.rejects(ship(), TypeError)
  })
})

describe('goods leave by a list', () => {
  beforeEach(begin)

  test('each by its carrier, and the others by name', async () => {
    const preorder = { shipsAbout: '2027-01-15' }
    const [item] = home().items
    assert.ok(item)
    keep(home())
    keep(home({ id: 'unpaid', orderNumber: numberOf(2), status: '待付款' }))
    const awaited = { ...item, preorder }
    keep(home({ id: 'waits', orderNumber: numberOf(3), items: [awaited] }))
    const numbers = [1, 2, 3, 4].map((count) => `Order2026112110-000${count}`)
    const answer = await paste(`${lines(...numbers)}\n什麼`)
    assert.deepEqual(answer.ok && answer.data, {
      done: 1,
      refused: [
        { orderNumber: numbers[1], code: 'unpaid' },
        { orderNumber: numbers[2], code: 'preorder-waits' },
        { orderNumber: numbers[3], code: 'unknown-order' },
      ],
      unclear: [{ line: 5, text: '什麼' }],
    })
    const early = await paste(lines(numbers[2] ?? ''), { ships: 'early' })
    assert.equal(early.ok && early.data.done, 1)
    const again = await paste(`${numbers[2]},黑貓宅急便,9000`)
    assert.equal(again.ok && again.data.done, 1)
  })

  test('without carriers by the usual one of each order, or by the chosen one', async () => {
    keep(home())
    keep(toStore({ id: 'store', orderNumber: numberOf(2) }))
    await paste('Order2026112110-0001 9012\nOrder2026112110-0002 9013')
    assert.deepEqual(
      [storedOrder().shipment?.carrier, storedOrder('store').shipment?.carrier],
      ['黑貓宅急便', '7-11 交貨便'],
    )
    keep(home())
    await paste('Order2026112110-0001 9012', { carrier: '新竹物流' })
    assert.equal(storedOrder().shipment?.carrier, '新竹物流')
  })

  test('of 1 to 200', async () => {
    assert.deepEqual(await paste('什麼'), { ok: false, code: 'nothing-to-ship' })
    assert.deepEqual(await paste(manyLines(201)), { ok: false, code: 'too-many-parcels' })
    assert.equal((await paste(manyLines(200))).ok, true)
    const preview = (count: number) => previewParcels({ text: manyLines(count), carrier: '' })
    assert.deepEqual(await preview(201), { ok: false, code: 'too-many-parcels' })
    assert.equal((await preview(200)).ok, true)
  })

  test('as the preview says what is odd of each', async () => {
    const [item] = home().items
    assert.ok(item)
    const preorder = { shipsAbout: '2027-01-15' }
    const shipment = { carrier: '黑貓宅急便', trackingNumber: '9030', shippedAt: at(10) }
    keep(home())
    keep(home({ id: 'two', orderNumber: numberOf(2), items: [{ ...item, preorder }] }))
    keep(home({ id: 'three', orderNumber: numberOf(3), status: '待付款' }))
    keep(home({ id: 'four', orderNumber: numberOf(4), status: '已出貨', shipment }))
    keep(toStore({ id: 'five', orderNumber: numberOf(5) }))
    const text = lines(
      numberOf(1),
      numberOf(2),
      numberOf(3),
      numberOf(4),
      numberOf(5),
      numberOf(6),
      numberOf(1),
    )
    const answer = await previewParcels({ text, carrier: '' })
    assert.ok(answer.ok)
    assert.deepEqual(
      answer.data.map(({ warnings }) => warnings),
      [[], ['waiting'], ['not-to-ship'], [], ['other-way'], ['unknown-order'], ['repeated']],
    )
    assert.deepEqual(answer.data.map(({ name }) => name).slice(4, 6), ['王小美', ''])
    const carriers = async (text: string, carrier: string) => {
      const preview = await previewParcels({ text, carrier })
      return preview.ok && preview.data.map((parcelPreview) => parcelPreview.carrier)
    }
    assert.deepEqual(await carriers(`${numberOf(1)} 9012`, ''), ['黑貓宅急便'])
    assert.deepEqual(await carriers(`${numberOf(1)} 9012`, '新竹物流'), ['新竹物流'])
  })
})

test('shippings of the last ten minutes are taken back while their mail waits', async () => {
  begin()
  keep(home())
  await shipOrder({ orderId: 'doc-1', carrier: '黑貓宅急便', trackingNumber: '9012', context })
  assert.deepEqual(await shippings(29), ['doc-1'])
  assert.deepEqual(await shippings(30), [])
  assert.deepEqual(await undoShippings(list()), { ok: false, code: 'nothing-chosen' })
  world.isMailWaiting = false
  const late = await undoShippings(list('doc-1'))
  assert.deepEqual(late.ok && late.data.refused, [{ orderNumber: NUMBER, code: 'undo-over' }])
  world.isMailWaiting = true
  const taken = await undoShippings(list('doc-1'))
  assert.equal(taken.ok && taken.data.done, 1)
  assert.equal(storedOrder().status, '已付款')
})

test('an order is found by its number as it is typed, and a list keeps its order', async () => {
  begin()
  keep(home())
  assert.equal((await findOrderByNumber('2026112110-0001'))?.id, 'doc-1')
  assert.equal(await findOrderByNumber('2026112110-0009'), undefined)
  const entries = await entriesOf(['__x__', 'doc-1', 'doc-1'])
  assert.deepEqual(
    entries.map(({ orderNumber, order }) => [orderNumber, order?.id]),
    [
      ['__x__', undefined],
      [NUMBER, 'doc-1'],
    ],
  )
})

async function bookingRefusal(order: Order) {
  keep(order)
  return (await bookingRefusals())[0]
}

test('a store that is on no list any more is asked about instead of booked, for an order that waits for it alone', async () => {
  begin()
  world.hasStoreLists = true
  await storeList('7-11', [{ ...STORE, number: '999999' }])
  assert.equal(await bookingRefusal(toStore()), 'store-gone')
  assert.notEqual(storedOrder().storeChoice ?? undefined, undefined)
  assert.deepEqual(calls, [])
  assert.equal(await bookingRefusal(toStore({ status: '已出貨' })), 'no-such-move')
  assert.equal(await bookingRefusal(toStore({ shippingMethod: 'home' })), 'not-to-store')
  assert.equal(storedOrder().storeChoice, undefined)
  keep(toStore())
  const day = await readParcels()
  assert.deepEqual(
    day?.toBook.map(({ id }) => id),
    ['doc-1'],
  )
  const units = { number: 1, items: [{ index: 0, quantity: 1, size: 'L' }] } as const
  const asked = { ...units, reason: '', contact: '', requestedAt: at(1), changedAt: at(2) }
  const returning = (id: string, state: 'preparing' | 'accepted') => {
    const returns = [{ ...asked, items: [...asked.items], state }]
    keep(toStore({ id, status: '已完成', returns, returnState: state }))
  }
  returning('sends', 'preparing')
  returning('waits', 'accepted')
  const next = await readParcels()
  assert.deepEqual(
    next?.toBook.map(({ id }) => id),
    ['doc-1', 'sends'],
  )
})

test('a shop without a carrier has no parcels to look at', async () => {
  begin()
  assert.equal(await readParcels(), undefined)
})

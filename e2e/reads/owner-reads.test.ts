import assert from 'node:assert/strict'
import { test } from 'node:test'

import { soldOrder, storeSold, TODAY } from './sold-orders.ts'
import { openStoredShop } from './stored-shop.ts'

/** How many documents a page of the owner's may read beyond those that it shows. */
const MOST_BEYOND = 60

const COUNT = 3000
const sold = Array.from({ length: COUNT }, (_, index) => soldOrder(index, COUNT))
const paid = sold.filter(({ status }) => status !== '已取消')
const inMonth = (month: string) => paid.filter(({ createdAt }) => createdAt.startsWith(month))

// PayPal has booked what the shop has sold.
function bookings(from: string, until: string) {
  const within = paid.filter(({ createdAt }) => createdAt >= from && createdAt < until)
  return within.map(({ orderId, createdAt, totalAmount, payment }) => ({
    transaction_id: payment?.captureId,
    transaction_event_code: 'T0006',
    transaction_initiation_date: createdAt,
    transaction_amount: { currency_code: 'TWD', value: String(totalAmount) },
    fee_amount: { currency_code: 'TWD', value: '-100' },
    transaction_status: 'S',
    invoice_id: orderId,
  }))
}

test('what the owner looks at reads what it shows, however much was ever sold (rules 353, 354, 622)', async (t) => {
  const { db, reads } = await openStoredShop(t, bookings)
  await storeSold(db, sold)
  const { readToday } = await import('#lib/owner/read-today.ts')
  const { listOrders } = await import('#lib/owner/find-orders.ts')
  const { ownerQuery } = await import('#lib/owner/order-views.ts')
  const { exportMoney, exportMonth } = await import('#lib/owner/export-month.ts')
  const { reconcileDay } = await import('#lib/owner/reconcile-day.ts')
  const search = (text: string) => listOrders(ownerQuery({ search: text }), TODAY)

  await t.test('the start page', async () => {
    reads()
    const today = await readToday(TODAY)
    assert.ok(reads() <= MOST_BEYOND)
    const [waiting] = [sold.filter(({ status }) => status === '已付款')]
    assert.equal(today.toShip, waiting.length)
    assert.equal(today.isMigrated, true)
    // November of Taipei begins eight hours earlier, in which one of the seeds may lie.
    assert.ok(Math.abs(today.month.sales - inMonth('2026-11').length) <= 3)
  })

  const oldest = paid[0]
  for (const [what, text, found] of [
    ['a name', '王小芳', 50],
    ['two letters of a name', '雅婷', 50],
    ['a telephone number', oldest?.recipient.phone ?? '', 1],
    ['a parcel', oldest?.shipment?.trackingNumber ?? '', 1],
    ['a payment', oldest?.payment?.captureId ?? '', 1],
  ] as const) {
    await t.test(`a search by ${what}`, async () => {
      reads()
      const { orders } = await search(text)
      assert.equal(orders.length, found)
      assert.ok(reads() - orders.length <= MOST_BEYOND)
    })
  }

  await t.test("a month's books of eleven months ago, by row", async () => {
    reads()
    const { file, totals, findings, hasBooks } = await exportMoney('2025-12', TODAY)
    const rows = (await Array.fromAsync(file)).join('').split('\r\n').length - 3
    assert.equal(hasBooks, true)
    assert.deepEqual(findings, [])
    assert.equal(totals.sales, rows)
    // A row shows a movement and its order; three days on each side are compared.
    const beside = (paid.length / 365) * 6
    assert.ok(reads() - 2 * rows - beside <= MOST_BEYOND)
  })

  await t.test("a month's orders", async () => {
    reads()
    const { file, counted } = exportMonth('2025-12')
    await Array.fromAsync(file)
    assert.ok(counted.orders > 100)
    assert.ok(reads() - counted.orders <= MOST_BEYOND)
  })

  await t.test('reconciling a day', async () => {
    reads()
    const books = await reconcileDay('2026-03-01')
    assert.deepEqual(books.findings, [])
    assert.ok(books.sales > 0)
    assert.ok(reads() - books.sales <= MOST_BEYOND)
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { soldOrder, storeSold, TODAY } from '../../e2e/database/sold-orders.ts'
import { openStoredShop } from '../../e2e/database/stored-shop.ts'

/** Documents that an owner's page may read beyond those shown. */
const MOST_BEYOND = 60

const COUNT = Number(process.env['ORDERS'] ?? 3000)
const sold = Array.from({ length: COUNT }, (_, index) => soldOrder(index, COUNT))
const paid = sold.filter(({ status }) => status !== '已取消')
// PayPal has booked what the shop has sold.
function bookings(from: string, until: string) {
  const within = paid.filter(({ createdAt }) => createdAt >= from && createdAt < until)
  return within.map(({ orderNumber, createdAt, totalAmount, payment }) => ({
    transaction_id: payment?.captureId,
    transaction_event_code: 'T0006',
    transaction_initiation_date: createdAt,
    transaction_amount: { currency_code: 'TWD', value: String(totalAmount) },
    fee_amount: { currency_code: 'TWD', value: '-100' },
    transaction_status: 'S',
    invoice_id: orderNumber,
  }))
}

/** Owner's pages by name; each returns the number of shown documents. */
const CHECKS: Record<string, () => Promise<{ readonly shown: number }>> = {}

CHECKS['the start page'] = async () => {
  const { readToday } = await import('#lib/owner/read-today.ts')
  const today = await readToday(TODAY)
  assert.equal(today.toShip, sold.filter(({ status }) => status === '已付款').length)
  // November in Taipei starts eight hours earlier, where some seeds may lie.
  const november = paid.filter(({ createdAt }) => createdAt.startsWith('2026-11'))
  assert.ok(Math.abs(today.month.sales - november.length) <= COUNT / 300)
  const since = (time: string) => paid.filter(({ paidAt = '' }) => paidAt >= time).length
  // Taipei's midnights of 22, 23 and 17 November.
  const ofDay = since('2026-11-22T16:00:00.000Z')
  assert.equal(today.day.sales, ofDay)
  assert.equal(today.yesterday.sales, since('2026-11-21T16:00:00.000Z') - ofDay)
  assert.equal(today.week.sales, since('2026-11-16T16:00:00.000Z'))
  return { shown: 0 }
}

const oldest = paid[0]
for (const [what, text, found] of [
  ['a name', '王小芳', 50],
  ['two letters of a name', '雅婷', 50],
  ['a telephone number', oldest?.recipient.phone ?? '', 1],
  ['a parcel', oldest?.shipment?.trackingNumber ?? '', 1],
  ['a payment', oldest?.payment?.captureId ?? '', 1],
] as const) {
  CHECKS[`a search by ${what}`] = async () => {
    const { listOrders } = await import('#lib/owner/find-orders.ts')
    const { ownerQuery } = await import('#lib/owner/order-views.ts')
    const { orders } = await listOrders(ownerQuery({ search: text }))
    assert.equal(orders.length, found)
    return { shown: found }
  }
}

CHECKS["a month's books of eleven months ago"] = async () => {
  const { exportMoney } = await import('#lib/owner/export-month.ts')
  const { file, totals, findings, hasBooks } = await exportMoney('2025-12', TODAY)
  const rows = (await Array.fromAsync(file)).join('').split('\r\n').length - 3
  assert.equal(hasBooks, true)
  assert.deepEqual(findings, [])
  assert.equal(totals.sales, rows)
  // A row shows a movement and its order; three days on each side are compared.
  return { shown: 2 * rows + (paid.length / 365) * 6 }
}

CHECKS["a month's orders"] = async () => {
  const { exportMonth } = await import('#lib/owner/export-month.ts')
  const { file, counted } = exportMonth('2025-12')
  await Array.fromAsync(file)
  assert.ok(counted.orders > 100)
  return { shown: counted.orders }
}

CHECKS['reconciling a day'] = async () => {
  const { reconcileDay } = await import('#lib/owner/reconcile-day.ts')
  const books = await reconcileDay('2026-03-01')
  assert.deepEqual(books.findings, [])
  assert.ok(books.sales > 0)
  return { shown: books.sales }
}

test("the owner's pages read what they show, however much was ever sold", async (t) => {
  const { db, reads } = await openStoredShop(t, bookings)
  await storeSold(db, sold)
  for (const [name, look] of Object.entries(CHECKS)) {
    await t.test(name, async () => {
      reads()
      const { shown } = await look()
      const spent = reads()
      t.diagnostic(`${name}: ${spent} reads, ${Math.round(shown)} shown`)
      assert.ok(spent > 0 && spent - shown <= MOST_BEYOND, `${spent} reads`)
    })
  }
})

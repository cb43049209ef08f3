import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Harness } from './harness.ts'
import { shirtOrder } from './purchase.ts'

const CONTENT = join(import.meta.dirname, '..', 'fixtures', 'content', 'products')

function unitsInStock(product: string): number {
  const text = readFileSync(join(CONTENT, `${product}.md`), 'utf8')
  const [, units] = /^stock: (\d+)$/m.exec(text) ?? []
  if (units === undefined) throw new Error(`The tests' content has no stock of ${product}.`)
  return Number(units)
}

/** A product of the tests' content that is in stock, and with how many units, as its file says. */
export const STOCKED = {
  id: 'otd-001',
  stock: unitsInStock('otd-001'),
  price: 590,
  delivery: 80,
} as const

/** Its offers (e2e/fixtures/content/offers): three for a price, and delivery that is free from two on. */
const OFFERS = { units: 3, amount: 1500, freeFrom: 2 }

/** An order of so many of its units. */
export function stockedOrder(units = 1): Record<string, unknown> {
  const { id, price, delivery } = STOCKED
  const lines = [{ id, color: '白色', size: 'M', quantity: units }]
  const bundles = Math.floor(units / OFFERS.units)
  const goods = bundles * OFFERS.amount + (units - bundles * OFFERS.units) * price
  return {
    ...shirtOrder(1),
    lines,
    displayedTotal: goods + (units < OFFERS.freeFrom ? delivery : 0),
  }
}

/** Leaves so many of its units to be ordered, and no reservation of an earlier scenario; returns what counts them. */
export async function onlyLeft({ ledger }: Harness, units: number) {
  const { docs } = await ledger.db.collection('orders').where('hold.until', '>', '').get()
  for (const { ref } of docs)
    await ref.update({ hold: { reservationExpiredAt: '2020-01-01T00:00:00.000Z' } })
  const stock = ledger.db.doc(`stock/${STOCKED.id}`)
  await stock.set({ stock: STOCKED.stock - units, preorder: 0, firstTimeBuyers: {} })
  return stock
}

import { expect } from 'playwright/test'

import { addresses } from './addresses.ts'
import { database, storedDocument } from './database.ts'
import { orders, type CommandResult } from './owner-tools.ts'
import { paypalControl } from './paypal-control.ts'
import { type SoldOrder, sell } from './sales.ts'

/**
 * A sold order with many notifications: a new ship date (twice), its parcel, and a partial refund.
 */
export async function notifyTwice(): Promise<SoldOrder & { readonly again: CommandResult }> {
  const sold = await sell()
  const { id, number } = sold
  // A product used by no other test.
  const product = `only-${id}`
  const { items } = await storedDocument(`orders/${id}`)
  const [item] = Array.isArray(items) ? items : []
  await database()
    .doc(`orders/${id}`)
    .update({ items: [{ ...item, id: product, preorder: { shipsAbout: '2027-03-31' } }] })
  const date = ['date', product, '2099-06-15', '--reason', '布料晚到']
  expect(await orders(...date)).toMatchObject({ code: 0 })
  const again = await orders(...date)
  const parcel = ['--carrier', '黑貓宅急便', '--tracking', '901234567890']
  expect(await orders('ship', number, ...parcel)).toMatchObject({ code: 0 })
  const paypal = paypalControl(addresses().paypal)
  const [atPaypal] = await paypal.orders(id)
  await paypal.refund(atPaypal?.captures[0]?.id ?? '', '80')
  return { ...sold, again }
}

import type { Page } from 'playwright/test'

import { giveSession, type Member, newMember } from '../accounts.ts'
import { database, storedDocument } from '../database.ts'
import { expect } from '../ecpay-shop.ts'
import { newOwner } from '../owners.ts'
import { pay } from '../sales.ts'
import { confirmOrder, fillRecipient } from './checkout.ts'
import { addToCart } from './product.ts'

/** A paid order to a store, and its member. */
type BoughtOrder = { readonly id: string; readonly number: string; readonly member: Member }

const withoutPreorder = ({ preorder: _preorder, ...item }: Record<string, unknown>) => item

/** An order to a store that its member chose in the page, and paid. */
export async function buyToStore(
  page: Page,
  shop: string,
  chain: '7-11' | '全家' = '7-11',
): Promise<BoughtOrder> {
  const member = await newMember()
  await giveSession(page.context(), member.session)
  await addToCart(page, { id: 'otr-001', size: 'M', units: 1 })
  await page.goto('/checkout')
  await fillRecipient(page)
  await page.getByText('超商取貨').click()
  if (chain === '全家') await page.getByLabel('便利商店').selectOption(chain)
  // The other chain's stores stand there until its own have come.
  const stores = page.getByRole('group', { name: `${chain} 門市` })
  await stores.getByRole('radio', { name: /^館前/ }).check()
  const id = await confirmOrder(page)
  await pay({ ...member, shop }, id)
  // The shirt of the tests is a pre-order for years to come; this one is in stock.
  const { items } = await storedDocument(`orders/${id}`)
  const stocked = Array.from(Object(items), (item) => withoutPreorder(Object(item)))
  await database().doc(`orders/${id}`).update({ items: stocked })
  return { id, number: String((await storedDocument(`orders/${id}`)).orderId), member }
}

/** An order number without its prefix. */
export const short = (number: string) => number.replace('Order', '')

/** The page of parcels, for a new owner. */
export async function openParcels(page: Page): Promise<void> {
  await giveSession(page.context(), (await newOwner()).session)
  await page.goto('/owner/parcels')
}

/** Chooses one order among those of other tests. */
export async function chooseOrder(page: Page, number: string): Promise<void> {
  await page.goto('/owner/parcels')
  await expect(page.getByRole('checkbox', { name: `選取 ${number}` })).toBeVisible()
  for (const box of await page.getByRole('checkbox', { name: /^選取 / }).all()) await box.uncheck()
  await page.getByRole('checkbox', { name: `選取 ${number}` }).check()
}

/** Books the parcel of one order among those that can be booked. */
export async function book(page: Page, number: string): Promise<void> {
  await chooseOrder(page, number)
  await page.getByRole('button', { name: '建立寄件', exact: true }).click()
}

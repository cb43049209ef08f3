import { giveSession, newMember } from '../support/accounts.ts'
import { expectNoViolation } from '../support/axe.ts'
import { database, holdUp } from '../support/database.ts'
import { fillRecipient, RECIPIENT } from '../support/pages/checkout.ts'
import { addToCart } from '../support/pages/product.ts'
import { expect, test } from '../support/shop.ts'

test('a confirmation held up by others waits in sight, sends itself again, and orders once @long', async ({
  page,
  context,
}) => {
  const { uid, session } = await newMember()
  await giveSession(context, session)
  await addToCart(page, { id: 'otr-001', size: 'S', units: 1 })
  await page.goto('/checkout')
  await fillRecipient(page)
  const letGo = await holdUp(`order_limits/${uid}`)
  await page.getByRole('button', { name: '確認訂單並付款' }).click()
  await expect(page.getByText('正在為您排隊')).toBeVisible()
  await expect(page.getByLabel('地址')).toHaveValue(RECIPIENT.address)
  await expectNoViolation(page)
  await letGo()
  await page.waitForURL(/\/checkout\/paypal\/[\w-]+\?by=/)
  const { docs } = await database().collection('orders').where('uid', '==', uid).get()
  expect(docs).toHaveLength(1)
})

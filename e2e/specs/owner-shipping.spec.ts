import { expectNoViolation } from '../support/axe.ts'
import { database } from '../support/database.ts'
import { becomeOwner, sheetPage } from '../support/pages/owner.ts'
import { sell } from '../support/sales.ts'
import { expect, test } from '../support/shop.ts'

test('a shipping is taken back before its mail leaves, and can be made anew @long', async ({
  page,
}) => {
  await becomeOwner(page)
  const { id, number } = await sell()
  const sheet = sheetPage(page)
  await sheet.open(id)
  await page.getByLabel('追蹤編號').fill('1111')
  await sheet.press('標記為已出貨')
  await expect(page.getByText('已登記，會員看得到追蹤編號。')).toBeVisible()

  await page.goto('/owner/ship')
  const shippings = page.getByRole('region', { name: /剛才出貨的/ })
  await expect(shippings.getByRole('link', { name: number })).toBeVisible()
  await expectNoViolation(page)

  await sheet.open(id)
  await sheet.unfold('收回出貨')
  await sheet.press('收回出貨')
  await expect(page.getByText('已收回，出貨的信不會寄出。')).toBeVisible()
  await expect(page.locator('[data-status="已付款"]')).toBeVisible()
  const letters = await database().collection('outbox').where('order', '==', id).get()
  expect(letters.docs.map((mail) => String(mail.get('kind')))).not.toContain('shipped')
  await page.getByLabel('追蹤編號').fill('2222')
  await sheet.press('標記為已出貨')
  await expect(page.locator('dd').filter({ hasText: /^黑貓宅急便$/ })).toBeVisible()
})

import { expectNoViolation } from '../support/axe.ts'
import { becomeOwner } from '../support/pages/owner.ts'
import { expect, test } from '../support/shop.ts'

test('the first hour stands on today until it is done, and the month has its end beside the books @both', async ({
  page,
}) => {
  await becomeOwner(page)
  await page.goto('/owner')
  const opening = page
    .getByRole('region')
    .or(page.locator('section'))
    .filter({ has: page.getByRole('heading', { name: '開店前' }) })
  // The fixtures name no telephone number.
  await expect(opening.getByRole('listitem').first()).toHaveText(/公司資料.*還缺：電話/)
  await expect(opening.getByText('收款帳號').locator('..')).toContainText('已完成')
  await expectNoViolation(page)
  await opening.getByRole('link', { name: '公司資料' }).click()
  await expect(page.getByLabel(/^電話/)).toHaveValue('')
  await expect(page.getByLabel(/^休假開始日/)).toHaveValue('2199-02-04')
  await expect(page.getByText('2199年2月4日（週一）')).toBeVisible()

  await page.goto('/owner/books')
  const steps = page.locator('#month-end').getByRole('listitem')
  await expect(steps).toHaveCount(5)
  await expect(steps.last()).toContainText('交給會計師')
  await expectNoViolation(page)
})

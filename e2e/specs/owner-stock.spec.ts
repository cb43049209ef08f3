import { expectNoViolation } from '../support/axe.ts'
import { type OwnShop, startOwnShop } from '../support/own-shop.ts'
import { press, tabTo } from '../support/pages/keys.ts'
import { becomeOwner, sheetPage } from '../support/pages/owner.ts'
import { refuseCookies } from '../support/pages/storefront.ts'
import { expect, test } from '../support/shop.ts'

const PRODUCT = 'otd-002'

// Other tests sell the same goods.
let own: OwnShop
test.beforeAll(async () => {
  own = await startOwnShop(4610)
})
test.afterAll(() => own.stop())

test('units are corrected by size with a reason, and a size without units can be chosen no more, by keyboard @long', async ({
  page,
  browser,
}) => {
  await becomeOwner(page)
  await page.goto(`${own.at.shop}/owner/stock`)
  await expectNoViolation(page)
  const section = page.locator(`section[aria-labelledby="stock-${PRODUCT}"]`)
  const rows = section.getByRole('table')
  await expect(rows).toContainText('不分尺寸')
  await press(page, section.locator('summary').filter({ hasText: '更正件數' }))
  const button = section.getByRole('button', { name: '更正件數' })
  await press(page, button)
  await expect(sheetPage(page).refusal('請寫下原因。')).toBeFocused()
  const how = section.getByLabel('怎麼改')
  await tabTo(page, how)
  await how.selectOption('set')
  for (const [size, count] of [
    ['S', '0'],
    ['M', '4'],
  ] as const) {
    await section.getByLabel(size, { exact: true }).fill(count)
  }
  await section.getByLabel('原因').first().fill('盤點')
  await press(page, button)
  await expect(page.getByRole('status').filter({ hasText: '已更正' })).toBeFocused()
  await expect(rows.getByRole('row', { name: /^M 4 0/ })).toBeVisible()
  await expectNoViolation(page)

  const shopper = await browser.newContext()
  const shop = await shopper.newPage()
  await refuseCookies(shop)
  await shop.goto(`${own.at.shop}/product/${PRODUCT}`)
  await expect(shop.getByRole('radio', { name: /^S/ })).toBeDisabled()
  await expect(shop.getByRole('radio', { name: 'M', exact: true })).toBeEnabled()
  await shopper.close()

  await press(page, section.locator('summary').filter({ hasText: '下架' }))
  await section.getByLabel('原因').nth(1).fill('停產')
  await press(page, section.getByRole('button', { name: '下架', exact: true }))
  await expect(section.getByText('已下架')).toBeVisible()
  await page.goto(`${own.at.shop}/product/${PRODUCT}`)
  await expect(page.getByRole('button', { name: '已售完' }).first()).toBeDisabled()
  await page.goto(`${own.at.shop}/owner/stock`)
  await press(page, section.locator('summary').filter({ hasText: '重新上架' }))
  await section.getByLabel('原因').nth(1).fill('再製')
  await press(page, section.getByRole('button', { name: '重新上架' }))
  await expect(section.getByText('已下架')).toHaveCount(0)
  await page.goto(`${own.at.shop}/owner`)
  await expect(page.getByText(/快賣完/)).toContainText('S 賣完')
})

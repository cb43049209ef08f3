import { expectNoViolation, PHONE } from '../../e2e/support/axe.ts'
import { type OtherShop, startShopOfOtherContent } from '../../e2e/support/other-shop.ts'
import { expectPage, refuseCookies, structuredDataIn } from '../../e2e/support/pages/storefront.ts'
import { expect, test } from '../../e2e/support/shop.ts'
import { BUILD_TIMEOUT } from '../../e2e/support/time-limits.ts'

// One shop for all that needs other content than the shop of the other tests has.
test.describe.configure({ mode: 'serial' })

let other: OtherShop
test.beforeAll(async () => {
  test.setTimeout(BUILD_TIMEOUT)
  other = await startShopOfOtherContent()
})
test.afterAll(() => other.stop())

test('a journal without articles says so, and asks for no search', async ({ page }) => {
  await refuseCookies(page)
  await page.goto(`${other.shop}/blog`)
  await expectPage(page, '誌')
  await expect(page.getByText('尚未發布任何文章')).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveCount(0)
  await expectNoViolation(page)
  await page.goto(other.shop)
  await expectPage(page, '一件 T 恤，一起完成')
  await expect(page.getByRole('link', { name: '閱讀全部文章' })).toHaveCount(0)
  const soon = page.getByText('Coming Soon').filter({ visible: true })
  await expect(soon).toHaveCount(2)
  await page.setViewportSize(PHONE)
  await expect(soon).toHaveCount(0)
})

test('after the deadline the pages, the data and the words promise the shipping day', async ({
  page,
}) => {
  await refuseCookies(page)
  await page.goto(`${other.shop}/product/otr-001`)
  await expect(page.getByRole('button', { name: '加入購物車' }).first()).toBeEnabled()
  await expect(page.getByText('預購中')).toHaveCount(0)
  const html = await (await page.request.get(`${other.shop}/product/otr-001`)).text()
  expect(html).not.toContain('立即預購')
  const [group] = structuredDataIn(html)
  expect(JSON.stringify(group)).toContain('"https://schema.org/BackOrder"')
  expect(JSON.stringify(group)).toContain('"availabilityStarts":"2099-03-31T00:00:00+08:00"')
  expect(JSON.stringify(group)).not.toMatch(/PreOrder|InStock/)
  expect(html).toContain('預計 2099年3月31日前後出貨')
  expect(html).not.toContain('現貨約')
  await page.goto(other.shop)
  await expect(page.getByRole('region', { name: '旅見 T 恤，預購中' })).toHaveCount(0)
  await expect(page.getByText('預購至')).toHaveCount(0)
  await expect(page.getByRole('link', { name: '看看商品' })).toBeVisible()
})

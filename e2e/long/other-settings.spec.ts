import { ANALYTICS, type OtherShop, startShopOfOtherSettings } from '../support/other-shop.ts'
import { expectPage } from '../support/pages/storefront.ts'
import { expect, test } from '../support/shop.ts'
import { BUILD_TIMEOUT } from '../support/time-limits.ts'

// One build for all that needs other settings than the shop of the other tests has.
test.describe.configure({ mode: 'serial' })

let other: OtherShop
test.beforeAll(async () => {
  test.setTimeout(BUILD_TIMEOUT)
  other = await startShopOfOtherSettings()
})
test.afterAll(() => other.stop())

for (const path of ['/cart', '/terms']) {
  test(`${path} names LINE Pay in a shop that takes it`, async ({ page }) => {
    const html = await (await page.request.get(other.shop + path)).text()
    expect(html).toMatch(/信用卡.*LINE Pay|LINE Pay.*信用卡/s)
  })
}

test('the analytics script comes with consent, is allowed by the policy, and goes with it (rule 173)', async ({
  page,
}) => {
  const requests: string[] = []
  await page.route(/https:\/\/(stats|collect)\.example\//, (route) => {
    requests.push(new URL(route.request().url()).pathname)
    const body = `
      const id = document.currentScript.dataset.websiteId
      fetch('https://collect.example/' + id, { method: 'POST', mode: 'no-cors' })`
    return route.fulfill({ contentType: 'text/javascript', body })
  })
  await page.goto(other.shop)
  await expectPage(page, '一件 T 恤，一起完成')
  await page.getByRole('button', { name: '只接受必要項目' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Cookie 設定' })).toBeVisible()
  await expect(page.locator('script[data-analytics]')).toHaveCount(0)
  expect(requests).toEqual([])

  await page.getByRole('button', { name: 'Cookie 設定' }).click()
  await page.getByLabel('分析').check()
  await page.getByRole('button', { name: '確認設定' }).click()
  await expect(page.locator('script[data-analytics]')).toHaveAttribute('src', ANALYTICS)
  await expect.poll(() => requests).toEqual(['/script.js', '/94db1cb1'])

  await page.getByRole('button', { name: 'Cookie 設定' }).click()
  await page.getByLabel('分析').uncheck()
  await page.getByRole('button', { name: '確認設定' }).click()
  await expect(page.locator('script[data-analytics]')).toHaveCount(0)
  expect(requests).toHaveLength(2)
})

test("analytics never learns the secret in a mail's link to an order (rule 173)", async ({
  page,
}) => {
  const requests: string[] = []
  await page.route(/https:\/\/(stats|collect)\.example\//, (route) => {
    requests.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: '' })
  })
  await page.goto(other.shop)
  await page.getByRole('button', { name: '全部接受' }).click()
  await expect.poll(() => requests).toEqual([ANALYTICS])
  await page.goto(`${other.shop}/order#secret`)
  await expect(page.getByText('這個連結已經失效。')).toBeVisible()
  await expect(page.locator('script[data-analytics]')).toHaveCount(0)
  await page.goto(other.shop)
  await expect.poll(() => requests).toEqual([ANALYTICS, ANALYTICS])
})

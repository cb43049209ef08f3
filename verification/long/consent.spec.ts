import type { Page } from 'playwright/test'

import { press, tabTo } from '../../e2e/support/pages/keys.ts'
import { holdScripts } from '../../e2e/support/pages/storefront.ts'
import { expect, test } from '../../e2e/support/shop.ts'

const banner = (page: Page) => page.getByRole('region', { name: 'Cookie 設定' })
const storedConsent = (page: Page) => page.evaluate(() => localStorage.getItem('cookie-consent'))

test('the question stays until it is answered, and the answer is kept', async ({ page }) => {
  await page.goto('/')
  await expect(banner(page)).toBeVisible()
  await page.goto('/shop')
  await banner(page).getByRole('button', { name: '只接受必要項目' }).click()
  await expect(banner(page)).toBeHidden()
  expect(await storedConsent(page)).toBe('{"essential":true,"analytics":false,"marketing":false}')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Cookie 設定' })).toBeVisible()
  await expect(banner(page)).toBeHidden()
})

test('everything can be accepted; without a setting that names it, no analytics script is loaded', async ({
  page,
}) => {
  await page.goto('/')
  await banner(page).getByRole('button', { name: '全部接受' }).click()
  expect(await storedConsent(page)).toBe('{"essential":true,"analytics":true,"marketing":true}')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('script[data-analytics]')).toHaveCount(0)
})

test('preferences are chosen one by one and changed later', { tag: '@both' }, async ({ page }) => {
  await page.goto('/')
  await banner(page).getByRole('button', { name: '管理偏好' }).click()
  await expect(banner(page).getByLabel('必要')).toBeChecked()
  await expect(banner(page).getByLabel('必要')).toBeDisabled()
  await banner(page).getByLabel('分析').check()
  await banner(page).getByRole('button', { name: '確認設定' }).click()
  expect(await storedConsent(page)).toBe('{"essential":true,"analytics":true,"marketing":false}')
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await page.evaluate(() => window.scrollBy(0, -8))
  await expect(page.getByRole('button', { name: '回到頁面頂端' })).toBeVisible()
  await page.getByRole('button', { name: 'Cookie 設定' }).click()
  await expect(banner(page)).toBeFocused()
  await expect(banner(page).getByLabel('分析')).toBeChecked()
  await banner(page).getByLabel('分析').uncheck()
  await banner(page).getByRole('button', { name: '確認設定' }).click()
  expect(await storedConsent(page)).toBe('{"essential":true,"analytics":false,"marketing":false}')
})

test(
  'the notice is a strip of the page as it is sent, which lies on nothing and moves nothing',
  { tag: '@both' },
  async ({ page }) => {
    const letThrough = await holdScripts(page)
    await page.goto('/product/otr-001', { waitUntil: 'commit' })
    await expect(banner(page)).toBeVisible()
    expect(await banner(page).evaluate((one) => getComputedStyle(one).position)).toBe('static')
    const edges = await banner(page).boundingBox()
    const header = await page.getByRole('banner').boundingBox()
    expect((edges?.y ?? 0) + (edges?.height ?? 0)).toBeLessThanOrEqual(header?.y ?? 0)
    const top = async () => (await page.getByRole('heading', { level: 1 }).boundingBox())?.y
    const before = await top()
    letThrough()
    await expect(banner(page)).toHaveAttribute('data-wanted')
    expect(await top()).toBe(before)
  },
)

test('after the answer the keyboard goes on in the page', async ({ page }) => {
  await page.goto('/')
  await press(page, banner(page).getByRole('button', { name: '只接受必要項目' }))
  await expect(banner(page)).toBeHidden()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: '看旅見 T 恤' })).toBeFocused()
})

test('the preferences are chosen by keyboard alone', async ({ page }) => {
  await page.goto('/')
  const notice = banner(page)
  await press(page, notice.getByRole('button', { name: '管理偏好' }))
  await expect(notice).toBeFocused()
  await tabTo(page, notice.getByLabel('分析'))
  await page.keyboard.press('Space')
  await press(page, notice.getByRole('button', { name: '確認設定' }))
  await expect(notice).toBeHidden()
  expect(await storedConsent(page)).toBe('{"essential":true,"analytics":true,"marketing":false}')
})

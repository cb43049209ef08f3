import type { Locator, Page } from 'playwright/test'

import { refuseCookies } from '../../e2e/support/pages/storefront.ts'
import { expect, test } from '../../e2e/support/shop.ts'

const TALL = { width: 390, height: 844 }
const PHONES = [
  { width: 360, height: 640 },
  { width: 375, height: 553 },
  { width: 390, height: 664 },
  { width: 412, height: 732 },
]

async function edges(box: Locator): Promise<{ top: number; bottom: number }> {
  const found = await box.boundingBox()
  if (!found) throw new Error('It is not drawn')
  return { top: found.y, bottom: found.y + found.height }
}

/** Expects picture, badge, title and price in the window, above the bar to buy. */
async function expectProductInWindow(page: Page, leastPicture: number): Promise<void> {
  const main = page.getByRole('main')
  const buy = page.locator('[data-shown]')
  await expect(buy).toContainText('NT$1,540')
  const bar = await edges(buy)
  const picture = await edges(main.getByRole('img').first())
  expect(picture.bottom - picture.top).toBeGreaterThanOrEqual(leastPicture)
  for (const part of [
    main.getByText('預購中', { exact: true }),
    main.getByRole('heading', { level: 1 }),
    main.getByText('NT$1,540', { exact: true }).first(),
  ]) {
    const { top, bottom } = await edges(part)
    expect(top).toBeGreaterThanOrEqual(picture.bottom)
    expect(bottom).toBeLessThanOrEqual(bar.top)
  }
}

for (const viewport of [...PHONES, TALL]) {
  test.describe(`on a phone of ${viewport.width} by ${viewport.height}`, () => {
    test.use({ viewport, isMobile: true, hasTouch: true })

    test('a product shows picture, badge, title and price above the bar to buy', async ({
      page,
    }) => {
      await refuseCookies(page)
      await page.goto('/product/otr-001')
      await expectProductInWindow(page, viewport.width * 0.5)
    })

    // The lowest window is too low for both; there the bar alone names title and price.
    if (viewport.height >= 640) {
      test('on a first visit too, below the question about cookies', async ({ page }) => {
        await page.goto('/product/otr-001')
        await expect(page.getByRole('region', { name: 'Cookie 設定' })).toBeVisible()
        await expectProductInWindow(page, viewport.width * 0.4)
      })
    }

    test("on a first visit the home page's button is in the window, below the notice about cookies", async ({
      page,
    }) => {
      await page.goto('/')
      const notice = await edges(page.getByRole('region', { name: 'Cookie 設定' }))
      const bar = await edges(page.getByRole('navigation', { name: '快速選單' }))
      const button = await edges(page.getByRole('link', { name: '看旅見 T 恤' }))
      expect(button.top).toBeGreaterThanOrEqual(notice.bottom)
      expect(button.bottom).toBeLessThanOrEqual(bar.top)
      const picture = await edges(page.getByRole('main').getByRole('img').first())
      expect(picture.bottom - picture.top).toBeGreaterThanOrEqual(150)
    })

    test("a garment's page opens its camera from the first window", async ({ page }) => {
      await page.goto('/c/otr-001')
      const bar = await edges(page.getByRole('navigation', { name: '快速選單' }))
      const camera = await edges(page.getByRole('link', { name: '打開相機' }))
      expect(camera.bottom).toBeLessThanOrEqual(bar.top)
    })
  })
}

import type { Locator } from 'playwright/test'

import { refuseCookies } from '../support/pages/storefront.ts'
import { expect, test } from '../support/shop.ts'

const TALL = { width: 390, height: 844 }
const PHONES = [
  { width: 360, height: 640 },
  { width: 390, height: 664 },
  { width: 412, height: 732 },
]

async function edges(box: Locator): Promise<{ top: number; bottom: number }> {
  const found = await box.boundingBox()
  if (!found) throw new Error('It is not drawn')
  return { top: found.y, bottom: found.y + found.height }
}

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 768, height: 1024 } })

  test("the home page's button stands above the notice about cookies", async ({ page }) => {
    await page.goto('/')
    const notice = await edges(page.getByRole('region', { name: 'Cookie 設定' }))
    const button = await edges(page.getByRole('link', { name: '看旅見 T 恤' }))
    expect(button.bottom).toBeLessThanOrEqual(notice.top)
  })
})

for (const viewport of [...PHONES, TALL]) {
  test.describe(`on a phone of ${viewport.width} by ${viewport.height}`, () => {
    test.use({ viewport, isMobile: true, hasTouch: true })

    test('a product shows picture, badge, title and price above the tab bar (rule 199)', async ({
      page,
    }) => {
      await refuseCookies(page)
      await page.goto('/product/otr-001')
      const main = page.getByRole('main')
      const bar = await edges(page.getByRole('navigation', { name: '快速選單' }))
      const picture = await edges(main.getByRole('img').first())
      expect(picture.bottom - picture.top).toBeGreaterThan(viewport.width * 0.8)
      for (const part of [
        main.getByText('預購中', { exact: true }),
        main.getByRole('heading', { level: 1 }),
        main.getByText('NT$1,540', { exact: true }).first(),
      ]) {
        const { top, bottom } = await edges(part)
        expect(top).toBeGreaterThanOrEqual(picture.bottom)
        expect(bottom).toBeLessThanOrEqual(bar.top)
      }
    })

    test('on a first visit the notice about cookies covers neither name nor price (rule 175)', async ({
      page,
    }) => {
      await page.goto('/product/otr-001')
      const notice = await edges(page.getByRole('region', { name: 'Cookie 設定' }))
      const badge = await edges(page.getByRole('main').getByText('預購中', { exact: true }))
      expect(notice.bottom).toBeLessThanOrEqual(badge.top)
    })

    test("the home page's button stands above the notice about cookies (rule 175)", async ({
      page,
    }) => {
      await page.goto('/')
      const notice = await edges(page.getByRole('region', { name: 'Cookie 設定' }))
      const button = await edges(page.getByRole('link', { name: '看旅見 T 恤' }))
      expect(button.bottom).toBeLessThanOrEqual(notice.top)
      const picture = await edges(page.getByRole('main').getByRole('img').first())
      expect(picture.bottom - picture.top).toBeGreaterThanOrEqual(150)
    })
  })
}

import { refuseCookies } from '../../e2e/support/pages/storefront.ts'
import { expect, test } from '../../e2e/support/shop.ts'

test.beforeEach(({ page }) => refuseCookies(page))

test('the gallery is one stop of the keyboard', async ({ page }) => {
  await page.goto('/product/otr-001')
  const gallery = page.getByRole('region', { name: '商品圖片' })
  await gallery
    .getByRole('button', { name: /^放大：/ })
    .first()
    .focus()
  await page.keyboard.press('ArrowRight')
  await expect(gallery.getByRole('button', { name: /^放大：/ }).nth(1)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(gallery.locator(':focus')).toHaveCount(0)
})

test.describe('in the hand', () => {
  test.use({ viewport: { width: 390, height: 664 }, isMobile: true, hasTouch: true })

  test('the large view opens at the embroidery', async ({ page }) => {
    await page.goto('/product/otr-001')
    await page
      .getByRole('button', { name: /^放大：/ })
      .first()
      .tap()
    const stage = page.getByRole('dialog').getByRole('button', { name: /^放大：/ })
    const place = () => stage.evaluate(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop])
    await expect.poll(place).toEqual([195, expect.any(Number)])
    expect((await place())[1]).toBeGreaterThan(40)
  })

  test('the footer opens in groups', async ({ page }) => {
    await page.goto('/cart')
    const footer = page.getByRole('contentinfo')
    const link = footer.getByRole('link', { name: '使用條款' })
    await expect(link).toBeHidden()
    await footer.locator('summary', { hasText: '購物資訊' }).click()
    await expect(link).toBeVisible()
    await footer.locator('summary', { hasText: '購物資訊' }).click()
    const height = await footer.evaluate((box) => box.clientHeight)
    expect(height).toBeLessThan(560)
  })
})

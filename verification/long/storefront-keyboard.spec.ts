import { press, tabTo, type } from '../../e2e/support/pages/keys.ts'
import {
  expectPage,
  refuseCookies,
  storeCart,
  storedLine,
} from '../../e2e/support/pages/storefront.ts'
import { expect, test } from '../../e2e/support/shop.ts'

test.beforeEach(({ page }) => refuseCookies(page))

test('the first stop leads past the header', async ({ page }) => {
  await page.goto('/blog')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: '跳到主要內容' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('the shop menu opens, closes with Escape, and leads on', async ({ page }) => {
  await page.goto('/')
  const header = page.getByRole('banner')
  const menu = header.getByRole('button', { name: '商品' })
  const category = header.getByRole('link', { name: 'OURTEE 基本款' })
  await press(page, menu)
  await expect(category).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(category).toBeHidden()
  await expect(menu).toBeFocused()
  await page.keyboard.press('Enter')
  await press(page, category)
  await expectPage(page, 'OURTEE 基本款')
})

test('the pictures are looked through and opened, and the focus comes back', async ({ page }) => {
  await page.goto('/product/otr-001')
  const gallery = page.getByRole('region', { name: '商品圖片' })
  const picture = gallery.getByRole('button', { name: /^放大：/ })
  await tabTo(page, picture.first())
  await page.keyboard.press('ArrowRight')
  await expect(picture.nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  const large = page.getByRole('dialog', { name: '放大的商品圖片' })
  await expect(large).toContainText('2 / 4')
  await press(page, large.getByRole('button', { name: '下一張' }))
  await expect(large).toContainText('3 / 4')
  await page.keyboard.press('Escape')
  await expect(large).toBeHidden()
  await expect(picture.nth(2)).toBeFocused()
})

test('the large view is looked through by arrow key and button, and no end takes the focus away', async ({
  page,
}) => {
  await page.goto('/product/otr-001')
  await press(page, page.getByRole('button', { name: /^放大：/ }).first())
  const large = page.getByRole('dialog', { name: '放大的商品圖片' })
  await expect(large).toContainText('1 / 4')
  for (const count of ['2 / 4', '3 / 4']) {
    await page.keyboard.press('ArrowRight')
    await expect(large).toContainText(count)
  }
  const next = large.getByRole('button', { name: '下一張' })
  await press(page, next)
  await expect(large).toContainText('4 / 4')
  await expect(next).toHaveAttribute('aria-disabled', 'true')
  await expect(next).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowLeft')
  await expect(large).toContainText('3 / 4')
})

test('the size finder is asked and obeyed', async ({ page }) => {
  await page.goto('/product/otr-001')
  await press(page, page.getByRole('button', { name: '幫我選尺寸' }))
  await type(page, '身高（公分）', '172')
  await type(page, '體重（公斤）', '66')
  await page.keyboard.press('Enter')
  await press(page, page.getByRole('button', { name: '選 L' }))
  await expect(page.getByRole('radio', { name: 'L', exact: true })).toBeChecked()
})

test('a line of the cart is changed, removed and put back', async ({ page }) => {
  await storeCart(page, JSON.stringify([storedLine()]))
  await page.goto('/cart')
  const summary = page.getByRole('region', { name: '訂單摘要' })
  await press(page, page.getByRole('button', { name: '增加旅見 T 恤（白色・M）的數量' }))
  await expect(summary).toContainText('總計NT$4,620')
  await press(page, page.getByRole('button', { name: /移除/ }))
  await press(page, page.getByRole('button', { name: '復原' }))
  await expect(summary).toContainText('總計NT$4,620')
  await expect(page.getByRole('region', { name: '購物車內容，共 3 件' })).toBeFocused()
})

test('the journal is searched and the search cleared', async ({ page }) => {
  await page.goto('/blog')
  await tabTo(page, page.getByRole('searchbox', { name: '搜尋文章' }))
  await page.keyboard.type('不存在的字')
  await press(page, page.getByRole('button', { name: '清除搜尋' }))
  await expect(page.getByText('共 6 篇文章')).toBeVisible()
  await expect(page.getByRole('searchbox', { name: '搜尋文章' })).toBeFocused()
})

test('the picture that is shown is the marked one, however late the browser tells', async ({
  page,
}) => {
  // A busy browser reports several frames at once.
  await page.addInitScript(() => {
    const Observer = window.IntersectionObserver
    window.IntersectionObserver = class extends Observer {
      constructor(tell: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        const seen: IntersectionObserverEntry[] = []
        super((entries) => {
          seen.push(...entries)
          if (location.hash === '#told') tell(seen.splice(0), this)
        }, options)
      }
    }
  })
  await page.setViewportSize({ width: 390, height: 664 })
  await page.goto('/product/otr-001')
  const gallery = page.getByRole('region', { name: '商品圖片' })
  const scrollTo = (index: number) =>
    gallery
      .getByRole('list')
      .evaluate((list, at) => list.scrollTo({ left: at * list.clientWidth }), index)
  await scrollTo(2)
  await page.evaluate(() => history.replaceState(null, '', '#told'))
  await scrollTo(3)
  await expect(gallery).toContainText('4 / 4')
})

import { addToCart } from '../../e2e/support/pages/product.ts'
import { refuseCookies, storeCart, storedLine } from '../../e2e/support/pages/storefront.ts'
import { setShopTime } from '../../e2e/support/shop-clock.ts'
import { expect, test } from './camera.ts'

test.beforeEach(({ page }) => refuseCookies(page))

test('menus', async ({ page, shoot }) => {
  await page.goto('/')
  const inTheMenu = page.getByRole('button', { name: '開關選單' })
  const inTheBar = page.getByRole('banner').getByRole('button', { name: '商品' })
  await ((await inTheMenu.isVisible()) ? inTheMenu : inTheBar).click()
  await shoot('home-menu', 'window')
})

test('a product in the window', async ({ page, shoot }) => {
  await page.goto('/product/otr-001')
  await shoot('product-first-window', 'window')
  await page.getByRole('button', { name: '幫我選尺寸' }).click()
  await page.getByLabel('身高（公分）').fill('172')
  await page.getByLabel('體重（公斤）').fill('66')
  await page.getByRole('button', { name: '查看建議尺寸' }).click()
  await shoot('product-size-finder', 'window')
  await page.getByRole('heading', { name: '尺寸表' }).scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 900)
  await shoot('product-buy-bar', 'window')
})

test('a product in the cart', async ({ page, shoot }) => {
  await addToCart(page, { id: 'otr-001', size: 'L', units: 2 })
  await shoot('product-added', 'window')
})

test('a large picture', async ({ page, shoot }) => {
  await page.goto('/product/otr-001')
  await page
    .getByRole('button', { name: /^放大：/ })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
  await shoot('product-large-view', 'window')
})

test('a product after its pre-order', async ({ page, shoot }) => {
  const after = new Date('2099-03-02T12:00:00+08:00')
  await page.clock.setFixedTime(after)
  await setShopTime(page, after)
  await page.goto('/product/otr-001')
  await expect(page.getByRole('button', { name: '加入購物車' }).first()).toBeVisible()
  await shoot('product-otr-001-after')
})

test('a search of the journal', async ({ page, shoot }) => {
  await page.goto('/blog')
  await page.getByRole('searchbox').fill('有機棉')
  await shoot('blog-search')
  await page.getByRole('searchbox').fill('不存在的字')
  await expect(page.getByText('找不到符合條件的文章')).toBeVisible()
  await shoot('blog-search-empty')
})

test('a full cart', async ({ page, shoot }) => {
  await storeCart(page, JSON.stringify([storedLine(), storedLine({ size: 'XL', quantity: 1 })]))
  await page.goto('/cart')
  await expect(page.getByText('NT$4,620').first()).toBeVisible()
  await shoot('cart-full')
})

test('a cart of many long lines', async ({ page, shoot }) => {
  const long = { title: '很長的名字'.repeat(8), quantity: 1 }
  const lines = ['S', 'M', 'L', 'XL', 'XXL'].map((size) => storedLine({ ...long, size }))
  await storeCart(page, JSON.stringify(lines))
  await page.goto('/cart')
  await expect(page.getByText('NT$7,700').first()).toBeVisible()
  await shoot('cart-long')
})

test('back in stock', async ({ page, shoot }) => {
  await page.goto('/product/ots-001')
  await page.getByRole('button', { name: /貨到通知我/ }).click()
  await page.getByLabel('電子信箱').fill('fang@gmial.com')
  await page.getByRole('button', { name: '到貨時寄信給我' }).click()
  await page.getByRole('alert').first().waitFor()
  await shoot('stock-alert-doubt')
  await page.getByRole('button', { name: '到貨時寄信給我' }).click()
  await page.getByText('還差一步：請收信').waitFor()
  await shoot('stock-alert-sent')
})

test('the camera', async ({ page, shoot }) => {
  await page.goto('/c/otr-001/camera')
  await shoot('camera', 'window')
  await page.getByRole('button', { name: '打開相機' }).click()
  await page.getByText('這台裝置找不到相機。').waitFor()
  await shoot('camera-without-camera', 'window')
  await page.locator('input[type=file]').setInputFiles('public/images/site/hero-phone.jpg')
  await page.getByRole('button', { name: '貼圖', exact: true }).click()
  for (const name of ['列車', '太陽']) await page.getByRole('button', { name, exact: true }).click()
  await shoot('camera-stickers', 'window')
  await page.getByRole('button', { name: '濾鏡' }).click()
  await page.getByRole('button', { name: '暮色' }).click()
  await shoot('camera-filters', 'window')
  await page.getByRole('button', { name: '音樂' }).click()
  await shoot('camera-music', 'window')
  await page.getByRole('button', { name: '完成' }).click()
  await page.getByRole('dialog').waitFor()
  await shoot('camera-result', 'window')
})

import { expectNoViolation } from '../support/axe.ts'
import {
  expectPage,
  holdScripts,
  openMenu,
  refuseCookies,
  storeCart,
  storedLine,
} from '../support/pages/storefront.ts'
import { expect, test } from '../support/shop.ts'

test(
  'the choice about cookies has no violation, and blocks nothing @long',
  { tag: '@phone-long' },
  async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: '管理偏好' }).click()
    await expect(page.getByLabel('必要')).toBeDisabled()
    await expectNoViolation(page)
    await page.getByRole('link', { name: '看旅見 T 恤' }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/product\/otr-001$/)
  },
)

test(
  'the choice about cookies covers neither the headline nor the way to the shop',
  { tag: ['@both', '@long'] },
  async ({ page }) => {
    await page.goto('/')
    const notice = await page.getByRole('region', { name: 'Cookie 設定' }).boundingBox()
    const way = await page.getByRole('link', { name: '看旅見 T 恤' }).first().boundingBox()
    expect(way?.y).toBeGreaterThanOrEqual((notice?.y ?? 0) + (notice?.height ?? 0))
  },
)

test('the menu opens, leads somewhere and closes', { tag: '@phone' }, async ({ page }) => {
  await refuseCookies(page)
  await page.goto('/')
  await page.getByRole('button', { name: '開關選單' }).click()
  const menu = page.getByRole('navigation', { name: '主選單' })
  await expectNoViolation(page)
  await menu.getByRole('link', { name: 'OURTEE 基本款' }).click()
  await expectPage(page, 'OURTEE 基本款')
  await expect(menu).toBeHidden()
})

test(
  "a menu opened before the page's scripts are there stays open",
  { tag: ['@phone', '@long'] },
  async ({ page }) => {
    await refuseCookies(page)
    await storeCart(page, JSON.stringify([storedLine()]))
    const letThrough = await holdScripts(page)
    await page.goto('/', { waitUntil: 'commit' })
    await page.getByRole('button', { name: '開關選單' }).click()
    letThrough()
    // The number of shirts in the cart is the scripts' work.
    await expect(page.getByRole('banner').getByText('2', { exact: true })).toBeVisible()
    await expect(page.getByRole('navigation', { name: '主選單' })).toBeVisible()
  },
)

test(
  'the bar below leads to home, shop, cart and orders',
  { tag: ['@phone', '@long'] },
  async ({ page }) => {
    await refuseCookies(page)
    await page.goto('/shop')
    const bar = page.getByRole('navigation', { name: '快速選單' })
    await expect(bar.getByRole('link')).toHaveText(['首頁', '商品', '購物車', '我的訂單'])
    await expect(bar.getByRole('link', { name: '商品' })).toHaveAttribute('aria-current', 'page')
    await expect(bar.getByRole('link', { name: '我的訂單' })).toHaveAttribute(
      'href',
      '/account/order',
    )
    await bar.getByRole('link', { name: '購物車' }).click()
    await expectPage(page, '購物車')
  },
)

test('the shop menu lists the categories', { tag: '@long' }, async ({ page }) => {
  await refuseCookies(page)
  await page.goto('/')
  const header = page.getByRole('banner')
  await header.getByRole('button', { name: '商品' }).click()
  await header.getByRole('link', { name: 'OURTEE 基本款' }).click()
  await expect(page).toHaveURL(/\/shop\/category\/basic$/)
  await expect(header.getByRole('link', { name: 'OURTEE 基本款' })).toBeHidden()
})

test(
  'the labels of the header exist in Japanese, and the browser remembers @long',
  { tag: '@both' },
  async ({ page }) => {
    await refuseCookies(page)
    await page.goto('/')
    await openMenu(page)
    const header = page.getByRole('banner')
    await expect(header.getByRole('link', { name: '關於我們' })).toBeVisible()
    await header.getByRole('button', { name: '日本語' }).click()
    for (const label of ['よみもの', '私たちについて', 'お問い合わせ']) {
      await expect(header.getByText(label)).toBeVisible()
      await expect(header.getByText(label)).toHaveAttribute('lang', 'ja')
    }
    await page.goto('/blog')
    await openMenu(page)
    await expect(header.getByRole('link', { name: '私たちについて' })).toBeVisible()
    await expect(header.getByRole('button', { name: '日本語' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await header.getByRole('button', { name: '中文' }).click()
    await expect(header.getByRole('link', { name: '關於我們' })).toBeVisible()
  },
)

/** Waits for two frames, after which a navigation has taken effect. */
test('a button leads back to the top beyond one window, whichever way the page is scrolled', async ({
  page,
}) => {
  await refuseCookies(page)
  await page.goto('/')
  const top = page.getByRole('button', { name: '回到頁面頂端' })
  await expect(top).toBeHidden()
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, 0))
    await page.evaluate(() => window.scrollTo(0, window.innerHeight + 100))
    await expect(top).toBeVisible({ timeout: 500 })
  }).toPass()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect(top).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, window.innerHeight))
  await expect(top).toBeHidden()
  await page.evaluate(() => window.scrollTo(0, window.innerHeight + 100))
  await top.click()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await expect(top).toBeHidden()
})

test('the home page shows the pre-order, the shirts, the promises and the way to join @long', async ({
  page,
}) => {
  await refuseCookies(page)
  await page.goto('/')
  await expect(page.getByRole('region', { name: '旅見 T 恤，預購中' })).toContainText(
    '預購至 2099年2月28日，預計 2099年3月31日前後出貨',
  )
  await expect(page.getByRole('link', { name: '看旅見 T 恤' })).toHaveAttribute(
    'href',
    '/product/otr-001',
  )
  await expect(page.getByRole('link', { name: '看看商品' })).toHaveCount(0)
  await expect(page.getByText('Coming Soon')).toHaveCount(0)
  for (const promise of ['100% 有機棉', '滿 NT$1,200 免運', '收到後 7 天內可退']) {
    await expect(page.getByRole('heading', { name: promise })).toBeVisible()
  }
  await page.getByRole('main').getByRole('link', { name: '告訴我們' }).click()
  await expectPage(page, '聯絡我們')
  await page.getByRole('main').getByRole('link', { name: '共創頁面' }).click()
  await expectPage(page, '下一筆，也許由你來畫')
})

test(
  'back on a page to which a link led, its place is where it was left',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/shop')
    await page.getByRole('link', { name: '旅見 T 恤' }).first().click()
    const statement = page.getByRole('main').getByRole('link', { name: '專利聲明' }).last()
    await statement.scrollIntoViewIfNeeded()
    const place = await page.evaluate(() => window.scrollY)
    await statement.click()
    await expect(page).toHaveURL(/\/patent-statement$/)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    await page.goBack()
    await expect(statement).toBeInViewport()
    expect(await page.evaluate(() => window.scrollY)).toBe(place)
  },
)

import type { Page } from 'playwright/test'

import { giveSession, newMember } from '../../e2e/support/accounts.ts'
import { refuseCookies, storeCart, storedLine } from '../../e2e/support/pages/storefront.ts'
import { expect, test } from '../../e2e/support/shop.ts'

test.use({ viewport: { width: 360, height: 760 }, isMobile: true, hasTouch: true })

/** Runs in the page: texts that fall apart, and how much wider than the window it is. */
function crushedTexts(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  const texts = [...document.querySelectorAll('main p, main h1, main h2, main dt, main dd, main a')]
  const narrow = texts.filter((element) => {
    const text = element.textContent.trim()
    const isDrawn = element.checkVisibility() && element.children.length === 0
    if (!isDrawn || text.length < 5) return false
    const range = document.createRange()
    range.selectNodeContents(element)
    const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
    return text.length / tops.size < 3
  })
  const wide = scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px too wide`] : []
  return [...wide, ...narrow.map(({ textContent }) => `in pieces: ${textContent}`)]
}

async function enlarge(page: Page): Promise<void> {
  await page.addStyleTag({ content: 'html { font-size: 200% }' })
}

test.beforeEach(async ({ page }) => {
  await refuseCookies(page)
  await storeCart(page, JSON.stringify([storedLine(), storedLine({ size: 'XXL' })]))
})

test('with letters of twice their size what a visitor sees holds together', async ({ page }) => {
  for (const path of ['/', '/product/otr-001', '/cart', '/login', '/signup', '/shop']) {
    await page.goto(path)
    await enlarge(page)
    if (path === '/cart') await expect(page.getByText('訂單摘要')).toBeVisible()
    expect.soft(await page.evaluate(crushedTexts), path).toEqual([])
  }
  const badge = page.getByRole('banner').getByText('4', { exact: true })
  const box = await badge.boundingBox()
  const size = await badge.evaluate((element) => parseFloat(getComputedStyle(element).fontSize))
  expect(box?.height).toBeGreaterThan(size * 1.3)
  // In the bar below, the number lies on no label.
  const tab = page
    .getByRole('navigation', { name: '快速選單' })
    .getByRole('link', { name: /購物車/ })
  const number = await tab.getByText('4', { exact: true }).boundingBox()
  const label = await tab.getByText('購物車', { exact: true }).boundingBox()
  expect((number?.y ?? 0) + (number?.height ?? 0)).toBeLessThanOrEqual(label?.y ?? 0)
  // The bar to buy leaves its title to the page: with the bar below it takes a quarter of a window at most.
  await page.goto('/product/otr-001')
  await enlarge(page)
  const bar = page.locator('[data-shown]')
  await expect(bar).toBeVisible()
  expect((await bar.boundingBox())?.y).toBeGreaterThanOrEqual(760 * 0.75)
})

test("with letters of twice their size a member's pages hold together", async ({ page }) => {
  await giveSession(page.context(), (await newMember()).session)
  for (const path of ['/checkout', '/account', '/account/order', '/account/settings']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await enlarge(page)
    if (path === '/checkout') await expect(page.getByText('訂單內容').first()).toBeVisible()
    expect.soft(await page.evaluate(crushedTexts), path).toEqual([])
  }
})

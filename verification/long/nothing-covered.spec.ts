import type { Page } from 'playwright/test'

import { giveSession, newMember } from '../../e2e/support/accounts.ts'
import { INDEXED, storeCart, storedLine, UNLISTED } from '../../e2e/support/pages/storefront.ts'
import { seedOrders } from '../../e2e/support/seeded-orders.ts'
import { expect, test } from '../../e2e/support/shop.ts'

const WINDOWS = [
  { width: 360, height: 640 },
  { width: 375, height: 553 },
  { width: 390, height: 664 },
  { width: 412, height: 732 },
  { width: 390, height: 844 },
]

const SIGN_IN = ['/login', '/login?redirect=/checkout', '/signup', '/reset', '/verify-email']

/** Runs in the page: buttons, fields and prices of the window that lie under something fixed, and too little window. */
function covered(): string[] {
  const { clientWidth: width } = document.documentElement
  const height = window.innerHeight
  const inert = new Set(document.querySelectorAll('[inert], [inert] *'))
  const isShown = (one: Element) =>
    one.checkVisibility({ visibilityProperty: true }) && !inert.has(one)
  const floats = [...document.querySelectorAll('body *')].filter((one) => {
    const { position } = getComputedStyle(one)
    return (position === 'fixed' || position === 'sticky') && isShown(one)
  })
  // The header begins the window of a page that was scrolled; bars along its lower edge end it, one upon the other.
  const header = document.querySelector('header')?.getBoundingClientRect()
  const start = header ? Math.max(0, header.bottom) : 0
  let end = height
  for (let before = 0; before !== end;) {
    before = end
    for (const bar of floats) {
      const { left, right, top, bottom } = bar.getBoundingClientRect()
      const isBar = left <= 0 && right >= width && bottom - top < height / 4
      if (isBar && Math.abs(bottom - end) < 2 && top < end) end = top
    }
  }
  const mostLetters = 24
  const words = (one: Element) => {
    const text = one.textContent.trim() || one.getAttribute('aria-label') || one.id
    return `${one.tagName} ${text.slice(0, mostLetters)}`
  }
  const found = new Set<string>()
  if (end < height * 0.75) found.add(`only ${end} of ${height} px are left above the bars`)
  const needed =
    'main button, main label, main input, main select, main textarea, main [class*=button], .figures, [data-cookie-notice] button'
  for (const one of document.querySelectorAll(needed)) {
    if (!isShown(one) || one.matches('.visually-hidden')) continue
    const box = one.getBoundingClientRect()
    const points = Array.from({ length: 60 }, (_, at) => ({
      x: box.left + 1 + ((at % 10) * (box.width - 2)) / 9,
      y: box.top + 1 + (Math.floor(at / 10) * (box.height - 2)) / 5,
    }))
    for (const { x, y } of points) {
      const hit = y > start + 1 && y < end - 1 ? document.elementFromPoint(x, y) : null
      const over = floats.find((float) => float.contains(hit) && !float.contains(one))
      if (hit && over) found.add(`${words(one)} under ${words(over)}`)
    }
  }
  return [...found]
}

async function expectNothingCovered(page: Page, where: string): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  expect.soft(await page.evaluate(covered), where).toEqual([])
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await expectNothingCovered(page, path)
}

for (const viewport of WINDOWS) {
  test.describe(`in a window of ${viewport.width} × ${viewport.height}`, () => {
    test.use({ viewport, isMobile: true, hasTouch: true })

    test('nothing fixed lies on a button, a field or a price of a public page', async ({
      page,
    }) => {
      const paths = [...INDEXED, ...UNLISTED].map(([path]) => path)
      for (const path of [...paths, ...SIGN_IN]) await open(page, path)
      await expect(page.getByRole('region', { name: 'Cookie 設定' })).toBeVisible()
    })

    test('nor on a page of a member, who has something in the cart', async ({ page }) => {
      const member = await newMember()
      await giveSession(page.context(), member.session)
      const [id] = await seedOrders(member, 1, () => ({}))
      await storeCart(page, JSON.stringify([storedLine(), storedLine({ size: 'L' })]))
      const own = ['/account', '/account/order', '/account/settings', `/account/order/${id}`]
      for (const path of ['/cart', '/checkout', `/checkout/paypal/${id}`, ...own]) {
        await open(page, path)
      }
    })

    test('nor do a message and the bar to buy, from the first window to the sign-in', async ({
      page,
    }) => {
      await open(page, '/product/otr-001')
      const bar = page.locator('[data-shown]')
      await expect(bar.getByRole('button', { name: '選擇尺寸' })).toBeVisible()
      await bar.getByRole('button', { name: '選擇尺寸' }).click()
      await page.getByRole('group', { name: '尺寸' }).getByText('M', { exact: true }).click()
      const real = page.getByRole('main').locator('form > button')
      await expect(real).toHaveText('立即預購・M')
      await real.evaluate((button) => button.scrollIntoView({ block: 'center' }))
      await expect(bar).toHaveCount(0)
      await real.click()
      await expect(page.getByText(/^已加入購物車！/)).toBeVisible()
      await expectNothingCovered(page, 'a shirt that was just put into the cart')
      await page.getByRole('link', { name: '前往結帳' }).click()
      await page.waitForURL(/\/login/)
      await expect(page.getByRole('button', { name: '註冊並繼續結帳' })).toBeVisible()
      await expectNothingCovered(page, 'the sign-in, with the message of the page before')
    })
  })
}

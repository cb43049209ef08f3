import { dirname } from 'node:path'

import type { Page } from 'playwright/test'

import { expectNoViolation, PHONE } from '../support/axe.ts'
import {
  expectPage,
  INDEXED,
  refuseCookies,
  storeCart,
  storedLine,
  UNLISTED,
} from '../support/pages/storefront.ts'
import { expect, test } from '../support/shop.ts'

const SIGN_IN = [
  ['/login', '登入'],
  ['/signup', '註冊'],
  ['/reset', '重設密碼'],
] as const

const PUBLIC = [...INDEXED, ...UNLISTED, ...SIGN_IN]

const DESKTOP = { width: 1280, height: 900 }

type ZoomLevel = { readonly width: number; readonly height: number; readonly text?: string }

/** A window of 1280 × 900 and a phone's, with the zoom and the size of text that WCAG asks for. */
const ZOOMED: Readonly<Record<string, ZoomLevel>> = {
  'zoomed to 200 %': { width: 640, height: 450 },
  'zoomed to 400 %': { width: 320, height: 256 },
  'with text of 200 %': { ...DESKTOP, text: '200%' },
  'with text of 200 % on a phone': { ...PHONE, text: '200%' },
}

/** The words that a box cuts off. A card's clamped excerpt has its ellipsis, a hidden label no size. */
async function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cut: string[] = []
    for (const box of document.querySelectorAll('body *')) {
      const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(box)
      const isMeant = textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
      const across = overflowX === 'hidden' && box.scrollWidth > box.clientWidth + 1
      const down = overflowY === 'hidden' && box.scrollHeight > box.clientHeight + 1
      if ((across || down) && !isMeant && box.clientWidth > 1) cut.push(box.outerHTML.slice(0, 120))
    }
    return cut
  })
}

async function zoom(page: Page, { width, height, text = '' }: ZoomLevel): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.evaluate((size) => {
    document.documentElement.style.fontSize = size
  }, text)
}

// A zoomed browser reports a smaller window, as set here.
async function expectSoundPage(page: Page, heading: string): Promise<void> {
  await expectPage(page, heading)
  // Nowhere does a line end between the two.
  expect(await page.locator('body').innerText()).not.toContain('T 恤')
  await expectNoViolation(page)
  await zoom(page, PHONE)
  await expectPage(page, heading)
  for (const [name, zoomed] of Object.entries(ZOOMED)) {
    await test.step(name, async () => {
      await zoom(page, zoomed)
      await expectPage(page, heading)
      expect(await cutOff(page)).toEqual([])
    })
  }
}

// Pages of nothing but text, as /about and /faq are.
const TEXTS = ['/policy', '/terms', '/patent-statement', '/contact', '/delete-data-facebook']

/** `npm test` takes the first two pages of a kind, on sale and sold out; `test:all` the others. */
const isOneOfMany = (path: string, index: number) =>
  TEXTS.includes(path) ||
  (PUBLIC.slice(0, index).filter(([before]) => dirname(before) === dirname(path)).length >= 2 &&
    dirname(path) !== '/')

// A few pages share a browser that has the scripts already, as a visitor's has.
const TOGETHER = 7

for (const isLong of [false, true]) {
  const pages = PUBLIC.filter(([path], index) => isOneOfMany(path, index) === isLong)
  for (let first = 0; first < pages.length; first += TOGETHER) {
    const some = pages.slice(first, first + TOGETHER)
    test(
      `${some.map(([path]) => path).join(', ')}: each shows its heading in every window, and axe finds nothing`,
      { tag: isLong ? '@long' : [] },
      async ({ page }) => {
        await refuseCookies(page)
        for (const [path, heading] of some) {
          await test.step(path, async () => {
            await page.setViewportSize(DESKTOP)
            const answer = await page.goto(path)
            expect(answer?.status()).toBe(200)
            await expectSoundPage(page, heading)
          })
        }
      },
    )
  }
}

test('a static page fetches no style that it holds already', async ({ page }) => {
  await refuseCookies(page)
  for (const path of ['/', '/product/otr-001', '/cart']) {
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
    const html = (await (await page.goto(path))?.text()) ?? ''
    await page.waitForLoadState('networkidle')
    const links = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)]
    const held = links.map(([, href = '']) => href)
    expect(held.length, path).toBeGreaterThan(1)
    expect(
      fetched.filter((one) => held.includes(one)),
      path,
    ).toEqual([])
  }
})

test('a full cart is readable in every window, and axe finds nothing', async ({ page }) => {
  await refuseCookies(page)
  await storeCart(page, JSON.stringify([storedLine()]))
  await page.goto('/cart')
  await expect(page.getByText('NT$3,080').first()).toBeVisible()
  await expectSoundPage(page, '購物車')
})

test('every public page is as wide as a phone', { tag: ['@phone', '@long'] }, async ({ page }) => {
  await refuseCookies(page)
  for (const [path, heading] of PUBLIC) {
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    await expectPage(page, heading)
  }
})

for (const [name, zoomed] of Object.entries(ZOOMED)) {
  const isHardest = name.includes('400')
  test(
    `a shirt is chosen and put into the cart ${name}`,
    { tag: isHardest ? [] : '@long' },
    async ({ page }) => {
      await page.goto('/product/otr-001')
      await zoom(page, zoomed)
      await page.getByRole('button', { name: '只接受必要項目' }).click()
      await page.getByText('XL', { exact: true }).first().click()
      await page.getByRole('button', { name: '立即預購' }).first().click()
      await expect(page.getByText('已加入購物車！')).toBeVisible()
      await page.getByRole('link', { name: '前往購物車' }).click()
      await expectPage(page, '購物車')
      await expect(page.getByRole('link', { name: '前往結帳' })).toBeVisible()
    },
  )
}

test.describe('without script', () => {
  // A blocked script counts as a failed request.
  test.use({ javaScriptEnabled: false, expected: [/ csp$|404/] })

  test('every public page can be read', { tag: '@long' }, async ({ page }) => {
    for (const [path, heading] of [...INDEXED, ...UNLISTED]) {
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    }
    const cart = await page.goto('/cart')
    expect(await cart?.text()).toMatch(/<noscript>.*購物車需要開啟瀏覽器的 JavaScript 才能使用。/)
    await page.goto('/product/otr-001')
    await expect(page.getByText('NT$1,540').first()).toBeVisible()
    await expect(page.getByText('預購中').first()).toBeVisible()
  })

  test('an unknown page answers 404, says why that may be, and leads home @long', async ({
    page,
  }) => {
    for (const path of ['/product/no-such-shirt', '/blog/no-such-article', '/no-such-page']) {
      const answer = await page.goto(path)
      expect(answer?.status()).toBe(404)
      await expectPage(page, '找不到這個頁面')
      await expect(page.getByText('也可能是商品已下架，或文章已移走。')).toBeVisible()
      await page.getByRole('main').getByRole('link', { name: '回到首頁' }).click()
      await expectPage(page, '一件 T 恤，一起完成')
    }
  })
})

import type { Page } from 'playwright/test'

import { refuseCookies, storeCart, storedLine } from '../../e2e/support/pages/storefront.ts'
import { expect, test } from '../../e2e/support/shop.ts'

const PAGES = [
  '/',
  '/shop',
  '/product/otr-001',
  '/product/ots-001',
  '/blog',
  '/blog/organic-cotton-in-plain-words',
  '/about',
  '/faq',
  '/policy',
  '/join',
  '/c/otr-001',
  '/creator/studio',
  '/cart',
]

const WINDOWS = [
  { width: 320, height: 568 },
  { width: 360, height: 740 },
  { width: 390, height: 664 },
  { width: 768, height: 1024 },
  { width: 740, height: 360 },
  { width: 900, height: 700 },
  { width: 1024, height: 768 },
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
]

// What a shopper would see under the button were it not there: words or a control, point by point.
function coveredBy(button: Element): string[] {
  const { left, top, right, bottom } = button.getBoundingClientRect()
  const covered = new Set<string>()
  button.setAttribute('style', 'visibility: hidden')
  for (let x = left + 1; x < right; x += 3) {
    for (let y = top + 1; y < bottom; y += 3) {
      const under = document.elementFromPoint(x, y)
      const control = under?.closest('a, button, input, select, textarea, summary, label')
      if (control) covered.add(control.textContent.trim() || control.tagName)
      const words = [...(under?.childNodes ?? [])].filter((node) => {
        if (node.nodeType !== Node.TEXT_NODE) return false
        const range = document.createRange()
        range.selectNodeContents(node)
        return [...range.getClientRects()].some(
          (box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom,
        )
      })
      for (const node of words) covered.add(String(node.textContent))
    }
  }
  button.removeAttribute('style')
  return [...covered].filter((text) => text.trim() !== '')
}

async function scrollTo(page: Page, y: number): Promise<void> {
  await page.evaluate(
    (to) =>
      new Promise((resolve) => {
        window.scrollTo({ top: to, behavior: 'instant' })
        requestAnimationFrame(() => requestAnimationFrame(resolve))
      }),
    y,
  )
}

for (const size of WINDOWS) {
  test(`the button to the top covers no words and no control at ${size.width} × ${size.height}`, async ({
    page,
  }) => {
    await refuseCookies(page)
    await storeCart(page, JSON.stringify([storedLine()]))
    await page.setViewportSize(size)
    const top = page.getByRole('button', { name: '回到頁面頂端' })
    let seen = 0
    for (const path of PAGES) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      for (let y = size.height + 40; y < height; y += Math.round(size.height * 0.55)) {
        await scrollTo(page, y)
        if ((await page.evaluate(() => window.scrollY)) <= size.height) continue
        await expect(top).toBeVisible()
        const box = await top.boundingBox()
        expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24)
        expect(await top.evaluate(coveredBy), `${path} at ${y}`).toEqual([])
        seen += 1
      }
    }
    expect(seen).toBeGreaterThan(12)
  })
}

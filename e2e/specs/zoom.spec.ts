import type { Page } from 'playwright/test'

import {
  expectPage,
  INDEXED,
  refuseCookies,
  storeCart,
  storedLine,
  UNLISTED,
} from '../support/pages/storefront.ts'
import { expect, test } from '../support/shop.ts'

const WINDOWS = [
  { name: 'zoomed to 200 %', viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 },
  { name: 'zoomed to 400 %', viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 },
  { name: 'with text of 200 %', viewport: { width: 1280, height: 900 }, text: '200%' },
  { name: 'with text of 200 % on a phone', viewport: { width: 360, height: 760 }, text: '200%' },
]

const MORE = [
  ['/login', '登入'],
  ['/signup', '註冊'],
  ['/reset', '重設密碼'],
] as const

/** The words that a box cuts off; a card's clamped excerpt has its ellipsis, a hidden label no size. */
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

for (const { name, text, ...window } of WINDOWS) {
  test.describe(name, () => {
    test.use(window)

    test('every public page keeps its content, and scrolls one way only', async ({ page }) => {
      test.setTimeout(180_000)
      await refuseCookies(page)
      await storeCart(page, JSON.stringify([storedLine()]))
      for (const [path, heading] of [...INDEXED, ...UNLISTED, ...MORE]) {
        await page.goto(path)
        if (text) await page.addStyleTag({ content: `html { font-size: ${text} }` })
        await expectPage(page, heading)
        expect(await cutOff(page), path).toEqual([])
      }
    })

    test('a shirt is chosen and put into the cart', async ({ page }) => {
      await page.goto('/product/otr-001')
      if (text) await page.addStyleTag({ content: `html { font-size: ${text} }` })
      await page.getByRole('button', { name: '只接受必要項目' }).click()
      await page.getByText('XL', { exact: true }).first().click()
      await page.getByRole('button', { name: '立即預購' }).first().click()
      await expect(page.getByText('已加入購物車！')).toBeVisible()
      await page.getByRole('link', { name: '前往購物車' }).click()
      await expectPage(page, '購物車')
      await expect(page.getByRole('link', { name: '前往結帳' })).toBeVisible()
    })
  })
}

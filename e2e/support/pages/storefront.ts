import { expect, type Page } from 'playwright/test'

/** Every route that search engines may show, with its heading. */
export const INDEXED: readonly (readonly [path: string, heading: string])[] = [
  ['/', '一件 T 恤，一起完成'],
  ['/shop', '商品'],
  ['/shop/category/basic', 'OURTEE 基本款'],
  ['/product/otr-001', '旅見 T 恤'],
  ['/product/ots-001', '靜意 T 恤'],
  ['/product/otd-001', '日常 T 恤'],
  ['/product/otd-002', '末班 T 恤'],
  ['/product/otp-001', '期滿 T 恤'],
  ['/product/otu-001', '獨行 T 恤'],
  ['/blog', '誌'],
  ['/blog/finished-together', '一件衣服，什麼時候算完成'],
  ['/blog/the-code-on-the-hem', '下襬的碼'],
  ['/blog/organic-cotton-in-plain-words', '有機棉，說得簡單一點'],
  ['/blog/caring-for-a-white-tee', '一件白 T 恤的日常照顧'],
  ['/blog/seen-on-the-road', '旅見：在路上看見的'],
  ['/blog/a-circle-left-open', '靜意：沒有闔上的圓'],
  ['/about', '關於我們'],
  ['/c/otr-001', '旅見 T 恤'],
  ['/c/ots-001', '靜意 T 恤'],
  ['/c/otd-001', '日常 T 恤'],
  ['/c/otd-002', '末班 T 恤'],
  ['/c/otp-001', '期滿 T 恤'],
  ['/c/otu-001', '獨行 T 恤'],
  ['/c/otx-001', '從前 T 恤'],
  ['/creator/studio', '共衣設計室'],
  ['/halves', '另一半'],
  ['/join', '下一筆，也許由你來畫'],
]

/** Every public route that search engines leave out, with its heading. */
export const UNLISTED: readonly (readonly [path: string, heading: string])[] = [
  ['/faq', '常見問題'],
  ['/policy', '隱私權與退換貨政策'],
  ['/terms', '使用條款'],
  ['/patent-statement', '專利聲明'],
  ['/contact', '聯絡我們'],
  ['/delete-data-facebook', '刪除 Facebook 登入資料'],
  ['/cart', '購物車'],
  ['/join/confirm', '確認您的來信'],
  ['/halves/give', '讓大家看到你的另一半'],
  ['/halves/mine', '您送出的另一半'],
  ['/back-in-stock', '到貨通知'],
  ['/order', '您的訂單'],
]

/** Answers the question about cookies before a page asks it. */
export async function refuseCookies(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const refused = '{"essential":true,"analytics":false,"marketing":false}'
    localStorage.setItem('cookie-consent', refused)
  })
}

/** Keeps the scripts of the pages back until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise: over, resolve: letThrough } = Promise.withResolvers<void>()
  await page.route('**/_next/static/**/*.js', async (route) => {
    await over
    await route.continue()
  })
  return letThrough
}

/** Opens the menu, unless the header shows it already. */
export async function openMenu(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^(開關選單|メニューを開閉)$/ })
  if (await button.isVisible()) await button.click()
}

/** A line of the cart as the browser keeps it. */
export function storedLine(change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: 'otr-001',
    title: '旅見 T 恤',
    image: '/images/products/otr-001-front.jpg',
    color: '白色',
    size: 'M',
    price: 1540,
    quantity: 2,
    ...change,
  }
}

/** Has nothing fetched ahead, as for somebody who saves data. */
export async function saveData(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
}

/** Puts a text where the browser keeps the cart, once for this page. */
export async function storeCart(page: Page, text: string): Promise<void> {
  await page.addInitScript((stored) => {
    if (sessionStorage.getItem('cart-stored') !== null) return
    sessionStorage.setItem('cart-stored', '')
    localStorage.setItem('cart', stored)
  }, text)
}

/** The structured data in a page's HTML. */
export function structuredDataIn(html: string): Record<string, unknown>[] {
  const scripts = html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)
  return [...scripts].flatMap(([, text]) => JSON.parse(text ?? '[]'))
}

/** Expects a complete page: one heading, and nothing wider than the window. */
export async function expectPage(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  // Observers of the window's size run a frame later.
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(overflow).toBeLessThanOrEqual(0)
}

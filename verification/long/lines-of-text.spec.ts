import { giveSession, newMember } from '../../e2e/support/accounts.ts'
import { addToCart } from '../../e2e/support/pages/product.ts'
import { refuseCookies } from '../../e2e/support/pages/storefront.ts'
import { seedOrders } from '../../e2e/support/seeded-orders.ts'
import { expect, test } from '../../e2e/support/shop.ts'

const PAGES = [
  '/',
  '/shop',
  '/product/otr-001',
  '/product/ots-001',
  '/about',
  '/faq',
  '/policy',
  '/terms',
  '/contact',
  '/join',
  '/blog',
  '/c/otr-001',
  '/cart',
  '/login',
  '/signup',
  '/patent-statement',
]
const MEMBER_PAGES = [
  '/checkout',
  '/account',
  '/account/order',
  '/account/settings',
  '/account/settings/data',
  '/verify-email',
]
const WIDTHS = [360, 390, 768, 1440]

// Runs in the page: pieces of text that belong on one line and stand on two.
function tornPieces(): string[] {
  const whole =
    /\d[\d,.]*[ \u00A0]?(?:個工作天|小時|分鐘|公分|公斤|天|件|年|歲|款)|(?:白 )?T[ \u00A0]恤|QR[ \u00A0]Code|LINE[ \u00A0]Pay|\d{4}年\d{1,2}月\d{1,2}日|NT\$[\d,]+|[A-Za-z]{2,}/g
  const torn: string[] = []
  for (const details of document.querySelectorAll('details')) details.open = true
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent ?? ''
    const parent = node.parentElement
    if (!parent || parent.closest('script, style, noscript, .visually-hidden, svg, title')) continue
    for (const { index, 0: unit } of text.matchAll(whole)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + unit.length)
      const rows = [...range.getClientRects()].filter(({ width }) => width > 1)
      const [first] = rows
      if (first && rows.some(({ top }) => Math.abs(top - first.top) > first.height / 2)) {
        torn.push(`${unit} in ${text.slice(Math.max(0, index - 12), index + unit.length + 6)}`)
      }
    }
  }
  return torn
}

for (const width of WIDTHS) {
  test(`no figure stands on another line than its unit, and no name on two, ${width} px wide`, async ({
    page,
  }) => {
    await refuseCookies(page)
    await page.setViewportSize({ width, height: 800 })
    for (const path of PAGES) {
      await page.goto(path)
      expect.soft(await page.evaluate(tornPieces), path).toEqual([])
    }
  })
}

test("every heading in the label's face has all its characters in it", async ({
  context,
  page,
}) => {
  await refuseCookies(page)
  const member = await newMember()
  await seedOrders(member, 1)
  await addToCart(page, { id: 'otr-001', size: 'S', units: 1 })
  await giveSession(context, member.session)
  for (const path of [...PAGES, ...MEMBER_PAGES]) {
    await page.goto(path)
    const missing = await page.evaluate(() =>
      [...document.querySelectorAll('h1, h2')].flatMap((heading) => {
        const glyphs = getComputedStyle(heading).getPropertyValue('--glyphs')
        const isSet = getComputedStyle(heading).fontFamily.startsWith('ming-')
        const text = heading.textContent.replaceAll(/\s/g, '')
        return isSet ? Array.from(text).filter((character) => !glyphs.includes(character)) : []
      }),
    )
    expect.soft(missing, path).toEqual([])
  }
})

test("headings are set in the label's face, which is fetched from this site once it is needed", async ({
  page,
}) => {
  await refuseCookies(page)
  const fetched: string[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.woff2')) fetched.push(new URL(response.url()).pathname)
  })
  await page.goto('/about')
  const family = await page
    .getByRole('heading', { level: 1 })
    .evaluate((heading) => getComputedStyle(heading).fontFamily)
  expect(family).toMatch(/^ming-[0-9a-f]{12}/)
  await expect.poll(() => fetched).toEqual([expect.stringMatching(/^\/_next\/static\/type\//)])
  await page.reload()
  await expect
    .poll(() => page.evaluate(() => [...document.fonts].map(({ status }) => status)))
    .toContain('loaded')
})

test("the pages of a purchase and the account are set in the label's face too", async ({
  context,
  page,
}) => {
  await refuseCookies(page)
  await giveSession(context, (await newMember()).session)
  const families = new Set<string>()
  for (const path of ['/cart', '/account/order', '/account/settings']) {
    await page.goto(path)
    const heading = page.getByRole('main').locator('h1:not(.as-text), h2:not(.as-text)').first()
    families.add(await heading.evaluate((shown) => getComputedStyle(shown).fontFamily))
  }
  expect(families.size).toBe(1)
  expect([...families][0]).toMatch(/^ming-[0-9a-f]{12}/)
})

// Runs in the page: lines of a long sentence, but for its last, that leave a fifth of their column empty.
function shortLines(): string[] {
  return [...document.querySelectorAll('.flowing')].flatMap((sentence) => {
    const column = sentence.closest('p, li, dd')?.getBoundingClientRect()
    if (!column || column.width < 240) return []
    const rights = new Map<number, number>()
    const range = document.createRange()
    range.selectNodeContents(sentence)
    for (const { bottom, right } of range.getClientRects()) {
      const line = Math.round(bottom / 8)
      rights.set(line, Math.max(rights.get(line) ?? 0, right))
    }
    const lines = [...rights].toSorted(([a], [b]) => a - b).slice(0, -1)
    return lines.some(([, right]) => right - column.left < 0.8 * column.width)
      ? [sentence.textContent]
      : []
  })
}

test('a long sentence fills its lines on a phone', async ({ page }) => {
  await refuseCookies(page)
  await page.setViewportSize({ width: 390, height: 800 })
  for (const path of ['/', '/product/otr-001']) {
    await page.goto(path)
    expect(await page.locator('.flowing').count()).toBeGreaterThan(4)
    expect.soft(await page.evaluate(shortLines), path).toEqual([])
  }
})

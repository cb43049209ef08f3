import { INDEXED, UNLISTED } from '../../e2e/support/pages/storefront.ts'
import { expect, test } from '../../e2e/support/shop.ts'

const paths = [...INDEXED, ...UNLISTED].map(([path]) => path)
const SHOP = [
  '/',
  '/shop',
  '/blog',
  '/contact',
  '/cart',
  '/join',
  '/join/confirm',
  '/back-in-stock',
  '/order',
]
const withTwin = paths.filter((path) => !SHOP.includes(path) && !/^\/(?:shop|creator)\//.test(path))

/** Amounts, dates and states in a page's text. */
const FIGURES = /NT\$[\d,]+|\d{4}年\d{1,2}月\d{1,2}日|預購中|已售完|現貨/g

// The words of a page, without its tags and data, and without the gap of T 恤.
function textOf(html: string): string {
  const main = /<main[^]*?<\/main>/.exec(html)?.[0] ?? ''
  return main.replaceAll(/<script[^]*?<\/script>|<[^>]*>/g, '').replaceAll('\u00A0', ' ')
}

test('every price, date and state of a twin stands on its page', async ({ page }) => {
  for (const path of withTwin) {
    const html = textOf(await (await page.request.get(path)).text())
    const answer = await page.request.get(`${path}.md`)
    expect(answer.status(), path).toBe(200)
    expect(answer.headers()['content-type'], path).toBe('text/markdown; charset=utf-8')
    const facts = (await answer.text()).match(FIGURES) ?? []
    // A state that needs no badge on the page is said in the twin.
    const said = facts.filter((fact) => fact !== '現貨' && !html.includes(fact))
    expect(said, path).toEqual([])
  }
})

test("a product's twin names its price, its state and the dates of its pre-order", async ({
  page,
}) => {
  const twin = async (id: string) => (await page.request.get(`/product/${id}.md`)).text()
  const preorder = await twin('otr-001')
  for (const text of ['NT$1,540', '預購中', '2099年2月28日', '2099年3月31日', '220 g/m²']) {
    expect(preorder).toContain(text)
  }
  expect(await twin('ots-001')).toContain('狀態：已售完')
  expect(await twin('otd-001')).toContain('狀態：現貨')
  expect(await twin('otp-001')).toContain('狀態：現貨')
})

test('a page is read as markdown by its own address, where that is asked for', async ({ page }) => {
  const { request } = page
  for (const path of ['/product/otr-001', '/c/otr-001', '/blog/seen-on-the-road', '/faq']) {
    const headers = { accept: 'text/markdown, text/html;q=0.8' }
    const answer = await request.get(path, { headers })
    expect(await answer.text(), path).toBe(await (await request.get(`${path}.md`)).text())
    const html = await request.get(path)
    expect(html.headers()['content-type'], path).toContain('text/html')
    // By name: Accept-Encoding is another header.
    const varied = (html.headers()['vary'] ?? '')
      .split(',')
      .map((name) => name.trim().toLowerCase())
    expect(varied, path).toContain('accept')
  }
  const inCapitals = await request.get('/C/OTR-001', { headers: { accept: 'text/markdown' } })
  expect(await inCapitals.text()).toMatch(/^# 旅見/)
})

test('pages that are not public have no twin', async ({ page }) => {
  for (const path of ['/cart', '/account', '/owner', '/account.md', '/no-such-page.md']) {
    const answer = await page.request.get(path, { headers: { accept: 'text/markdown' } })
    expect(answer.headers()['content-type'] ?? '', path).not.toContain('markdown')
  }
})

test('llms.txt lists every twin, and each is read as it says', async ({ page }) => {
  const { request } = page
  const text = await (await request.get('/llms.txt')).text()
  const listed = [...text.matchAll(/\]\((\S+\.md)\)/g)].map(
    ([, url]) => new URL(url ?? '').pathname,
  )
  expect(listed.toSorted()).toEqual(withTwin.map((path) => `${path}.md`).toSorted())
  expect(text).toContain('這裡列出的每一頁都有 markdown 版本')
  for (const path of listed) {
    const asked = { headers: { accept: 'text/markdown' } }
    for (const answer of [
      await request.get(path),
      await request.get(path.replace(/\.md$/, ''), asked),
    ]) {
      expect(answer.status(), path).toBe(200)
      expect(answer.headers()['content-type'], path).toBe('text/markdown; charset=utf-8')
    }
  }
})

test('llms.txt says of each product what its twin says: price and state of sale', async ({
  page,
}) => {
  const text = await (await page.request.get('/llms.txt')).text()
  const products = withTwin.filter((path) => path.startsWith('/product/'))
  for (const path of products) {
    const [, line = ''] = new RegExp(`\\(\\S*${path}\\.md\\)：(.*)`).exec(text) ?? []
    const twin = await (await page.request.get(`${path}.md`)).text()
    const [, price = ''] = /價格：(NT\$[\d,]+)/.exec(twin) ?? []
    const [, state = ''] = /狀態：(.*)/.exec(twin) ?? []
    expect(line, path).toContain(price)
    expect(line, path).toContain(`（${state}）`)
  }
})

import type { Page } from 'playwright'

import { newMember } from '../support/accounts.ts'
import { expectNoViolation } from '../support/axe.ts'
import { signInPage } from '../support/pages/sign-in-page.ts'
import { refuseCookies } from '../support/pages/storefront.ts'
import { expect, test } from '../support/shop.ts'

test.beforeEach(({ page }) => refuseCookies(page))

test('the facts of a garment and of the seller are reported, and a day for what is not known @long', async ({
  page,
}) => {
  await page.goto('/product/otr-001')
  const facts = page.getByRole('definition')
  await expect(facts.filter({ hasText: '220 g/m²' })).toBeVisible()
  await expect(page.getByText('模特兒')).toHaveCount(0)
  const promise =
    '規格與實品照片 2099年1月15日前公布；公布後 7 天內都可整筆取消、全額退款（最晚 2099年1月22日）。'
  await expect(page.getByText(promise)).toBeVisible()
  await expect(page.getByRole('contentinfo')).toContainText('統一編號 22099131｜代表人 林小島')
  await expect(page.getByRole('contentinfo')).not.toContainText('電話')
  await page.goto('/contact')
  await expect(page.getByRole('main')).toContainText('代表人林小島')
  await page.goto('/patent-statement')
  for (const fact of ['M672379', '2025年7月1日', '共衣創作股份有限公司']) {
    await expect(page.getByRole('main').getByText(fact).first()).toBeVisible()
  }
})

test(
  'a browser that keeps no cookies is reported in one sentence, and goes nowhere',
  { tag: '@long' },
  async ({ page }) => {
    const member = await newMember()
    await page.route('**/login**', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      const response = await route.fetch()
      await page.context().clearCookies()
      const {
        'set-cookie': _refused,
        'content-encoding': _decoded,
        ...headers
      } = response.headers()
      await route.fulfill({ status: response.status(), headers, body: await response.body() })
    })
    await page.goto('/login?redirect=/checkout')
    await expect(page.getByText('登入或註冊後繼續結帳，購物車會留著。')).toBeVisible()
    await signInPage(page).logIn(member)
    await expect(signInPage(page).problem('這個瀏覽器未保留 Cookie')).toBeFocused()
    await expect(page).toHaveURL(/\/login\?redirect/)
  },
)

test(
  'a page that is slow to come says so, and where one is stays marked',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/blog')
    await page.route(/\/(?:contact|blog\/).*_rsc=/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      await route.continue()
    })
    const link = page.getByRole('article').getByRole('link').first()
    await link.click()
    await expect(link).toHaveAttribute('aria-busy', 'true')
    await expect(page).toHaveURL(/\/blog\/.+/)
    await expect(page.locator('header a[href="/blog"]')).toHaveAttribute('aria-current', 'true')
    const contact = page.locator('header a[href="/contact"]')
    await contact.click()
    await expect(contact).toHaveAttribute('aria-busy', 'true')
    await expect(page).toHaveURL(/\/contact$/)
    await expect(page.locator('[aria-busy]')).toHaveCount(0)
  },
)

function pagesAskedFor(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('_rsc=')) paths.push(new URL(request.url()).pathname)
  })
  return paths
}

test('a tap asks for the next page once', { tag: ['@phone', '@long'] }, async ({ page }) => {
  await page.goto('/blog')
  const asked = pagesAskedFor(page)
  // The first article may be fetched ahead.
  const link = page.getByRole('article').getByRole('link').last()
  const path = await link.getAttribute('href')
  await link.tap()
  await expect(page).toHaveURL(/\/blog\/.+/)
  await page.waitForLoadState('networkidle')
  expect(asked.filter((one) => one === path)).toEqual([path])
})

for (const [name, savesData] of [
  ['one page of each kind is fetched ahead', false],
  ['a browser that saves data fetches no page ahead', true],
] as const) {
  test(
    `a second after a page has loaded, ${name}`,
    { tag: ['@phone', '@long'] },
    async ({ page }) => {
      await page.addInitScript((saveData) => {
        Object.defineProperty(navigator, 'connection', { value: { saveData } })
      }, savesData)
      await page.clock.install()
      const asked = pagesAskedFor(page)
      await page.goto('/shop', { waitUntil: 'networkidle' })
      const product = page.getByRole('main').locator('a[href^="/product/"]').first()
      await page.clock.runFor(2000)
      if (savesData) {
        // An answer to a later request: all that the page asked for before has been seen by then.
        await page.evaluate(() => fetch('/api/health/live'))
        expect(asked).toEqual([])
      } else {
        const kinds = ['/', '/cart', await product.getAttribute('href')]
        await expect.poll(() => new Set(asked)).toEqual(new Set(kinds))
      }
    },
  )
}

test('the header stays in sight, but nothing sticks in a low window @long', async ({ page }) => {
  await page.goto('/product/otr-001')
  await page.evaluate(() => window.scrollTo(0, 600))
  await expect(page.getByRole('banner')).toBeInViewport()
  await page.setViewportSize({ width: 560, height: 320 })
  await expect(page.getByRole('banner')).not.toBeInViewport()
  await expect(page.getByRole('button', { name: '回到頁面頂端' })).toBeHidden()
  await expect(page.getByRole('navigation', { name: '快速選單' })).not.toBeInViewport()
})

test('in forced colours the chosen size is seen', { tag: '@long' }, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/product/otr-001?size=L')
  const outline = (size: string) =>
    page
      .locator('label')
      .filter({ has: page.getByRole('radio', { name: size, exact: true }) })
      .evaluate((label) => getComputedStyle(label).outlineStyle)
  await expect.poll(() => outline('L')).toBe('solid')
  expect(await outline('M')).toBe('none')
  await page
    .getByRole('button', { name: /^放大：/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toHaveCSS('border-top-width', '2px')
  await page.getByRole('button', { name: '關閉' }).click()
  const pages = page.getByRole('contentinfo').getByRole('link')
  for (const link of await pages.all()) {
    expect
      .soft((await link.boundingBox())?.height, `${await link.textContent()}`)
      .toBeGreaterThanOrEqual(44)
  }
})

test.describe('without network', () => {
  test.use({ expected: [/ERR_INTERNET_DISCONNECTED|preload assets/] })

  test('the page stays, says so, and goes on once the network is back @long', async ({
    page,
    context,
  }) => {
    await page.goto('/product/otr-001')
    const sizes = page.getByRole('group', { name: '尺寸' })
    await sizes.getByText('L', { exact: true }).click()
    await page.getByRole('button', { name: '增加數量' }).click()
    await expect(page.getByRole('group', { name: '數量' })).toContainText('2')
    await context.setOffline(true)
    await page.getByRole('contentinfo').getByRole('link', { name: '聯絡我們' }).click()
    const result = page.getByRole('alert').filter({ hasText: '網路連線中斷' })
    await expect(result).toContainText('先為您留在這一頁')
    await page.getByRole('button', { name: '立即預購' }).first().click()
    await expect(page.getByRole('link', { name: '前往購物車（白色・L，2 件）' })).toBeVisible()
    await page.getByRole('button', { name: '幫我選尺寸' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('旅見 T 恤')
    await expectNoViolation(page)
    await context.setOffline(false)
    await expect(result).toHaveCount(0)
    await page.getByRole('link', { name: '前往購物車（白色・L，2 件）' }).click()
    await expect(page).toHaveURL(/\/cart$/)
  })
})

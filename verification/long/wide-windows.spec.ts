import type { Locator } from 'playwright/test'

import { giveSession, newMember, register, sessionCookie } from '../../e2e/support/accounts.ts'
import { refuseCookies, storeCart, storedLine } from '../../e2e/support/pages/storefront.ts'
import { paymentFields, seedOrders } from '../../e2e/support/seeded-orders.ts'
import { expect, test } from '../../e2e/support/shop.ts'

const TABLET = { width: 768, height: 1024 }
const DESKTOP = { width: 1440, height: 900 }

test.beforeEach(({ page }) => refuseCookies(page))

/** Counts the lines on which a text stands. */
const linesOf = (text: Locator) =>
  text.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  })

const topOf = async (locator: Locator) => (await locator.boundingBox())?.y

const leftOf = async (locator: Locator) => (await locator.boundingBox())?.x

test('on a tablet the labels of the size finder stand on one line', async ({ page }) => {
  await page.setViewportSize(TABLET)
  await page.goto('/product/otr-001')
  await page.getByRole('button', { name: '幫我選尺寸' }).click()
  for (const label of ['身高（公分）', '體重（公斤）']) {
    expect(await linesOf(page.getByText(label, { exact: true })), label).toBe(1)
  }
})

test("the notice below an order's facts keeps its distance, on a screen and documented", async ({
  page,
  context,
}) => {
  const member = await register()
  await giveSession(context, await sessionCookie(member))
  const [id] = await seedOrders(member, 1, () => ({}))
  await page.goto(`/account/order/${id}`)
  const facts = page.locator('article dl').filter({ hasText: '配送方式' })
  for (const window of [DESKTOP, TABLET, { width: 360, height: 780 }]) {
    await page.setViewportSize(window)
    for (const media of ['screen', 'print'] as const) {
      await page.emulateMedia({ media })
      const above = await facts.boundingBox()
      const below = await page.getByText('我們不會打電話').boundingBox()
      const distance = (below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)
      expect(distance, `${window.width} ${media}`).toBeGreaterThanOrEqual(16)
    }
  }
})

test("on a tablet an order's facts fill two columns, and the link to the carrier does not break", async ({
  page,
  context,
}) => {
  await page.setViewportSize(TABLET)
  const member = await register()
  await giveSession(context, await sessionCookie(member))
  const shipment = {
    carrier: '黑貓宅急便',
    trackingNumber: '9070-1234-5678',
    shippedAt: new Date().toISOString(),
  }
  const paid = paymentFields({ state: 'paid', attempt: 'captured' })
  const [due, shipped] = await seedOrders(member, 2, (index) =>
    index === 0 ? {} : { status: '已出貨', paidAt: shipment.shippedAt, shipment, ...paid },
  )
  await page.goto(`/account/order/${due}`)
  const fact = (name: string) => page.getByRole('heading', { level: 3, name, exact: true })
  expect(await leftOf(fact('客服'))).toBe(await leftOf(fact('付款資訊')))
  await page.goto(`/account/order/${shipped}`)
  expect(await leftOf(fact('客服'))).toBe(await leftOf(fact('付款資訊')))
  expect(await linesOf(page.getByRole('link', { name: '到物流公司的網頁查詢' }))).toBe(1)
})

test('a typed store has the way to find its number after the number', async ({ page, context }) => {
  await page.setViewportSize(TABLET)
  await giveSession(context, (await newMember()).session)
  await storeCart(page, JSON.stringify([storedLine()]))
  await page.goto('/checkout')
  await page.getByText('超商取貨').click()
  await expect(page.getByLabel('門市店號')).toHaveAccessibleDescription(/不知道店號？/)
  const search = await page.getByRole('link', { name: '查 7-11 門市' }).boundingBox()
  const name = await page.getByText('門市名稱', { exact: false }).first().boundingBox()
  expect(search?.y).toBeLessThan(name?.y ?? 0)
})

test("a desktop's window is not a third empty on a member's pages, a creator's and beside an article", async ({
  page,
  context,
}) => {
  await page.setViewportSize(DESKTOP)
  const member = await newMember()
  await giveSession(context, member.session)
  await seedOrders(member, 1)
  const marginsOf = async (locator: Locator) => {
    const { x = 0, width = 0 } = (await locator.boundingBox()) ?? {}
    return { left: x, right: DESKTOP.width - x - width }
  }
  await page.goto('/account/order')
  const orders = await marginsOf(page.getByRole('article'))
  expect(Math.abs(orders.left - orders.right)).toBeLessThan(20)
  await page.goto('/account/settings')
  const third = DESKTOP.width / 3
  expect((await marginsOf(page.getByLabel('地址'))).right).toBeLessThan(third)
  await page.goto('/blog/seen-on-the-road')
  const shirt = page.getByRole('region', { name: '文章裡的衣服' })
  expect((await marginsOf(shirt)).right).toBeGreaterThan(2 * third - 1)
  expect(await topOf(shirt)).toBeLessThan((await topOf(page.locator('.prose h2').first())) ?? 0)
  await page.goto('/creator/studio')
  const works = page.getByRole('heading', { name: '畫在這些衣服上' })
  expect((await marginsOf(works)).left).toBeGreaterThan(third)
})

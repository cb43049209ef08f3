import { refuseCookies, storeCart, storedLine } from '../support/pages/storefront.ts'
import { expect, test } from '../support/shop.ts'

test.use({ expected: [/of the stored cart were left out/] })

test.beforeEach(({ page }) => refuseCookies(page))

test('an empty cart leads to the shop @long', async ({ page }) => {
  await page.goto('/cart')
  await expect(page.getByText('購物車是空的')).toBeVisible()
  await page.getByRole('link', { name: '去看看商品' }).click()
  await expect(page).toHaveURL(/\/shop$/)
})

test(
  'lines are counted, changed, removed and put back',
  { tag: '@phone-long' },
  async ({ page }) => {
    await storeCart(page, JSON.stringify([storedLine(), storedLine({ size: 'XL', quantity: 1 })]))
    await page.goto('/cart')
    const summary = page.getByRole('region', { name: '訂單摘要' })
    await expect(summary).toContainText('商品小計（3 件）NT$4,620運費免運費總計NT$4,620')
    await page.getByRole('button', { name: '減少旅見 T 恤（白色・M）的數量' }).click()
    await expect(summary).toContainText('總計NT$3,080')
    await page.getByRole('button', { name: /移除\s*旅見 T 恤（白色・XL）/ }).click()
    await expect(summary).toContainText('總計NT$1,540')
    await page.getByRole('button', { name: '復原' }).click()
    await expect(summary).toContainText('總計NT$3,080')
    await page.getByRole('button', { name: '清空購物車' }).click()
    await expect(page.getByText('購物車是空的')).toBeVisible()
    await page.reload()
    await expect(page.getByText('購物車是空的')).toBeVisible()
  },
)

test(
  'undoing a removal leaves later changes and lines as they are',
  { tag: '@long' },
  async ({ page, context }) => {
    await storeCart(page, JSON.stringify([storedLine({ size: 'XL', quantity: 1 }), storedLine()]))
    await page.goto('/cart')
    const summary = page.getByRole('region', { name: '訂單摘要' })
    await page.getByRole('button', { name: /移除\s*旅見 T 恤（白色・XL）/ }).click()
    await page.getByRole('button', { name: '增加旅見 T 恤（白色・M）的數量' }).click()
    await expect(summary).toContainText('總計NT$4,620')
    const other = await context.newPage()
    await refuseCookies(other)
    await other.goto('/product/otr-001?size=S')
    await other.getByRole('button', { name: '立即預購' }).first().click()
    await expect(summary).toContainText('總計NT$6,160')
    await page.getByRole('button', { name: '復原' }).click()
    await expect(summary).toContainText('總計NT$7,700')
    const lines = page.getByRole('region', { name: '購物車內容，共 5 件' })
    await expect(lines).toBeFocused()
    await expect(lines.getByRole('listitem')).toContainText(['白色・XL', '白色・M', '白色・S'])
  },
)

test('below NT$1,200 delivery costs NT$80, as its own line, and strangers sign in first', async ({
  page,
}) => {
  await storeCart(page, JSON.stringify([storedLine({ id: 'otd-001', price: 590, quantity: 1 })]))
  await page.goto('/cart')
  const summary = page.getByRole('region', { name: '訂單摘要' })
  await expect(summary).toContainText('NT$590運費NT$80總計NT$670')
  await expect(summary).toContainText('再買 NT$610 就免運費。')
  const checkout = page.getByRole('link', { name: '前往結帳' })
  await expect(checkout).toHaveAttribute('href', '/login?redirect=%2Fcheckout')
})

test('a stored cart that cannot be read is empty, a line that cannot falls out; both are logged only @long', async ({
  page,
}) => {
  await page.goto('/cart')
  const reopenWith = async (text: string) => {
    await page.evaluate((stored) => localStorage.setItem('cart', stored), text)
    await page.reload()
  }
  for (const text of ['{', '{"id":1}', 'null']) {
    await reopenWith(text)
    await expect(page.getByText('購物車是空的')).toBeVisible()
  }
  await reopenWith(JSON.stringify([{ id: 'otr-001' }, storedLine()]))
  await expect(page.getByRole('region', { name: '訂單摘要' })).toContainText('總計NT$3,080')
})

test(
  'the way to checkout stays where it is when the shop tells when an order ships',
  {
    tag: ['@both', '@long'],
  },
  async ({ page }) => {
    const answers = Promise.withResolvers<void>()
    await page.route('**/cart', async (route) => {
      if (route.request().method() === 'POST') await answers.promise
      await route.continue()
    })
    await storeCart(page, JSON.stringify([storedLine(), storedLine({ size: 'L' })]))
    await page.goto('/cart')
    const checkout = page.getByRole('link', { name: '前往結帳' })
    await expect(checkout).toBeVisible()
    const before = await checkout.boundingBox()
    answers.resolve()
    await expect(page.getByText('整筆訂單預計')).toBeVisible()
    expect(await checkout.boundingBox()).toEqual(before)
  },
)

test('other tabs follow', { tag: '@long' }, async ({ page, context }) => {
  await page.goto('/cart')
  const other = await context.newPage()
  await refuseCookies(other)
  await other.goto('/product/otr-001')
  await other.getByRole('button', { name: '立即預購' }).first().click()
  await expect(page.getByRole('region', { name: '訂單摘要' })).toContainText('總計NT$1,540')
})

test(
  'a cart of many lines stays readable on a phone @long',
  { tag: '@phone' },
  async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    const long = '很長的名字'.repeat(12)
    const lines = Array.from({ length: 20 }, (_, index) =>
      storedLine({
        id: index < 5 ? 'otr-001' : `gone-${index}`,
        size: ['S', 'M', 'L', 'XL', 'XXL'][index % 5] ?? 'S',
        title: `${long}${index}`,
        quantity: 5,
      }),
    )
    await storeCart(page, JSON.stringify(lines))
    await page.goto('/cart')
    await expect(page.getByRole('region', { name: '訂單摘要' })).toContainText('總計NT$38,500')
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBe(320)
  },
)

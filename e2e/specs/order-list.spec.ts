import { giveSession, type RegisteredMember, register, sessionCookie } from '../support/accounts.ts'
import { expectNoViolation } from '../support/axe.ts'
import { seedOrders } from '../support/seeded-orders.ts'
import { expect, test } from '../support/shop.ts'

let member: RegisteredMember
test.beforeEach(async ({ context }) => {
  member = await register({ displayName: '小島' })
  await giveSession(context, await sessionCookie(member))
})

test('a member without orders is reported @long', async ({ page }) => {
  await page.goto('/account')
  await expect(page.getByText('目前沒有訂單紀錄')).toBeVisible()
  await expectNoViolation(page)
  await page.getByRole('link', { name: '查看所有訂單' }).click()
  await expect(page.getByText('目前沒有訂單紀錄')).toBeVisible()
  await page.goto('/account/order?search=x')
  await expect(page.getByText('找不到符合的訂單')).toBeVisible()
  // The older address of the list leads to it.
  await page.goto('/account/orders')
  await expect(page).toHaveURL(/\/account\/order$/)
})

test('five a page, in the address: back, reload and a search begin where they should @long', async ({
  page,
}) => {
  await seedOrders(member, 12, (index) => (index === 4 ? { status: '已出貨' } : {}))
  await page.goto('/account/order')
  const numbers = page.getByRole('article').getByRole('heading')
  await expect(numbers).toHaveCount(5)
  await expect(numbers.first()).toHaveText('Order2026030110-0012')
  await expectNoViolation(page)
  await page.getByRole('link', { name: '第 3 頁' }).click()
  await expect(numbers).toHaveText(['Order2026030110-0002', 'Order2026030110-0001'])
  await page.reload()
  await expect(numbers).toHaveCount(2)
  await page.getByLabel('訂單狀態').selectOption('已出貨')
  await expect(numbers).toHaveText(['Order2026030110-0005'])
  await expect(page).toHaveURL((url) => url.search === `?status=${encodeURIComponent('已出貨')}`)
  await page.getByLabel('搜尋', { exact: true }).fill('OTR-0')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL((url) => url.searchParams.get('search') === 'OTR-0')
  await expect(numbers).toHaveText(['Order2026030110-0005'])
  await page.goBack()
  await page.goBack()
  await expect(numbers).toHaveText(['Order2026030110-0002', 'Order2026030110-0001'])
  await expect(page.getByLabel('訂單狀態')).toHaveValue('')
})

test(
  'the home tab shows the latest three, an address past the end the last page',
  { tag: '@long' },
  async ({ page }) => {
    await seedOrders(member, 6)
    await page.goto('/account')
    await expect(page.getByRole('article').getByRole('heading')).toHaveText([
      'Order2026030110-0006',
      'Order2026030110-0005',
      'Order2026030110-0004',
    ])
    await page.goto('/account/order?page=9')
    await expect(page.getByText('第 2 頁，共 2 頁')).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(1)
  },
)

test('an order shows all of itself', async ({ page }) => {
  const [id] = await seedOrders(member, 1)
  await page.goto('/account/order')
  await page.getByRole('link', { name: '查看訂單' }).click()
  await expect(page).toHaveURL(new RegExp(`/account/order/${id}$`))
  const order = page.getByRole('article')
  for (const text of [
    'Order2026030110-0001',
    '旅見 T 恤',
    'NT$1,540',
    '免運費',
    'NT$3,080',
    '王小明',
    '106 臺北市大安區和平東路一段 1 號',
    '宅配到府',
  ]) {
    await expect(order).toContainText(text)
  }
  await expectNoViolation(page)
})

test(
  'an order prints alone on white paper, headed by the label',
  { tag: '@long' },
  async ({ page }) => {
    const [id] = await seedOrders(member, 1)
    await page.goto(`/account/order/${id}`)
    await expect(page.getByRole('region', { name: 'Cookie 設定' })).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('link', { name: 'OURTEE 共衣 首頁' })).toBeVisible()
    await expect(page.getByRole('article')).toBeVisible()
    for (const chrome of [
      page.getByRole('region', { name: 'Cookie 設定' }),
      page.getByRole('navigation'),
      page.getByRole('contentinfo'),
      page.getByRole('button'),
      page.getByRole('link', { name: /購物車|會員|前往付款|返回訂單列表/ }),
    ]) {
      await expect(chrome.filter({ visible: true })).toHaveCount(0)
    }
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  },
)

test(
  'every page of many orders shows its own, from whichever end it is read',
  { tag: '@long' },
  async ({ page }) => {
    await seedOrders(member, 23)
    const seen: string[] = []
    for (const number of [1, 2, 3, 4, 5]) {
      await page.goto(`/account/order?page=${number}`)
      await expect(page.getByText(`第 ${number} 頁，共 5 頁`)).toBeVisible()
      seen.push(...(await page.getByRole('article').getByRole('heading').allInnerTexts()))
    }
    const all = Array.from({ length: 23 }, (_, index) => String(23 - index).padStart(4, '0'))
    expect(seen).toEqual(all.map((sequence) => `Order2026030110-${sequence}`))
  },
)

test('an order is found by its number, with a status or without @long', async ({ page }) => {
  await seedOrders(member, 12, (index) => (index === 4 ? { status: '已出貨' } : {}))
  const numbers = page.getByRole('article').getByRole('heading')
  for (const search of ['Order2026030110-0005', 'order2026030110-0005', '2026030110-0005']) {
    await page.goto(`/account/order?search=${search}`)
    await expect(numbers).toHaveText(['Order2026030110-0005'])
  }
  await page.goto('/account/order?search=2026030110&page=3')
  await expect(numbers).toHaveText(['Order2026030110-0002', 'Order2026030110-0001'])
  await page.goto('/account/order?search=2026030110-0005&status=待付款')
  await expect(page.getByText('找不到符合的訂單')).toBeVisible()
  await page.goto('/account/order?search=2026030110&status=已出貨')
  await expect(numbers).toHaveText(['Order2026030110-0005'])
})

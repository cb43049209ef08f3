import { register, giveSession } from '../support/accounts.ts'
import { expectNoViolation } from '../support/axe.ts'
import { storedDocument } from '../support/database.ts'
import { ownerSince } from '../support/owners.ts'
import { press, type } from '../support/pages/keys.ts'
import { becomeOwner, sheetPage } from '../support/pages/owner.ts'
import { signIn } from '../support/pages/sign-in.ts'
import { sell } from '../support/sales.ts'
import { paymentFields, seedOrders } from '../support/seeded-orders.ts'
import { expect, test } from '../support/shop.ts'

// A page that is missing is part of it.
test.use({ expected: [/\b404\b/] })

const focusedText = (page: { evaluate: (fn: () => string) => Promise<string> }) =>
  page.evaluate(() => document.activeElement?.textContent ?? '')

test("the owner's pages have their own frame, three tab stops from the first tool @phone-long", async ({
  page,
}) => {
  await becomeOwner(page)
  await page.context().clearCookies({ name: 'consent' })
  await page.goto('/owner')
  await expect(page.getByRole('navigation', { name: '店主' })).toBeVisible()
  for (const name of ['主選單', '快速選單']) {
    await expect(page.getByRole('navigation', { name })).toHaveCount(0)
  }
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await expect(page.getByRole('button', { name: '全部接受' })).toHaveCount(0)
  const stops: string[] = []
  for (const _ of [1, 2, 3]) {
    await page.keyboard.press('Tab')
    stops.push(await focusedText(page))
  }
  expect(stops).toContain('今日')
  await page.goto('/owner/orders')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await focusedText(page)).toBe('可出貨')
  await expectNoViolation(page)
})

test('after an action the focus is on what came of it @phone-long @long', async ({ page }) => {
  await becomeOwner(page)
  const { id } = await sell()
  await sheetPage(page).open(id)
  await type(page, '追蹤編號', '9070')
  await page.keyboard.press('Enter')
  const outcome = page.getByRole('status').filter({ hasText: '已登記，會員看得到追蹤編號。' })
  await expect(outcome).toBeFocused()
  await press(page, page.getByRole('button', { name: '標記為已完成' }))
  await expect(page.getByRole('status').filter({ hasText: '已完成。' })).toBeFocused()
  expect(await storedDocument(`orders/${id}`)).toMatchObject({ status: '已完成' })
})

const number = (index: number) => `Order2024010${index}10-7${process.pid}`

test('the list is sorted by a column, narrowed to days, and completed together @phone-long @long', async ({
  page,
  isMobile,
}) => {
  await becomeOwner(page)
  const ids = await seedOrders(await register(), 3, (index) => ({
    orderId: number(index + 1),
    createdAt: `2024-01-0${index + 1}T02:00:00.000Z`,
    totalAmount: [900, 300, 600][index],
    status: '已出貨',
    shipment: {
      carrier: '黑貓宅急便',
      trackingNumber: '9070',
      shippedAt: '2024-01-04T02:00:00.000Z',
    },
    ...paymentFields({ state: 'paid', attempt: 'captured' }),
  }))
  await page.goto('/owner/orders?view=shipped&from=2024-01-01&to=2024-01-03')
  const order = () => page.getByRole('rowheader').allTextContents()
  const short = (...indexes: readonly number[]) => indexes.map((index) => number(index).slice(5))
  const mine = async () => (await order()).filter((text) => text.endsWith(String(process.pid)))
  await expect.poll(mine).toEqual(short(3, 2, 1))
  // The days are in the address, so they are unfolded.
  if (isMobile) {
    await page.getByLabel('排序').selectOption('largest')
    await page.getByRole('button', { name: '搜尋', exact: true }).click()
  } else {
    await page.getByRole('link', { name: '金額，金額大的在前' }).click()
  }
  await expect.poll(mine).toEqual(short(1, 3, 2))
  await page.getByLabel('下單日期（起）').fill('2024-01-02')
  await page.getByRole('button', { name: '搜尋', exact: true }).click()
  await expect.poll(mine).toEqual(short(3, 2))
  await expectNoViolation(page)
  await page.getByLabel(`選取 ${number(2)}`).check()
  await page.getByRole('button', { name: '標記為已完成' }).click()
  await expect(page.getByRole('status').filter({ hasText: '已完成。' })).toBeFocused()
  const statuses = await Promise.all(ids.map((id) => storedDocument(`orders/${id}`)))
  expect(statuses.map(({ status }) => status)).toEqual(['已出貨', '已完成', '已出貨'])
})

test('a missing page leads to signing in, and an owner to their page @long', async ({
  page,
  context,
}) => {
  const stale = await ownerSince(13)
  await giveSession(context, stale.session)
  await page.goto('/owner/orders?view=waiting')
  await expect(page.getByRole('heading', { name: '找不到這個頁面' })).toBeVisible()
  await page.getByRole('link', { name: '登入後再開啟這個網址' }).click()
  await signIn(page, stale)
  await expect(page).toHaveURL(/\/owner\/orders\?view=waiting$/)
  await page.goto('/nothing')
  await expect(page.getByRole('link', { name: '登入後再開啟這個網址' })).toHaveAttribute(
    'href',
    '/login?redirect=%2Fnothing',
  )
})

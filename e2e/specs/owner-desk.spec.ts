import { expectNoViolation } from '../support/axe.ts'
import { databaseAt } from '../support/database.ts'
import { type OwnShop, startOwnShop } from '../support/own-shop.ts'
import { choose, press, tabTo, type } from '../support/pages/keys.ts'
import { becomeOwner } from '../support/pages/owner.ts'
import { orderDocument, paymentFields } from '../support/seeded-orders.ts'
import { expect, test } from '../support/shop.ts'

// Switches, sums and the list of new shippings are those of a whole shop.
test.describe.configure({ mode: 'default' })
test.use({ expected: [/ERR_CONNECTION_RESET/] })
let own: OwnShop
test.beforeAll(async () => {
  own = await startOwnShop(4630)
})
test.afterAll(() => own.stop())

const SHIRT = '日常 T 恤'

test('a manual order is created once by keyboard, is in stock and sales, and its refund is recorded once @long', async ({
  page,
}) => {
  await becomeOwner(page)
  await page.goto(`${own.at.shop}/owner/orders`)
  await press(page, page.getByRole('link', { name: '手動建立訂單' }))
  await expect(page.getByRole('heading', { name: '手動建立訂單' })).toBeVisible()
  await expectNoViolation(page)
  const create = page.getByRole('button', { name: '建立訂單' })
  await press(page, create)
  await expect(page.getByRole('alert').filter({ hasText: '件' })).toBeFocused()
  await choose(page, '付款方式', 'transfer')
  await choose(page, '發票類型', 'paper')
  const units = page
    .getByRole('group', { name: new RegExp(SHIRT) })
    .first()
    .getByLabel('M')
  await tabTo(page, units)
  await page.keyboard.type('2')
  await press(page, create)
  await expect(page.getByRole('status').filter({ hasText: '已建立' })).toBeFocused()

  await page.goto(`${own.at.shop}/owner/orders?view=completed`)
  await press(page, page.getByRole('rowheader').getByRole('link'))
  await expect(page.locator('[data-status="已完成"]')).toBeVisible()
  await expect(page.getByText('轉帳')).toBeVisible()
  await expectNoViolation(page)
  await press(page, page.locator('summary').filter({ hasText: '登記退款' }))
  await type(page, '退還金額（元）', '180')
  await type(page, '原因', '贈品瑕疵')
  const record = page.getByRole('button', { name: '登記退款' })
  await page.route('**/owner/order/*', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await press(page, record)
  await expect(page.getByRole('alert').filter({ hasText: '網路中斷' })).toBeFocused()
  await page.unroute('**/owner/order/*')
  await press(page, record)
  await expect(page.getByRole('status').filter({ hasText: '已登記。' })).toBeFocused()
  await expect(page.getByText('退還款項 NT$180：贈品瑕疵')).toHaveCount(1)

  await page.goto(`${own.at.shop}/owner`)
  await press(page, page.getByRole('link', { name: /任何期間的銷售/ }))
  await expect(page.locator('figure')).toContainText(/收款最多的是.+，NT\$1,180/)
  const goods = page.getByRole('table', { name: /商品與尺寸/ })
  await expect(goods.getByRole('row', { name: new RegExp(`${SHIRT}.*2 件.*M 2`) })).toBeVisible()
  await expect(
    goods.getByRole('row', { name: /合計.*NT\$1,180.*NT\$180.*NT\$1,000/ }),
  ).toBeVisible()
  await press(page, page.locator('summary').filter({ hasText: '每天的數字' }))
  await expect(page.getByRole('table', { name: /每天，/ }).getByRole('row')).toHaveCount(2)
  await expectNoViolation(page)
  // The whole range by keyboard, then a wrong one, which says so and shows the usual days.
  await page.getByLabel('從哪一天').fill('2020-03-02')
  await page.getByLabel('到哪一天').fill('2020-03-01')
  await press(page, page.getByRole('button', { name: '看這段期間' }))
  await expect(page.getByRole('alert').filter({ hasText: '不能晚於結束日' })).toBeVisible()
  await page.getByLabel('從哪一天').fill('2020-03-01')
  await page.getByLabel('到哪一天').fill('2020-03-02')
  await press(page, page.getByRole('button', { name: '看這段期間' }))
  await expect(page.getByText('這段期間沒有收支。')).toBeVisible()
})

/** Paid orders of the own shop, with these sequences. */
async function seed(...sequences: readonly number[]): Promise<readonly string[]> {
  const member = { uid: 'nobody', email: 'nobody@example.com' }
  const made = sequences.map((sequence) => ({
    ...orderDocument(member, sequence),
    ...paymentFields({ state: 'paid', attempt: 'captured' }),
    status: '已付款',
  }))
  const orders = databaseAt(own.at.firestore).collection('orders')
  await Promise.all(made.map((order) => orders.add(order)))
  return made.map(({ orderId }) => orderId)
}

test('a whole list is taken back by keyboard before its mails leave @long', async ({ page }) => {
  await becomeOwner(page)
  const numbers = await seed(8000, 8001)
  await page.goto(`${own.at.shop}/owner/ship`)
  await tabTo(page, page.getByLabel('訂單編號與追蹤編號'))
  await page.keyboard.insertText(numbers.map((number, index) => `${number} 907${index}`).join('\n'))
  await expect(page.getByRole('region', { name: '會出貨的訂單' })).toContainText('王小明')
  await press(page, page.getByRole('button', { name: '全部標記為已出貨' }))
  await expect(page.getByRole('status').filter({ hasText: '2 筆已出貨' })).toBeFocused()
  await expectNoViolation(page)
  await press(page, page.locator('summary').filter({ hasText: '全部收回（2 筆）' }))
  await press(page, page.getByRole('button', { name: '收回出貨' }))
  const outcome = page.getByRole('status').filter({ hasText: '已收回，出貨的信不會寄出。' })
  await expect(outcome).toBeFocused()
  await expect(page.getByRole('region', { name: /剛才出貨的/ })).toHaveCount(0)
  const db = databaseAt(own.at.firestore)
  const stored = await db.collection('orders').where('orderId', 'in', numbers).get()
  expect(stored.docs.map((order) => String(order.get('status')))).toEqual(['已付款', '已付款'])
  const mails = await db.collection('outbox').where('kind', '==', 'shipped').get()
  expect(mails.size).toBe(0)
})

test('the reminder of unpaid orders is switched off and on by keyboard @long', async ({ page }) => {
  await becomeOwner(page)
  await page.goto(`${own.at.shop}/owner`)
  for (const [before, button, after] of [
    ['開著', '關掉付款提醒', '關著'],
    ['關著', '打開付款提醒', '開著'],
  ] as const) {
    const panel = page.locator('details').filter({ hasText: '付款提醒：' })
    await expect(panel.locator('summary')).toHaveText(`付款提醒：${before}`)
    if (!(await panel.getByRole('button').isVisible())) await press(page, panel.locator('summary'))
    await expectNoViolation(page)
    await press(page, page.getByRole('button', { name: button }))
    await expect(panel.locator('summary')).toHaveText(`付款提醒：${after}`)
  }
})

import { changeMember, giveSession, register, sessionCookie } from '../support/accounts.ts'
import { expectNoViolation } from '../support/axe.ts'
import { database, storedDocument } from '../support/database.ts'
import { choose, press, tabTo, type } from '../support/pages/keys.ts'
import { becomeOwner, sheetPage } from '../support/pages/owner.ts'
import { refuseCookies } from '../support/pages/storefront.ts'
import { sell } from '../support/sales.ts'
import { expect, test } from '../support/shop.ts'

test('sizes and units are changed by keyboard, and the refund is filled in with what was taken out @long', async ({
  page,
}) => {
  await becomeOwner(page)
  const { id } = await sell()
  const sheet = sheetPage(page)
  await sheet.open(id)
  await press(page, sheet.panel('更改尺寸或件數').locator('summary'))
  await expectNoViolation(page)
  await choose(page, '尺寸', 'L')
  await tabTo(page, page.getByRole('combobox', { name: '件數' }))
  await page.keyboard.press('ArrowUp')
  await press(page, page.getByRole('button', { name: '更改訂單內容' }))
  await expect(page.getByRole('status').filter({ hasText: '已更改，買家會收到信。' })).toBeFocused()
  expect(await storedDocument(`orders/${id}`)).toMatchObject({
    items: [{ size: 'L', quantity: 1 }],
    totalAmount: 3080,
  })
  await press(page, sheet.panel('退款').locator('summary'))
  await expect(page.getByLabel('退款金額（元）')).toHaveValue('1540')
  await expectNoViolation(page)
})

test('an order to a door goes to a store instead, by keyboard, and the list shows it there @long', async ({
  page,
}) => {
  await becomeOwner(page)
  const { id, number } = await sell({ note: '請放管理室' })
  const sheet = sheetPage(page)
  await sheet.open(id)
  await press(page, sheet.panel('改為超商取貨').locator('summary'))
  await expectNoViolation(page)
  const change = page.getByRole('button', { name: '改為超商取貨' })
  await press(page, change)
  await expect(page.getByRole('alert').filter({ hasText: '收件資料不完整' })).toBeFocused()
  await type(page, '門市店號', '7-11 131386 重慶門市')
  await press(page, change)
  await expect(page.getByRole('status').filter({ hasText: '已更改，買家會收到信。' })).toBeFocused()
  expect(await storedDocument(`orders/${id}`)).toMatchObject({
    shippingMethod: 'store',
    recipient: { store: '7-11 131386 重慶門市', address: '' },
  })
  await page.goto('/owner/orders?view=all&delivery=7-11')
  const row = page.getByRole('row').filter({ hasText: number.replace('Order', '') })
  await expect(row).toContainText('7-11 131386 重慶門市')
  await expect(row).toContainText('請放管理室')
  await expectNoViolation(page)
  await page.goto('/owner/orders?view=all&delivery=home')
  await expect(page.getByText(number.replace('Order', ''))).toHaveCount(0)
})

test('a review is ended by a refund from the shop, by keyboard @long', async ({ page }) => {
  const owner = await becomeOwner(page)
  const { id } = await sell()
  const review = { reason: 'amount', at: new Date().toISOString() }
  await database()
    .doc(`orders/${id}`)
    .update({ status: '待付款', 'payment.state': 'review', 'payment.review': review })
  const sheet = sheetPage(page)
  await sheet.open(id)
  await press(page, sheet.panel('退款並結束核對').locator('summary'))
  await expect(page.getByRole('combobox', { name: '退哪一筆' })).toContainText('全部退回 NT$3,080')
  await expectNoViolation(page)
  const panel = sheet.panel('退款並結束核對')
  await tabTo(page, panel.getByLabel('原因'))
  await page.keyboard.type('重複付款')
  await tabTo(page, panel.getByLabel('您的密碼', { exact: true }))
  await page.keyboard.type(owner.password)
  await press(page, panel.getByRole('button', { name: '退款並結束核對' }))
  await expect(page.getByRole('status').filter({ hasText: '已退款 NT$3,080。' })).toBeFocused()
  await expect(panel).toHaveCount(0)
  expect(await storedDocument(`orders/${id}`)).toMatchObject({
    payment: { state: 'refunded', refundedAmount: 3080 },
  })
})

test('the list of customers has their orders and sums, and leads to each @long', async ({
  page,
}) => {
  await becomeOwner(page)
  const { member, id } = await sell()
  const profile = { uid: member.uid, email: member.email, createdAt: new Date().toISOString() }
  await database().doc(`users/${member.uid}`).set(profile, { merge: true })
  await page.goto('/owner/customers')
  const row = page.getByRole('row').filter({ has: page.locator(`a[href*="${member.uid}"]`) })
  await expect(row).toContainText('NT$3,080')
  await expectNoViolation(page)
  await press(page, row.getByRole('link'))
  await expect(page.getByText(String((await storedDocument(`orders/${id}`)).orderId))).toBeVisible()
})

test.describe('staff', () => {
  // A page that is not there for them is part of it.
  test.use({ expected: [/\b404\b/] })

  test('pack and ship by keyboard, and find neither the menu nor the pages of the owner @long', async ({
    page,
  }) => {
    const staff = await register({ emailVerified: true })
    await changeMember(staff.uid, { customAttributes: JSON.stringify({ staff: true }) })
    await refuseCookies(page)
    await giveSession(page.context(), await sessionCookie(staff))
    const { id } = await sell()
    const menu = page.getByRole('navigation', { name: '店主' }).getByRole('link')
    const places = ['訂單', '整批出貨', '寄件', '登入安全', '看商店']
    await sheetPage(page).open(id)
    await expect(menu).toHaveText(places)
    await expectNoViolation(page)
    await type(page, '追蹤編號', '9070')
    await page.keyboard.press('Enter')
    const outcome = page.getByRole('status').filter({ hasText: '已登記，會員看得到追蹤編號。' })
    await expect(outcome).toBeFocused()
    for (const path of ['/owner', '/owner/books', '/owner/order/nothing']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: '找不到這一頁' })).toBeVisible()
      await expect(menu).toHaveText(places)
    }
    await expectNoViolation(page)
    await page.goto('/owner/proof')
    await expect(page.getByRole('button', { name: '加入這台裝置的通行密鑰' })).toBeVisible()
  })
})

import { expectNoViolation } from '../support/axe.ts'
import { database, storedDocument } from '../support/database.ts'
import { choose, press, type } from '../support/pages/keys.ts'
import { becomeOwner, sheetPage } from '../support/pages/owner.ts'
import { place, sell } from '../support/sales.ts'
import { expect, test } from '../support/shop.ts'

// A wrong password is part of a day.
test.use({ expected: [/\b400\b/] })

const readStored = (id: string) => storedDocument(`orders/${id}`)

test('an order is found, shipped and refunded in part by keyboard alone @long (rule 401)', async ({
  page,
}) => {
  const owner = await becomeOwner(page)
  const { id, number } = await sell()
  const { panel, refusal } = sheetPage(page)
  await page.goto('/owner')
  const places = page.getByRole('navigation', { name: '店主' })
  await press(page, places.getByRole('link', { name: '訂單' }))
  await type(page, '搜尋', number)
  await page.keyboard.press('Enter')
  await press(page, page.getByRole('link', { name: number.replace('Order', ''), exact: true }))
  const ship = page.getByRole('button', { name: '標記為已出貨' })
  await press(page, ship)
  await expect(refusal('請填物流公司和追蹤編號。')).toBeFocused()
  await expectNoViolation(page)
  await type(page, '追蹤編號', '9070')
  await page.keyboard.press('Enter')
  await expect(page.getByText('已記下，會員看得到追蹤編號。')).toBeVisible()
  expect(await readStored(id)).toMatchObject({ status: '已出貨' })
  await expectNoViolation(page)

  await press(page, panel('退款').locator('summary'))
  await type(page, '退款金額（元）', '80')
  await page.keyboard.press('Enter')
  await expect(refusal('請輸入密碼。')).toBeFocused()
  await type(page, '您的密碼', 'wrong-1')
  await page.keyboard.press('Enter')
  await expect(refusal('密碼不正確，沒有退款。')).toBeFocused()
  await expectNoViolation(page)
  await type(page, '原因', '晚到補償')
  await type(page, '您的密碼', owner.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('已退款 NT$80。')).toBeVisible()
  expect(await readStored(id)).toMatchObject({ payment: { refundedAmount: 80 } })
  await expectNoViolation(page)
})

test('an unpaid order is cancelled by keyboard alone @long', async ({ page }) => {
  await becomeOwner(page)
  const { id } = await place()
  const { open, panel, refusal } = sheetPage(page)
  await open(id)
  await press(page, panel('取消訂單').locator('summary'))
  await press(page, page.getByRole('button', { name: '取消訂單' }))
  await expect(refusal('請寫下原因。')).toBeFocused()
  await expectNoViolation(page)
  await type(page, '原因', '買家要求')
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-status="已取消"]')).toBeVisible()
  expect(await readStored(id)).toMatchObject({ status: '已取消' })
  await expectNoViolation(page)
})

test('a payment under review is settled by keyboard alone @long', async ({ page }) => {
  await becomeOwner(page)
  const { id, number } = await sell()
  const review = { reason: 'second-capture', at: new Date().toISOString() }
  const fields = { status: '待付款', 'payment.state': 'review', 'payment.review': review }
  await database().doc(`orders/${id}`).update(fields)
  const { panel, refusal } = sheetPage(page)
  await page.goto(`/owner/orders?search=${number}`)
  await press(page, page.getByRole('link', { name: number.replace('Order', ''), exact: true }))
  const settle = page.getByRole('button', { name: '結束核對' })
  await press(page, settle)
  await expect(refusal('請寫下原因。')).toBeFocused()
  const reason = panel('結束核對').getByLabel('原因')
  await press(page, reason, 'a')
  await choose(page, '結果', 'expired')
  await press(page, settle)
  await expect(refusal('還有收到的款項')).toBeFocused()
  await expectNoViolation(page)
  await press(page, page.getByLabel('結果', { exact: true }), 'Home')
  await choose(page, '結果', 'paid')
  await press(page, settle)
  await expect(page.getByText('核對結果：已收款：a')).toBeVisible()
  expect(await readStored(id)).toMatchObject({ status: '已付款', payment: { state: 'paid' } })
  await expectNoViolation(page)
})

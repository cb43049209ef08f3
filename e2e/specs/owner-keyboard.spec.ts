import { expectNoViolation } from '../support/axe.ts'
import { storedDocument } from '../support/database.ts'
import { press, type } from '../support/pages/keys.ts'
import { becomeOwner, sheetPage } from '../support/pages/owner.ts'
import { sell } from '../support/sales.ts'
import { expect, test } from '../support/shop.ts'

// A wrong password is part of a day.
test.use({ expected: [/\b400\b/] })

const readStored = (id: string) => storedDocument(`orders/${id}`)

test('an order is found, shipped and refunded in part by keyboard alone @long', async ({
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
  await expect(refusal('請填寫物流公司和追蹤編號。')).toBeFocused()
  await expectNoViolation(page)
  await type(page, '追蹤編號', '9070')
  await page.keyboard.press('Enter')
  await expect(page.getByText('已登記，會員看得到追蹤編號。')).toBeVisible()
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

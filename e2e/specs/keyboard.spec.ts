import { storedDocument } from '../support/database.ts'
import { RECIPIENT } from '../support/pages/checkout.ts'
import { choose, press, pressToClose, tabTo, type } from '../support/pages/keys.ts'
import { DEMO } from '../support/pages/sign-in.ts'
import { expect, test } from '../support/shop.ts'

// Enter registers first, which the sign-in service refuses for a known address with status 400.
test.use({ expected: [/accounts:signUp/] })

test('from the home page to a paid order by keyboard alone', async ({ page }) => {
  await page.goto('/')
  await press(page, page.getByRole('link', { name: '看旅見 T 恤' }))
  await page.waitForURL(/\/product\/otr-001$/)

  const sizes = page.getByRole('group', { name: '尺寸' })
  await tabTo(page, sizes.getByRole('radio', { checked: true }))
  await page.keyboard.press('ArrowRight')
  await expect(sizes.getByRole('radio', { name: 'M', exact: true })).toBeChecked()
  await press(page, page.getByRole('button', { name: '立即預購' }).first())
  await expect(page.getByText('已加入購物車！')).toBeVisible()

  await page.goto('/cart')
  await press(page, page.getByRole('link', { name: '前往結帳' }))
  await page.waitForURL(/\/login/)
  await type(page, '電子信箱', DEMO.email)
  await type(page, '密碼', DEMO.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/checkout$/)

  await type(page, '姓氏', RECIPIENT.lastName)
  await type(page, '名字', RECIPIENT.firstName)
  await type(page, '手機', RECIPIENT.phone)
  await choose(page, '縣市', RECIPIENT.city)
  await choose(page, '鄉鎮市區', RECIPIENT.area)
  await type(page, '地址', RECIPIENT.address)
  await press(page, page.getByRole('button', { name: '確認訂單並付款' }))
  await page.waitForURL(/\/checkout\/paypal\/[\w-]+\?by=/)

  const opened = page.waitForEvent('popup')
  await press(page, page.getByRole('button', { name: /PayPal/ }).first())
  const window = await opened
  await pressToClose(window, window.getByRole('button', { name: '同意付款' }))
  await expect(page.getByText('付款成功！感謝您的訂購。')).toBeVisible()
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  expect(await storedDocument(`orders/${id}`)).toMatchObject({
    status: '已付款',
    totalAmount: 1540,
    items: [{ id: 'otr-001', size: 'M', quantity: 1 }],
    recipient: { ...RECIPIENT, email: DEMO.email },
  })
})

import type { Locator, Page } from 'playwright/test'

import { storedDocument } from './database.ts'
import { RECIPIENT } from './pages/checkout.ts'
import { DEMO } from './pages/sign-in.ts'
import { expect, test } from './shop.ts'

/** More stops than any page of the shop has. */
const STOPS = 120

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let stop = 0; stop < STOPS; stop += 1) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reaches ${String(target)}`)
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  const select = page.getByLabel(label, { exact: true })
  await tabTo(page, select)
  for (let step = 0; step < STOPS; step += 1) {
    if ((await select.inputValue()) === option) return
    await page.keyboard.press('ArrowDown')
  }
  await expect(select).toHaveValue(option)
}

test('from the home page to a paid order by keyboard alone', async ({ page }) => {
  test.setTimeout(120_000)
  await page.goto('/')
  await press(page, page.getByRole('link', { name: '看看商品' }).first())
  await page.waitForURL(/\/shop/)
  await press(page, page.getByRole('link', { name: /旅見 T 恤/ }).first())
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
  await page.waitForURL(/\/checkout\/paypal\/[\w-]+$/)

  const opened = page.waitForEvent('popup')
  await press(page, page.getByRole('button', { name: /PayPal/ }).first())
  const window = await opened
  await press(window, window.getByRole('button', { name: '同意付款' }))
  await expect(page.getByText('付款成功！感謝您的訂購。')).toBeVisible()
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  expect(await storedDocument(`orders/${id}`)).toMatchObject({
    status: '已付款',
    totalAmount: 1540,
    items: [{ id: 'otr-001', size: 'M', quantity: 1 }],
    recipient: { ...RECIPIENT, email: DEMO.email },
  })
})

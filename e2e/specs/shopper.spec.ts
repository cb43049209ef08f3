import type { Page } from 'playwright/test'

import { giveSession, newMember } from '../support/accounts.ts'
import { expectNoViolation } from '../support/axe.ts'
import { storedDocument } from '../support/database.ts'
import { confirmOrder, fillRecipient } from '../support/pages/checkout.ts'
import { payWithPaypal } from '../support/pages/payment.ts'
import { addToCart } from '../support/pages/product.ts'
import { refuseCookies, storeCart, storedLine } from '../support/pages/storefront.ts'
import { expect, test } from '../support/shop.ts'

const PROMISE = '預購・預計 2099年3月31日前後出貨'
const ALL = '整筆訂單預計 2099年3月31日前後一起出貨'

test.beforeEach(({ page }) => refuseCookies(page))

async function becomeMember(page: Page): Promise<void> {
  await giveSession(page.context(), (await newMember()).session)
}

const IN_STOCK = { id: 'otd-001', title: '日常 T 恤', price: 590, quantity: 1 }

test('a mixed order says from the cart to the paid order when all of it ships, and asks for the invoice', async ({
  page,
}) => {
  await becomeMember(page)
  await storeCart(page, JSON.stringify([storedLine(), storedLine(IN_STOCK)]))
  await page.goto('/cart')
  await expect(page.getByText(PROMISE)).toBeVisible()
  await expect(page.getByText('現貨・與預購商品一起出貨')).toBeVisible()
  await expect(page.getByRole('region', { name: '訂單摘要' })).toContainText(ALL)
  await expectNoViolation(page)

  await page.getByRole('link', { name: '前往結帳' }).click()
  const summary = page.getByRole('region', { name: '訂單內容' })
  await expect(summary).toContainText(PROMISE)
  await expect(summary).toContainText(ALL)
  await fillRecipient(page)
  await page.getByLabel('發票開立方式').selectOption('統一編號（公司）')
  await page.getByLabel('統一編號', { exact: true }).fill('22099132')
  await page.getByRole('button', { name: '確認訂單並付款' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '請確認發票資料' })).toBeFocused()
  await expect(page.getByRole('link', { name: '請填寫公司抬頭' })).toBeVisible()
  await expectNoViolation(page)
  await page.getByLabel('統一編號', { exact: true }).fill('22099131')
  await page.getByLabel('公司抬頭').fill('共衣創作股份有限公司')
  await expect(page.getByRole('alert').filter({ hasText: '請確認發票資料' })).toBeHidden()
  const id = await confirmOrder(page)
  const invoice = { kind: 'company', taxId: '22099131', company: '共衣創作股份有限公司' }
  expect(await storedDocument(`orders/${id}`)).toMatchObject({ invoice })

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('付款')
  await expect(summary).toContainText(PROMISE)
  await expect(summary).toContainText(ALL)
  await payWithPaypal(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('訂購完成')
  await expect(page).toHaveTitle('訂購完成｜OURTEE 共衣')
  await expect(page.locator(':focus')).toContainText('訂購完成')
  const paid = page.getByRole('region', { name: '付款' })
  await expect(paid).toContainText('已付NT$3,670')
  await expect(paid).toContainText(PROMISE)
  await expect(paid).toContainText('地址100 臺北市中正區重慶南路一段 122 號')
  await expect(paid).not.toContainText('應付')
  await expect(page.getByText(PROMISE)).toBeVisible()
  await expectNoViolation(page)

  await page.getByRole('link', { name: '查看這筆訂單' }).click()
  await expect(page.getByText(PROMISE)).toBeVisible()
  await expect(page.getByText(ALL)).toBeVisible()
  await expect(page.getByText('統一編號 22099131 共衣創作股份有限公司')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(PROMISE)).toBeVisible()
})

test('the cart marks what cannot be bought, and a cart of nothing else is corrected with words @long', async ({
  page,
}) => {
  await becomeMember(page)
  const gone = storedLine({ id: 'ots-001', title: '靜意 T 恤' })
  await storeCart(page, JSON.stringify([gone, storedLine({ ...IN_STOCK, quantity: 99 })]))
  await page.goto('/cart')
  await expect(page.getByText('已售完，請移除')).toBeVisible()
  await expect(page.getByText('現貨・約 1–3 個工作天出貨')).toBeVisible()
  await expect(page.getByRole('region', { name: '訂單摘要' })).toContainText('總計NT$2,680')
  await expectNoViolation(page)
  await page.getByRole('button', { name: /移除\s*日常/ }).click()
  await expect(page.getByText('購物車裡的商品目前都無法購買。')).toBeVisible()

  await page.goto('/checkout')
  await expect(page.getByText('已售完，請移除')).toBeVisible()
  await fillRecipient(page)
  await page.getByRole('button', { name: '確認訂單並付款' }).click()
  const result = page.getByRole('alert').filter({ hasText: '靜意 T 恤（白色・M）：已售完' })
  await expect(result).toBeFocused()
  await expectNoViolation(page)
  await page.getByRole('link', { name: '去看看商品' }).click()
  await page.waitForURL(/\/shop$/)
})

test('the thanks after a payment say nothing of one to who has paid nothing @long', async ({
  page,
}) => {
  await page.goto('/checkout-success')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('訂單進度')
  await expect(page.getByText('交易已完成')).toBeHidden()
  await becomeMember(page)
  await addToCart(page, { id: 'otr-001', size: 'M', units: 1 })
  await page.goto('/checkout')
  await fillRecipient(page)
  await confirmOrder(page)
  await payWithPaypal(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('訂購完成')
  await page.goto('/checkout-success')
  await expect(page.getByText('交易已完成')).toBeVisible()
})

import type { Page } from 'playwright/test'

import { expectNoViolation } from '../../e2e/support/axe.ts'
import { storedDocument } from '../../e2e/support/database.ts'
import { confirmOrder, fillRecipient } from '../../e2e/support/pages/checkout.ts'
import { memberWithOrder, payWithPaypal } from '../../e2e/support/pages/payment.ts'
import { addToCart } from '../../e2e/support/pages/product.ts'
import { refuseCookies } from '../../e2e/support/pages/storefront.ts'
import { paypalOrders } from '../../e2e/support/paypal-control.ts'
import { expect, test } from '../../e2e/support/shop.ts'

const SUCCESS = '付款成功！感謝您的訂購。'
const paypal = (page: Page) => page.getByRole('button', { name: /PayPal/ }).first()

test('an order that another tab cancelled can no longer be paid in the first', async ({
  page,
  context,
}) => {
  const { id } = await memberWithOrder(context)
  await page.goto(`/checkout/paypal/${id}`)
  await expect(paypal(page)).toBeVisible()
  const other = await context.newPage()
  await other.goto(`/account/order/${id}`)
  await other.getByRole('button', { name: '取消訂單' }).click()
  await other.getByRole('button', { name: '確定取消訂單' }).click()
  await expect(other.getByRole('article')).toContainText('已取消')
  await other.close()
  await page.bringToFront()
  await paypal(page).click()
  await expect(page.getByText('這筆訂單已取消')).toBeVisible()
  await expect(paypal(page)).toBeHidden()
  await expectNoViolation(page)
  expect(context.pages()).toHaveLength(1)
  expect(await paypalOrders(id)).toEqual([])
})

test('an order that another tab paid is thanked for in the first, and paid once', async ({
  page,
  context,
}) => {
  const { id } = await memberWithOrder(context)
  await page.goto(`/checkout/paypal/${id}`)
  await expect(paypal(page)).toBeVisible()
  const other = await context.newPage()
  await other.goto(`/checkout/paypal/${id}`)
  await payWithPaypal(other)
  await expect(other.getByText(SUCCESS)).toBeVisible()
  await other.close()
  await page.bringToFront()
  await paypal(page).click()
  await expect(page.getByText(SUCCESS)).toBeVisible()
  await expect(paypal(page)).toBeHidden()
  expect((await paypalOrders(id)).flatMap(({ captures }) => captures)).toHaveLength(1)
})

test('a checkout that another tab has finished orders nothing twice', async ({ page, context }) => {
  await memberWithOrder(context)
  await addToCart(page, { id: 'otr-001', size: 'M', units: 1 })
  await page.goto('/checkout')
  await fillRecipient(page)
  const other = await context.newPage()
  await other.goto('/checkout')
  await fillRecipient(other)
  const id = await confirmOrder(other)
  await payWithPaypal(other)
  await expect(other.getByText(SUCCESS)).toBeVisible()
  await page.bringToFront()
  await page.waitForURL(/\/cart$/)
  const number = String((await storedDocument(`orders/${id}`)).orderId)
  await page.goto('/account/order')
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(page.getByRole('article').first()).toContainText(number)
})

test('on a slow line a purchase shows at each press that it is under way, and orders once', async ({
  page,
  context,
}) => {
  await refuseCookies(page)
  await memberWithOrder(context)
  const line = await context.newCDPSession(page)
  await line.send('Network.enable')
  const slow = {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  }
  await line.send('Network.emulateNetworkConditions', slow)
  await page.goto('/product/otr-001')
  await page.getByRole('group', { name: '尺寸' }).getByText('M', { exact: true }).click()
  await page.getByRole('button', { name: '立即預購・M' }).first().click()
  await page.getByRole('link', { name: '前往結帳' }).click()
  await page.waitForURL(/\/checkout$/)
  await fillRecipient(page)
  const confirm = page.getByRole('button', { name: '確認訂單並付款' })
  await confirm.click()
  await expect(page.getByRole('button', { name: '處理中' })).toBeVisible()
  await page.waitForURL(/\/checkout\/paypal\/[\w-]+(?:\?|$)/)
  await payWithPaypal(page)
  await expect(page.getByText(SUCCESS)).toBeVisible()
  await page.goto('/account/order')
  await expect(page.getByRole('article')).toHaveCount(2)
})

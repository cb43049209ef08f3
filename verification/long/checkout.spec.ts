import type { Page } from 'playwright/test'

import { giveSession, newMember } from '../../e2e/support/accounts.ts'
import { confirmOrder, fillRecipient } from '../../e2e/support/pages/checkout.ts'
import { payWithPaypal } from '../../e2e/support/pages/payment.ts'
import { refuseCookies, storeCart, storedLine } from '../../e2e/support/pages/storefront.ts'
import { expect, test } from '../../e2e/support/shop.ts'

test.beforeEach(async ({ page }) => {
  await refuseCookies(page)
  await giveSession(page.context(), (await newMember()).session)
})

async function expectTerms(page: Page): Promise<void> {
  const links = page.getByRole('navigation', { name: '條款與政策' }).getByRole('link')
  await expect(links).toHaveText([/^使用條款/, /^隱私權與退換貨政策/, /^常見問題/])
  const opened = page.waitForEvent('popup')
  await links.first().click()
  const beside = await opened
  await expect(beside.getByRole('heading', { level: 1 })).toHaveText('使用條款')
  await beside.close()
}

test('terms open beside checkout and payment, and titles follow the order', async ({ page }) => {
  await storeCart(page, JSON.stringify([storedLine()]))
  await page.goto('/checkout')
  await fillRecipient(page)
  await expectTerms(page)
  await expect(page.getByLabel('姓氏')).toHaveValue('王')
  await confirmOrder(page)
  await expectTerms(page)
  await expect(page).toHaveTitle('付款｜OURTEE 共衣')
  await expect(page.getByText('應付', { exact: true })).toBeVisible()
  await payWithPaypal(page)
  await expect(page.getByText('付款成功！感謝您的訂購。')).toBeVisible()
  await page.reload()
  await expect(page).toHaveTitle('訂購完成｜OURTEE 共衣')

  await page.evaluate(() => {
    const line = { id: 'otr-001', title: '旅見 T 恤', image: '/images/products/otr-001-front.jpg' }
    const more = { color: '白色', size: 'L', price: 1540, quantity: 1 }
    localStorage.setItem('cart', JSON.stringify([{ ...line, ...more }]))
  })
  await page.goto('/checkout')
  await confirmOrder(page)
  await page.goto('/checkout-success')
  await expect(page).toHaveTitle('感謝您的訂購｜OURTEE 共衣')
  await expect(page.getByText('交易已完成')).toBeVisible()
})

test.describe('an order of nobody', () => {
  test.use({ expected: [/404/] })

  test('the payment page of an unknown order says so in its title', async ({ page }) => {
    await page.goto('/checkout/paypal/unknown-order')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('找不到訂單，請返回重新下單')
    await expect(page).toHaveTitle('找不到訂單，請返回重新下單｜OURTEE 共衣')
  })
})

test.describe('a stored price of zero', () => {
  test.use({ expected: [/of the stored cart were left out/] })

  test('a total of zero has nothing to confirm', async ({ page }) => {
    await storeCart(page, JSON.stringify([storedLine({ price: 0 })]))
    await page.goto('/checkout')
    await page.waitForURL(/\/cart$/)
  })
})

test.describe('without network', () => {
  test.use({
    expected: [/ERR_INTERNET_DISCONNECTED|preload assets|Failed to load|PayPal|network/i],
  })

  test('a payment that cannot begin says that nothing was taken', async ({ page, context }) => {
    await storeCart(page, JSON.stringify([storedLine()]))
    await page.goto('/checkout')
    await fillRecipient(page)
    await confirmOrder(page)
    const button = page.getByRole('button', { name: /PayPal/ }).first()
    await expect(button).toBeVisible()
    await context.setOffline(true)
    await button.click()
    await expect(page.getByText('付款過程中發生錯誤，請稍後重試。')).toBeVisible()
    await expect(page.getByText('網路連線中斷，尚未扣款。')).toBeVisible()
  })
})

test.describe('an unknown shirt', () => {
  test.use({ expected: [/404/] })

  test('three seconds are reported of while they run, and no longer', async ({ page }) => {
    await page.goto('/product/nothing')
    await expect(page.getByText('三秒後帶您回到首頁')).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByText('三秒後帶您回到首頁')).toHaveCount(0)
    await expect(page.getByText('這件衣服不在架上。')).toBeVisible()
  })
})

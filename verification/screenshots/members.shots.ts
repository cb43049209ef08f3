import type { Page } from 'playwright/test'

import { giveSession, register, sessionCookie } from '../../e2e/support/accounts.ts'
import { actionId } from '../../e2e/support/actions.ts'
import { database, holdUp } from '../../e2e/support/database.ts'
import { fillRecipient } from '../../e2e/support/pages/checkout.ts'
import { memberWithOrder, openWindow, payWithPaypal } from '../../e2e/support/pages/payment.ts'
import { addToCart } from '../../e2e/support/pages/product.ts'
import { signInPage } from '../../e2e/support/pages/sign-in-page.ts'
import { refuseCookies } from '../../e2e/support/pages/storefront.ts'
import { injectFault } from '../../e2e/support/paypal-control.ts'
import { paymentFields, seedOrders } from '../../e2e/support/seeded-orders.ts'
import { expect, test } from './camera.ts'

const AT = '2026-03-01T02:00:00.000Z'
const SHIPMENT = { carrier: '黑貓宅急便', trackingNumber: '9070-1234-5678', shippedAt: AT }

const STATUSES: readonly object[] = [
  {},
  { status: '已付款', paidAt: AT, ...paymentFields({ state: 'paid', attempt: 'captured' }) },
  {
    status: '已出貨',
    paidAt: AT,
    shipment: SHIPMENT,
    ...paymentFields({ state: 'paid', attempt: 'captured' }),
  },
  {
    status: '已完成',
    paidAt: AT,
    shipment: SHIPMENT,
    ...paymentFields({ state: 'paid', attempt: 'captured' }),
  },
  {
    status: '已付款',
    paidAt: AT,
    ...paymentFields({ state: 'refunded', attempt: 'captured', refunded: 3080 }),
  },
  paymentFields({ state: 'pending', attempt: 'pending' }),
  { ...paymentFields({ state: 'declined', attempt: 'refused' }), shippingMethod: 'store' },
]

async function becomeMember(page: Page) {
  const member = await register({ displayName: '小島' })
  await giveSession(page.context(), await sessionCookie(member))
  return member
}

test.beforeEach(({ page }) => refuseCookies(page))

test('mistakes at sign-in', async ({ page, shoot }) => {
  await page.goto('/login')
  await signInPage(page).submit.click()
  await shoot('login-empty')
  await signInPage(page).logIn({ email: 'nobody@example.com', password: 'wrong-1' })
  await signInPage(page).problem('登入失敗').waitFor()
  await shoot('login-refused')
  await page.goto('/signup')
  await signInPage(page).register({ email: 'new@example.com', password: 'secret-1' }, 'secret-2')
  await signInPage(page).problem('密碼與確認密碼不符').waitFor()
  await shoot('signup-mismatch')
  await page.goto('/reset')
  await page.getByLabel('電子信箱').fill((await register()).email)
  await page.keyboard.press('Enter')
  await page.getByText('已發送密碼重設信至您的信箱').waitFor()
  await shoot('reset-sent')
})

test('a member without orders', async ({ page, shoot }) => {
  await becomeMember(page)
  for (const path of ['/account', '/account/order', '/account/order?search=x']) {
    await page.goto(path)
    await shoot(`account-empty${path.slice('/account'.length).replaceAll(/\W/g, '-')}`)
  }
})

test('a member with orders', async ({ page, shoot }) => {
  const ids = await seedOrders(
    await becomeMember(page),
    STATUSES.length,
    (at) => STATUSES[at] ?? {},
  )
  await page.goto('/account')
  await shoot('account')
  await page.goto('/account/order')
  await shoot('account-orders')
  for (const [index, id] of ids.entries()) {
    await page.goto(`/account/order/${id}`)
    await shoot(`account-order-${index + 1}`)
  }
})

test('settings', async ({ page, shoot }) => {
  await becomeMember(page)
  await page.goto('/account/settings')
  await shoot('account-settings')
  await page.getByRole('button', { name: '刪除帳號' }).click()
  await page.getByRole('dialog').waitFor()
  await shoot('account-settings-delete', 'window')
})

test('what is kept about a member', async ({ page, context, shoot }) => {
  const member = await register({ emailVerified: true, displayName: '小島' })
  await giveSession(context, await sessionCookie(member))
  await seedOrders(member, STATUSES.length, (at) => STATUSES[at] ?? {})
  await page.goto('/account/settings/data')
  await shoot('account-data')
})

test('the checkout', async ({ page, shoot }) => {
  const { uid } = await becomeMember(page)
  await addToCart(page, { id: 'otr-001', size: 'L', units: 1 })
  await page.goto('/checkout')
  await shoot('checkout')
  await page.getByRole('button', { name: '確認訂單並付款' }).click()
  await page.getByRole('alert').filter({ hasText: '請填寫' }).waitFor()
  await shoot('checkout-mistakes')
  await page.getByText('超商取貨').click()
  await shoot('checkout-store')
  await page.getByText('宅配到府').click()
  await fillRecipient(page)
  await page.evaluate(() => {
    const lines = localStorage.getItem('cart') ?? ''
    localStorage.setItem('cart', lines.replace('"price":1540', '"price":1'))
  })
  // The price changes after the cart was looked up.
  const check = actionId('checkCartAction')
  await page.route('**/checkout', (route) =>
    route.request().headers()['next-action'] === check ? route.abort() : route.continue(),
  )
  await page.reload()
  await page.getByRole('button', { name: '確認訂單並付款' }).click()
  await page.getByText('商品價格有更新').waitFor()
  await shoot('checkout-corrected')
  const letGo = await holdUp(`order_limits/${uid}`)
  await page.getByRole('button', { name: '確認訂單並付款' }).click()
  await page.getByText('正在為您排隊').waitFor()
  await shoot('checkout-waiting')
  await letGo()
})

test('a payment', async ({ page, context, shoot }) => {
  const { id } = await memberWithOrder(context)
  await page.goto(`/checkout/paypal/${id}`)
  await page
    .getByRole('button', { name: /PayPal/ })
    .first()
    .waitFor()
  await shoot('payment')
  const window = await openWindow(page, /PayPal/)
  await window.getByRole('button', { name: '取消' }).click()
  await page.getByText('您已取消付款').waitFor()
  await shoot('payment-cancelled')
  await payWithPaypal(page)
  await page.getByText('付款成功！').waitFor()
  await shoot('payment-success')
})

test('a payment under review, and an order that is not there', async ({ page, context, shoot }) => {
  const { id } = await memberWithOrder(context)
  await injectFault({ name: 'pending', op: 'capture', orderRef: id })
  await page.goto(`/checkout/paypal/${id}`)
  await payWithPaypal(page)
  await page.getByText('付款待 PayPal 審核').first().waitFor()
  await shoot('payment-pending')
  await page.goto('/checkout/paypal/unknown')
  await shoot('payment-unknown')
  await page.goto('/account/order/unknown')
  await shoot('account-order-unknown')
})

test('a payment without PayPal', async ({ page, context, shoot }) => {
  const { id } = await memberWithOrder(context)
  await page.route('**/sdk/js?*', (route) => route.abort())
  await page.goto(`/checkout/paypal/${id}`)
  await page.getByText('PayPal SDK 載入失敗').waitFor()
  await shoot('payment-no-paypal')
})

test('a page that broke', async ({ page, shoot }) => {
  // Ended, and gone afterwards: what reads every open order would name it, in other pictures too.
  const broken = { items: 'broken', status: '已取消', cancelledAt: AT }
  const [id] = await seedOrders(await becomeMember(page), 1, () => broken)
  await page.goto(`/account/order/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: '這一頁暫時打不開' })).toBeVisible()
  await shoot('account-order-broken')
  await database().doc(`orders/${id}`).delete()
})

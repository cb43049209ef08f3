import type { Page } from 'playwright/test'

import { giveSession, newMember } from '../../e2e/support/accounts.ts'
import { database } from '../../e2e/support/database.ts'
import { codesAt, controlEcpay } from '../../e2e/support/ecpay-control.ts'
import { fillRecipient } from '../../e2e/support/pages/checkout.ts'
import { chooseMethod, memberWithOrder } from '../../e2e/support/pages/payment.ts'
import { addToCart } from '../../e2e/support/pages/product.ts'
import { refuseCookies } from '../../e2e/support/pages/storefront.ts'
import { ecpayTest, type Camera, linePayTest } from './camera.ts'

/** The checkout of a member with a shirt in the cart. */
async function openCheckout(page: Page, emailVerified: boolean): Promise<void> {
  await refuseCookies(page)
  await giveSession(page.context(), (await newMember({ emailVerified })).session)
  await addToCart(page, { id: 'otr-001', size: 'M', units: 1 })
  await page.goto('/checkout')
  await fillRecipient(page)
}

async function openPayment(page: Page, query = ''): Promise<string> {
  await refuseCookies(page)
  const { id } = await memberWithOrder(page.context())
  await page.goto(`/checkout/paypal/${id}${query}`)
  return id
}

const button = (page: Page, name: RegExp | string) => page.getByRole('button', { name }).first()

/** A payment page as it is opened: the window with its button, and the whole page. */
async function shootBoth(shoot: Camera, name: string): Promise<void> {
  await shoot(name, 'window')
  await shoot(`${name}-page`)
}

ecpayTest('the methods of a checkout with ECPay', async ({ page, shoot }) => {
  await openCheckout(page, true)
  await shoot('checkout-ecpay')
  await page.evaluate(() => {
    const lines = localStorage.getItem('cart') ?? ''
    localStorage.setItem('cart', lines.replace('"quantity":1', '"quantity":5'))
  })
  await page.goto('/checkout')
  await page.getByRole('radio', { name: /^超商代碼/ }).waitFor()
  await shoot('checkout-ecpay-large')
})

ecpayTest(
  'the methods of a checkout whose member has proven no address',
  async ({ page, shoot }) => {
    await openCheckout(page, false)
    await shoot('checkout-ecpay-unproven')
  },
)

for (const [method, name] of [
  ['ecpay-card', /^用信用卡付/],
  ['atm', '取得 ATM 轉帳帳號'],
  ['cvs', '取得超商繳費代碼'],
] as const) {
  ecpayTest(`the payment page of ${method}`, async ({ page, shoot }) => {
    await openPayment(page, `?by=${method}`)
    await button(page, name).waitFor()
    await shootBoth(shoot, `payment-${method}`)
    await button(page, '換一種付款方式').click()
    await shoot(`payment-${method}-rows`)
  })
}

ecpayTest('the page that leads to a card at ECPay, and a refused card', async ({ page, shoot }) => {
  await openPayment(page, '?by=ecpay-card')
  await page.route('**/Cashier/**', (route) => route.abort('aborted'))
  await button(page, /^用信用卡付/).click()
  await page.getByRole('heading', { level: 1, name: '前往信用卡付款' }).waitFor()
  await shoot('payment-leaving')
  await page.unroute('**/Cashier/**')
  await button(page, '前往信用卡付款').click()
  await button(page, '銀行拒絕這張卡').click()
  await page.getByText('沒有扣款。請改選其他付款方式').waitFor()
  await shootBoth(shoot, 'payment-ecpay-card-refused')
})

for (const [method, name, head] of [
  ['ATM 轉帳', '取得 ATM 轉帳帳號', '轉帳資料'],
  ['超商代碼', '取得超商繳費代碼', '超商繳費代碼'],
] as const) {
  ecpayTest(`a payment code by ${method}`, async ({ page, own, shoot }) => {
    const id = await openPayment(page)
    await chooseMethod(page, method)
    await button(page, name).click()
    await page.getByRole('region', { name: head }).waitFor()
    await page.reload()
    await page.getByRole('region', { name: head }).waitFor()
    await shootBoth(shoot, `code-${head}`)
    await page.getByText('改用其他付款方式', { exact: true }).click()
    await shoot(`code-${head}-others`)
    await page.goto(`/account/order/${id}`)
    await page.getByRole('region', { name: head }).waitFor()
    await shoot(`code-${head}-order`)
    const order = database().doc(`orders/${id}`)
    const payment = (await order.get()).get('payment')
    const over = JSON.stringify(payment).replaceAll(
      /("expiresAt":")[^"]+/g,
      `$1${new Date(Date.now() - 60_000).toISOString()}`,
    )
    await order.update({ payment: JSON.parse(over) })
    await page.goto(`/checkout/paypal/${id}`)
    await page.getByText('已過期，請勿再').waitFor()
    await shoot(`code-${head}-over`)
    await order.update({ payment })
    const [code] = await codesAt(own.ecpay, id)
    await controlEcpay(own.ecpay, `/codes/${code?.id}/pay`, {})
    await page.goto(`/checkout/paypal/${id}`)
    await page.getByText('付款成功！').waitFor()
    await shootBoth(shoot, `code-${head}-paid`)
  })
}

ecpayTest('ECPay makes no code', async ({ page, own, shoot }) => {
  const id = await openPayment(page, '?by=atm')
  await controlEcpay(own.ecpay, '/faults', { name: '500', op: 'any', orderRef: id, times: 50 })
  await button(page, '取得 ATM 轉帳帳號').click()
  await page.getByText('ATM 轉帳目前無法使用。').waitFor()
  await shootBoth(shoot, 'payment-atm-fails')
  await controlEcpay(own.ecpay, `/faults`, undefined, 'DELETE')
})

linePayTest('the methods of a checkout with LINE Pay', async ({ page, shoot }) => {
  await openCheckout(page, true)
  await shoot('checkout-line-pay')
})

linePayTest('LINE Pay, from its button to the paid page', async ({ page, shoot }) => {
  await openPayment(page, '?by=line-pay')
  await button(page, /^用 LINE Pay 付/).waitFor()
  await shootBoth(shoot, 'payment-line-pay')
  await button(page, /^用 LINE Pay 付/).click()
  await button(page, '取消').click()
  await page.getByText('您已取消付款').waitFor()
  await shootBoth(shoot, 'payment-line-pay-cancelled')
  await button(page, /^用 LINE Pay 付/).click()
  await button(page, '同意付款').click()
  await page.getByText('付款成功！').waitFor()
  await shootBoth(shoot, 'payment-line-pay-paid')
})

linePayTest('LINE Pay does not answer', async ({ page, own, shoot }) => {
  await own.linePay.misbehave({ name: '502', op: 'request', times: 20 })
  await openPayment(page, '?by=line-pay')
  await button(page, /^用 LINE Pay 付/).click()
  await page.getByText('LINE Pay 目前無法使用。').waitFor()
  await shootBoth(shoot, 'payment-line-pay-fails')
  await own.linePay.behave()
})

for (const method of ['paypal', 'card'] as const) {
  linePayTest(`the payment page of ${method}`, async ({ page, shoot }) => {
    await openPayment(page, `?by=${method}`)
    await button(page, method === 'card' ? '信用卡／金融卡' : /PayPal/).waitFor()
    await shootBoth(shoot, `payment-by-${method}`)
  })
}

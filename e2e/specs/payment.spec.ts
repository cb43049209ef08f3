import type { Page } from 'playwright/test'

import { changeMember } from '../support/accounts.ts'
import { expectNoViolation } from '../support/axe.ts'
import { storedDocument } from '../support/database.ts'
import {
  chooseMethod,
  memberWithOrder,
  openWindow,
  payWithPaypal,
} from '../support/pages/payment.ts'
import { addToCart } from '../support/pages/product.ts'
import { signInPage } from '../support/pages/sign-in-page.ts'
import { approve, injectFault, paypalOrders } from '../support/paypal-control.ts'
import { expect, test } from '../support/shop.ts'

// PayPal's own button for a card.
const CARD = /^信用卡／金融卡$/

const SUCCESS = '付款成功！感謝您的訂購。'

/** A member pays a new order while PayPal's capture fails so; returns the order's id. */
async function payUnder(fault: { name: string; issue?: string }, page: Page): Promise<string> {
  const { id } = await memberWithOrder(page.context())
  await injectFault({ ...fault, op: 'capture', orderRef: id })
  await page.goto(`/checkout/paypal/${id}`)
  await payWithPaypal(page)
  return id
}

const capturesOf = async (id: string) =>
  (await paypalOrders(id)).flatMap(({ captures }) => captures)

test('a cancelled payment keeps the order, and can be paid after all', async ({
  page,
  context,
}) => {
  const { id } = await memberWithOrder(context)
  await page.goto(`/checkout/paypal/${id}`)
  const window = await openWindow(page, /PayPal/)
  await window.getByRole('button', { name: '取消' }).click()
  await expect(page.getByText('您已取消付款，訂單仍為您保留，隨時可以再付款。')).toBeVisible()
  await expectNoViolation(page)
  await payWithPaypal(page)
  await expect(page.getByText(SUCCESS)).toBeVisible()
  await expectNoViolation(page)
  expect(await paypalOrders(id)).toHaveLength(1)
})

test('a shirt that was added while the order was paid stays in the cart, also when the paid order is opened again', async ({
  page,
  context,
}) => {
  const { id } = await memberWithOrder(context)
  await addToCart(page, { id: 'otr-001', size: 'M', units: 2 })
  await addToCart(page, { id: 'otr-001', size: 'L', units: 1 })
  await page.goto(`/checkout/paypal/${id}`)
  await payWithPaypal(page)
  await expect(page.getByText(SUCCESS)).toBeVisible()
  const lines = page.getByRole('main').getByRole('listitem')
  await page.goto('/cart')
  await expect(lines).toHaveCount(1)
  await addToCart(page, { id: 'otr-001', size: 'M', units: 1 })
  await page.goto(`/checkout/paypal/${id}`)
  await expect(page.getByText(SUCCESS)).toBeVisible()
  await page.goto('/cart')
  await expect(lines).toHaveCount(2)
})

test('a session that ended before the payment is said in words, and the order waits @long', async ({
  page,
  context,
}) => {
  const { id, member } = await memberWithOrder(context)
  await page.goto(`/checkout/paypal/${id}`)
  await changeMember(member.uid, { disableUser: true })
  await openWindow(page, /PayPal/)
  await page.waitForURL(/\/login\?redirect=%2Fcheckout%2Fpaypal/)
  await expect(page.getByText('您的登入已失效')).toBeVisible()
  await expect(page.getByText('請登入後繼續付款，訂單仍為您保留。')).toBeVisible()
  await changeMember(member.uid, { disableUser: false })
  await signInPage(page).logIn(member)
  await payWithPaypal(page)
  await expect(page.getByText(SUCCESS)).toBeVisible()
})

test('a card that is declined pays nothing, another card pays once', async ({ page, context }) => {
  const { id } = await memberWithOrder(context)
  await page.goto(`/checkout/paypal/${id}`)
  await chooseMethod(page, '信用卡')
  const window = await openWindow(page, CARD)
  await window.getByLabel('測試卡號').selectOption('4000000000000002')
  const opened = page.waitForEvent('popup')
  await window.getByRole('button', { name: '同意付款' }).click()
  await expect(page.getByText('付款失敗，請重新嘗試。')).toBeVisible()
  expect((await storedDocument(`orders/${id}`)).status).toBe('待付款')
  // PayPal's button opens its window again for another card.
  const again = await opened
  await again.getByRole('button', { name: '取消' }).click()
  // The new message replaces the old one.
  await expect(page.getByText('您已取消付款，訂單仍為您保留，隨時可以再付款。')).toBeVisible()
  await expect(page.getByText('付款失敗，請重新嘗試。')).toBeHidden()
  const third = await openWindow(page, CARD)
  await third.getByRole('button', { name: '同意付款' }).click()
  await expect(page.getByText(SUCCESS)).toBeVisible()
  expect(await capturesOf(id)).toHaveLength(1)
})

test('a buyer whose account cannot pay is shown why, and pays by card, on an order of its own @long', async ({
  page,
  context,
}) => {
  const id = await payUnder({ name: 'issue', issue: 'PAYER_CANNOT_PAY' }, page)
  await expect(page.getByText('付款失敗，請重新嘗試。')).toBeVisible()
  await expect(page.getByText(/沒有扣款。請改選其他付款方式/)).toBeVisible()
  expect(context.pages()).toHaveLength(1)
  await chooseMethod(page, '信用卡')
  const window = await openWindow(page, CARD)
  await window.getByRole('button', { name: '同意付款' }).click()
  await expect(page.getByText(SUCCESS)).toBeVisible()
  expect(await capturesOf(id)).toHaveLength(1)
})

test.describe('with PayPal unreachable for the browser', () => {
  test.use({ expected: [/sdk\/js|PayPal|ERR_FAILED/] })

  test('the page says so, keeps the order number, and works again', async ({ page, context }) => {
    const { id } = await memberWithOrder(context)
    const requests: URL[] = []
    await page.route('**/sdk/js?*', (route) => {
      requests.push(new URL(route.request().url()))
      return route.abort()
    })
    await page.goto(`/checkout/paypal/${id}`)
    await expect(page.getByText('PayPal SDK 載入失敗，請稍後再試。')).toBeVisible()
    const { currency, locale } = Object.fromEntries(requests[0]?.searchParams ?? [])
    expect({ currency, locale }).toEqual({ currency: 'TWD', locale: 'zh_TW' })
    await expectNoViolation(page)
    await page.unroute('**/sdk/js?*')
    await page.getByRole('button', { name: '重新載入付款按鈕' }).click()
    await payWithPaypal(page)
    await expect(page.getByText(SUCCESS)).toBeVisible()
  })
})

const RETURNS = [
  { where: 'its payment page', page: '/checkout/paypal', says: SUCCESS, tag: [] },
  { where: 'its order', page: '/account/order', says: '已付款', tag: '@long' },
]

for (const { where, page: back, says, tag } of RETURNS) {
  test(
    `a payment approved in a window that was closed is finished on coming back to ${where}`,
    { tag },
    async ({ page, context }) => {
      const { id } = await memberWithOrder(context)
      await page.goto(`/checkout/paypal/${id}`)
      const window = await openWindow(page, /PayPal/)
      await expect(window.getByRole('button', { name: '同意付款' })).toBeVisible()
      await page.close()
      await injectFault({ name: 'webhook-lost', op: 'any', orderRef: id, times: 9 })
      await approve(id)
      const later = await context.newPage()
      await later.goto(`${back}/${id}`)
      await expect(later.getByText(says, { exact: true })).toBeVisible()
      await expect(later.getByRole('link', { name: '前往付款' })).toHaveCount(0)
      expect((await storedDocument(`orders/${id}`)).status).toBe('已付款')
    },
  )
}

test('a payment under review at PayPal is shown as such and not asked for again @long', async ({
  page,
}) => {
  const id = await payUnder({ name: 'pending' }, page)
  await expect(page.getByText('付款待 PayPal 審核').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /PayPal/ })).toBeHidden()
  await expectNoViolation(page)
  expect((await storedDocument(`orders/${id}`)).status).toBe('待付款')
})

test('an amount that PayPal changed goes to review, and is shown as neither paid nor failed @long', async ({
  page,
}) => {
  const id = await payUnder({ name: 'wrong-amount' }, page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('付款由專人核對中')
  await expectNoViolation(page)
  expect(await storedDocument(`orders/${id}`)).toMatchObject({
    status: '待付款',
    payment: { state: 'review', review: { reason: 'amount' } },
  })
})

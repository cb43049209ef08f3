import { giveSession, newMember } from '../support/accounts.ts'
import { callAction } from '../support/actions.ts'
import { addresses } from '../support/addresses.ts'
import { expectNoViolation } from '../support/axe.ts'
import { storedDocument } from '../support/database.ts'
import { LATE_SCRIPT_LOST, loseLateScripts } from '../support/deferred-scripts.ts'
import { newCode } from '../support/discount-codes.ts'
import { expect, test } from '../support/line-pay-shop.ts'
import { orderRequest } from '../support/orders.ts'
import { RECIPIENT } from '../support/pages/checkout.ts'
import { goToLinePay, pay, SUCCESS, takenAmounts } from '../support/pages/line-pay.ts'
import { lettersAbout } from '../support/pages/mailbox.ts'
import { chooseMethod, memberWithOrder, payWithPaypal } from '../support/pages/payment.ts'
import { holdScripts } from '../support/pages/storefront.ts'
import { paypalOrders } from '../support/paypal-control.ts'

test(
  'a member pays by LINE Pay, once, and is notified by mail',
  { tag: '@phone-long' },
  async ({ page, own, order: id }) => {
    await expectNoViolation(page)
    await pay(page)
    await expectNoViolation(page)
    const { status, payment, paymentDetails, orderId } = await storedDocument(`orders/${id}`)
    const [atLinePay, ...more] = await own.linePay.payments(id)
    expect(more).toEqual([])
    expect(atLinePay).toMatchObject({
      state: 'CONFIRMED',
      amount: 3080,
      orderId: `${String(orderId)}-1`,
    })
    expect(status).toBe('已付款')
    expect(payment).toMatchObject({
      state: 'paid',
      method: 'line-pay',
      attempts: [{ provider: 'line-pay', state: 'captured', reference: atLinePay?.id }],
    })
    expect(paymentDetails).toMatchObject({ id: atLinePay?.id, amount: 3080 })
    await expect.poll(async () => (await lettersAbout(id)).length).toBe(4)
    expect(await paypalOrders(id)).toEqual([])
  },
)

test.describe("PayPal's buttons do not come", () => {
  test.use({ expected: [LATE_SCRIPT_LOST] })

  for (const loss of ['not found', 'cut'] as const) {
    test(
      `an order is paid by LINE Pay where PayPal's script is ${loss}`,
      { tag: '@long' },
      async ({ page, order: id }) => {
        await loseLateScripts(page, loss)
        await page.goto(`/checkout/paypal/${id}`)
        await chooseMethod(page, 'PayPal')
        await expect(
          page.getByRole('alert').filter({ hasText: 'PayPal SDK 載入失敗' }),
        ).toBeVisible()
        await expectNoViolation(page)
        await chooseMethod(page, 'LINE Pay')
        await pay(page)
      },
    )
  }
})

test(
  "a press before the page's scripts are there leads to LINE Pay too, once",
  { tag: '@long' },
  async ({ page, context, own }) => {
    const { id } = await memberWithOrder(context)
    const letThrough = await holdScripts(page)
    await page.goto(`/checkout/paypal/${id}`, { waitUntil: 'commit' })
    await page.getByRole('button', { name: /^用 LINE Pay 付/ }).dblclick()
    letThrough()
    await expect(page.getByRole('heading', { level: 1, name: 'LINE Pay 付款' })).toBeVisible()
    expect(await own.linePay.payments(id)).toHaveLength(1)
  },
)

test('a buyer who cancels at LINE Pay pays nothing, and can pay by PayPal @long', async ({
  page,
  own,
  order: id,
}) => {
  await goToLinePay(page)
  await page.getByRole('button', { name: '取消' }).click()
  await expect(page.getByText('您已取消付款，訂單仍為您保留，隨時可以再付款。')).toBeVisible()
  await expectNoViolation(page)
  await chooseMethod(page, 'PayPal')
  await payWithPaypal(page)
  await expect(page.getByText(SUCCESS)).toBeVisible()
  expect(await takenAmounts(own, id)).toEqual([0])
})

test('a buyer back in another browser reads that it is paid, and nothing personal @long', async ({
  page,
  browser,
  own,
  order: id,
}) => {
  await goToLinePay(page)
  const approval = page.url()
  await using other = await browser.newContext({ locale: 'zh-TW' })
  const there = await other.newPage()
  await there.goto(approval)
  await there.getByRole('button', { name: '同意付款', exact: true }).click()
  await expect(there.getByRole('heading', { level: 1, name: '付款已收到' })).toBeVisible()
  await expect(there.getByText('請回到原本的頁面')).toBeVisible()
  await expectNoViolation(there)
  const html = await there.content()
  const { email, uid } = await storedDocument(`orders/${id}`)
  for (const word of [RECIPIENT.phone, RECIPIENT.lastName, String(email), String(uid)])
    expect(html).not.toContain(word)
  await page.goto(`/checkout/paypal/${id}`)
  await expect(page.getByText(SUCCESS)).toBeVisible()
  expect(await takenAmounts(own, id)).toEqual([3080])
})

test('an address that somebody made up settles nothing and tells nothing @long', async ({
  page,
  browser,
  own,
  order: id,
}) => {
  await goToLinePay(page)
  const [payment] = await own.linePay.payments(id)
  await using other = await browser.newContext({ locale: 'zh-TW' })
  const there = await other.newPage()
  const forged = [
    `${id}?transactionId=2026112212345678901`,
    id,
    `unknown?transactionId=${payment?.id}`,
    `${id}?transactionId=${payment?.id}&transactionId=${payment?.id}`,
  ]
  for (const end of forged) {
    const answer = await there.goto(`${own.shop}/checkout/line-pay/${end}`)
    expect(answer?.status()).toBe(200)
    await expect(there.getByRole('heading', { level: 1, name: '找不到這筆付款' })).toBeVisible()
    await expect(there.getByText(/Order\d/)).toHaveCount(0)
  }
  // The right address before the approval takes nothing either, and lets the buyer approve after it.
  await there.goto(`${own.shop}/checkout/line-pay/${id}?transactionId=${payment?.id}`)
  await expect(there.getByRole('heading', { level: 1, name: '付款沒有完成' })).toBeVisible()
  await page.getByRole('button', { name: '同意付款', exact: true }).click()
  await expect(page.getByText(SUCCESS)).toBeVisible()
  expect(await takenAmounts(own, id)).toEqual([3080])
})

test('a refusal of LINE Pay is shown, and another request pays @long', async ({
  page,
  own,
  order: id,
}) => {
  await goToLinePay(page)
  await page.getByText('測試情境').click()
  await page.getByLabel('這筆付款的結果').selectOption('1142')
  await page.getByRole('button', { name: '同意付款', exact: true }).click()
  await expect(page.getByText('付款失敗，請重新嘗試。')).toBeVisible()
  await expectNoViolation(page)
  await pay(page)
  expect(await takenAmounts(own, id)).toEqual([0, 3080])
})

test('a shop without an account at LINE Pay never speaks of it @long', async ({
  page,
  context,
}) => {
  const { id } = await memberWithOrder(context)
  await page.goto(`${addresses().shop}/checkout/paypal/${id}`)
  await expect(page.getByRole('button', { name: /PayPal/ }).first()).toBeVisible()
  await expect(page.getByText('LINE Pay')).toHaveCount(0)
})

test('LINE Pay asks for what a code left, and no other amount is taken @long', async ({
  page,
  context,
  own,
}) => {
  const code = await newCode({ value: 81 })
  const member = await newMember()
  await giveSession(context, member.session)
  const args = [orderRequest({ code, displayedTotal: 2999 })]
  const { session } = member
  const { result } = await callAction('placeOrderAction', { page: '/checkout', session, args })
  const id = String(result?.id)
  await page.goto(`/checkout/paypal/${id}`)
  await pay(page)
  expect(await takenAmounts(own, id)).toEqual([2999])
  expect(await storedDocument(`orders/${id}`)).toMatchObject({
    status: '已付款',
    totalAmount: 2999,
    items: [{ reduction: 81 }],
  })
})

import type { Page } from 'playwright/test'

import { giveSession, newMember } from '../support/accounts.ts'
import { actionId, callAction } from '../support/actions.ts'
import { expectNoViolation } from '../support/axe.ts'
import { database, storedDocument } from '../support/database.ts'
import { newCode, usesOf } from '../support/discount-codes.ts'
import { orderRequest } from '../support/orders.ts'
import { confirmOrder, fillRecipient, newAddress } from '../support/pages/checkout.ts'
import { lettersAbout } from '../support/pages/mailbox.ts'
import { payWithPaypal } from '../support/pages/payment.ts'
import { addToCart } from '../support/pages/product.ts'
import { paypalOrders } from '../support/paypal-control.ts'
import { expect, test } from '../support/shop.ts'

// Three shirts of NT$590 cost NT$1,500, and two of them are sent without a fee.
const SHIRT = 'otd-001'
const summary = (page: Page) => page.getByRole('region', { name: '訂單摘要' })
const contents = (page: Page) => page.getByRole('region', { name: '訂單內容' })

// Who has paid before may hold as many units as there are.
async function newCustomer() {
  const member = await newMember()
  await database().doc(`users/${member.uid}`).set({ hasPaid: true }, { merge: true })
  return member
}

test(
  'an offer stands on the static page of its product, the cart says what is missing, and order, provider and mails have its price',
  { tag: '@phone-long' },
  async ({ page, context }) => {
    const { session } = await newCustomer()
    await giveSession(context, session)
    const html = await (await page.request.get(`/product/${SHIRT}`)).text()
    // A figure and its unit stay on one line.
    expect(html.replaceAll('\u00A0', ' ')).toContain('「日常 T 恤」任 3 件 NT$1,500')
    expect(html).not.toContain('去年的週末')
    expect(await (await page.request.get('/product/otp-001')).text()).not.toContain('日常三件組')
    await addToCart(page, { id: SHIRT, size: 'XXL', units: 1 })
    await expect(page.getByText('日常兩件免運')).toBeVisible()
    await expect(page.getByText('到 2099年12月31日為止')).toBeVisible()
    await expectNoViolation(page)

    await page.goto('/cart')
    await expect(summary(page)).toContainText('總計NT$670')
    await expect(summary(page)).toContainText('再一件就有「日常兩件免運」')
    await expect(summary(page)).toContainText(
      '再 2 件就有「日常三件組」：「日常 T 恤」任 3 件 NT$1,500。',
    )
    const more = page.getByRole('button', { name: /^增加.*的數量$/ })
    await more.click()
    await expect(summary(page)).toContainText('日常兩件免運免運費')
    await expect(summary(page)).toContainText('總計NT$1,180')
    await more.click()
    await expect(summary(page)).toContainText('日常三件組−NT$270')
    await expect(summary(page)).toContainText('總計NT$1,500')
    await expect(summary(page)).not.toContainText('就有')
    await expectNoViolation(page)

    await page.goto('/checkout')
    await fillRecipient(page, newAddress())
    await expect(contents(page)).toContainText('日常三件組−NT$270')
    const id = await confirmOrder(page)
    await expect(page.getByText('日常三件組')).toBeVisible()
    await payWithPaypal(page)
    await expect(page.getByText('付款成功！感謝您的訂購。')).toBeVisible()
    const [atPaypal] = await paypalOrders(id)
    expect(JSON.stringify(atPaypal)).toContain('"value":"1500"')
    expect(await storedDocument(`orders/${id}`)).toMatchObject({
      status: '已付款',
      totalAmount: 1500,
      items: [{ price: 590, quantity: 3, reduction: 270 }],
      reductions: [{ kind: 'offer', name: '日常三件組', goods: 270, delivery: 0 }],
    })
    await page.goto(`/account/order/${id}`)
    await expect(page.getByText('日常三件組')).toBeVisible()
    await expect(page.getByText('−NT$270')).toBeVisible()
    await expect
      .poll(async () =>
        (await lettersAbout(id)).filter(({ text }) => text.includes('日常三件組 −NT$270')),
      )
      .not.toHaveLength(0)
  },
)

test('of an offer and a code the better one is taken, and the other code is not used up @long', async ({
  page,
  context,
}) => {
  const { session } = await newCustomer()
  await giveSession(context, session)
  const little = await newCode({ gives: 'percent', value: 10 })
  const much = await newCode({ gives: 'percent', value: 20 })
  await addToCart(page, { id: SHIRT, size: 'L', units: 3 })
  await page.goto('/checkout')
  await fillRecipient(page, newAddress())
  const field = page.getByLabel('折扣碼')
  await field.fill(little)
  await page.getByRole('button', { name: '套用' }).click()
  await expect(field).toHaveAccessibleDescription(
    '目前的優惠更划算，已為您套用；折扣碼不能併用，可留待下次。',
  )
  await expect(contents(page)).toContainText('總計NT$1,500')
  await field.fill(much)
  await page.getByRole('button', { name: '套用' }).click()
  await expect(page.getByText(`已套用折扣碼 ${much}`)).toBeVisible()
  await expect(contents(page)).toContainText('總計NT$1,416')
  await expect(contents(page)).not.toContainText('日常三件組')
  const id = await confirmOrder(page)
  expect(await storedDocument(`orders/${id}`)).toMatchObject({
    totalAmount: 1416,
    reductions: [{ kind: 'code', name: much, goods: 354, delivery: 0 }],
  })
  expect([await usesOf(little), await usesOf(much)]).toEqual([0, 1])

  const lines = [{ id: SHIRT, color: '白色', size: 'XXL', quantity: 3 }]
  const args = [orderRequest({ lines, code: little, displayedTotal: 1500 })]
  const other = await newCustomer()
  const { result } = await callAction('placeOrderAction', {
    page: '/checkout',
    session: other.session,
    args,
  })
  expect(result).toMatchObject({ ok: false, code: 'discount', problem: { why: 'offer-better' } })
})

test.describe('with the check of the cart lost', () => {
  test.use({ expected: [/net::ERR_FAILED/] })

  test('an offer that changed between cart and press is reported with the new total, and never charged silently', async ({
    page,
    context,
  }) => {
    const { session } = await newCustomer()
    await giveSession(context, session)
    await addToCart(page, { id: SHIRT, size: 'S', units: 3 })
    // The page is one of before the offer was changed, and the check of its cart is lost.
    const [check, place] = [actionId('checkCartAction'), actionId('placeOrderAction')]
    const sent: string[] = []
    await page.route('**/checkout', async (route) => {
      const request = route.request()
      const action = request.headers()['next-action']
      if (action === check) return route.abort()
      if (action === place) sent.push(request.postData() ?? '')
      if (request.method() !== 'GET') return route.continue()
      const response = await route.fetch()
      const body = (await response.text()).replaceAll(/(\\?"amount\\?":)1500/g, '$11400')
      return route.fulfill({ response, body })
    })
    await page.goto('/checkout')
    await fillRecipient(page, newAddress())
    await expect(contents(page)).toContainText('總計NT$1,400')
    await page.getByRole('button', { name: '確認訂單並付款' }).click()
    await expect(
      page.getByRole('alert').filter({ hasText: '優惠有變動，已為您更新金額，請確認後再送出。' }),
    ).toBeVisible()
    await expect(contents(page)).toContainText('日常三件組−NT$270')
    await expect(contents(page)).toContainText('總計NT$1,500')
    const id = await confirmOrder(page)
    expect(sent.map((body) => /"displayedTotal":(\d+)/.exec(body)?.[1])).toEqual(['1400', '1500'])
    expect(await storedDocument(`orders/${id}`)).toMatchObject({ totalAmount: 1500 })
  })
})

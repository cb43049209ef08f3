import type { Page } from 'playwright/test'

import { giveSession, newMember } from '../support/accounts.ts'
import { callAction } from '../support/actions.ts'
import { expectNoViolation } from '../support/axe.ts'
import { storedDocument } from '../support/database.ts'
import { newCode, usesOf } from '../support/discount-codes.ts'
import { orderRequest } from '../support/orders.ts'
import { confirmOrder, fillRecipient, newAddress } from '../support/pages/checkout.ts'
import { lettersAbout } from '../support/pages/mailbox.ts'
import { becomeOwner } from '../support/pages/owner.ts'
import { payWithPaypal } from '../support/pages/payment.ts'
import { addToCart } from '../support/pages/product.ts'
import { paypalOrders } from '../support/paypal-control.ts'
import { expect, test } from '../support/shop.ts'

const summary = (page: Page) => page.getByRole('region', { name: '訂單內容' })

async function goToCheckout(page: Page): Promise<void> {
  await addToCart(page, { id: 'otr-001', size: 'L', units: 1 })
  await page.goto('/checkout')
  await fillRecipient(page, newAddress())
}

test(
  'a shopper enters a code: a wrong one says why, a right one changes the total everywhere',
  { tag: '@phone-long' },
  async ({ page, context }) => {
    await giveSession(context, (await newMember()).session)
    const code = await newCode({ gives: 'percent', value: 10 })
    const far = await newCode({ from: 2000 })
    await goToCheckout(page)
    const field = page.getByLabel('折扣碼')
    const apply = page.getByRole('button', { name: '套用' })
    for (const [typed, sentence] of [
      ['AB', '折扣碼是 4 到 20 個英文字母或數字，請再核對一次。'],
      ['NOSUCHCODE', '查無這個折扣碼，請確認是否打錯。'],
      [far, '適用的商品再買 NT$460，即可使用這個折扣碼。'],
    ] as const) {
      await field.fill(typed)
      await apply.click()
      await expect(field).toHaveAccessibleDescription(sentence)
      await expect(field).toBeFocused()
    }
    await expectNoViolation(page)
    // As a keyboard of full width writes it; Enter places no order.
    await field.fill(` ${code.toLowerCase()}`)
    await field.press('Enter')
    await expect(page.getByText(`已套用折扣碼 ${code}`)).toBeFocused()
    await expect(summary(page)).toContainText(`折扣碼 ${code}−NT$154`)
    await expect(summary(page)).toContainText('總計NT$1,386')
    await expectNoViolation(page)

    const id = await confirmOrder(page)
    expect(await usesOf(code)).toBe(1)
    await expect(page.getByText('NT$1,386').first()).toBeVisible()
    await expect(page.getByText(`折扣碼 ${code}`)).toBeVisible()
    await payWithPaypal(page)
    await expect(page.getByText('付款成功！感謝您的訂購。')).toBeVisible()
    const [atPaypal] = await paypalOrders(id)
    expect(JSON.stringify(atPaypal)).toContain('"value":"1386"')
    const order = await storedDocument(`orders/${id}`)
    expect(order).toMatchObject({
      status: '已付款',
      totalAmount: 1386,
      items: [{ price: 1540, reduction: 154 }],
      reductions: [{ kind: 'code', name: code, goods: 154, delivery: 0 }],
    })
    await page.goto(`/account/order/${id}`)
    await expect(page.getByText(`折扣碼 ${code}`)).toBeVisible()
    await expect(page.getByText('−NT$154')).toBeVisible()
    await expect
      .poll(async () =>
        (await lettersAbout(id)).filter(({ text }) => text.includes(`折扣碼 ${code}`)),
      )
      .not.toHaveLength(0)
  },
)

test('a link with a code is kept by the browser over static pages, and the checkout applies it by itself', async ({
  page,
  context,
}) => {
  await giveSession(context, (await newMember()).session)
  const code = await newCode({ gives: 'free-delivery', value: 0 })
  const path = '/product/otd-001'
  // The same static page, whatever the address brings along.
  const plain = await (await page.request.get(path)).text()
  expect(await (await page.request.get(`${path}?code=${code}`)).text()).toBe(plain)
  await page.goto(`${path}?code=${code.toLowerCase()}`)
  await expect(page.getByText(`已帶入折扣碼 ${code}，結帳時會套用。`)).toBeVisible()
  await addToCart(page, { id: 'otd-001', size: 'M', units: 1 })
  await page.goto('/checkout')
  await expect(page.getByText(`已套用折扣碼 ${code}`)).toBeVisible()
  await page.getByRole('button', { name: '移除' }).click()
  await expect(page.getByLabel('折扣碼')).toBeFocused()
  await page.reload()
  await expect(page.getByLabel('折扣碼')).toHaveValue('')
  // A link that leads straight to the checkout.
  await page.goto(`/checkout?code=${code}`)
  await expect(page.getByText(`已套用折扣碼 ${code}`)).toBeVisible()
  // A link of somebody else puts no other code in its place.
  const other = await newCode({ gives: 'free-delivery', value: 0 })
  await page.goto(`${path}?code=${other}`)
  await expect(
    page.getByText(`仍使用折扣碼 ${code}。若要改用 ${other}，請在結帳時輸入。`),
  ).toBeVisible()
  await page.goto(`/checkout?code=${other}`)
  await expect(page.getByText(`已套用折扣碼 ${code}`)).toBeVisible()
})

test('what is typed while a code is asked about stays, and the answer is not taken for it @long', async ({
  page,
  context,
}) => {
  await giveSession(context, (await newMember()).session)
  const code = await newCode({ gives: 'percent', value: 10 })
  await goToCheckout(page)
  const answer = Promise.withResolvers<void>()
  await page.route('**/checkout', async (route) => {
    if (route.request().method() === 'POST') await answer.promise
    await route.continue()
  })
  await page.getByLabel('折扣碼').fill(code)
  await page.getByRole('button', { name: '套用' }).click()
  await page.getByLabel('折扣碼').fill('ANOTHER')
  const answered = page.waitForResponse((response) => response.request().method() === 'POST')
  answer.resolve()
  await answered
  await expect(page.getByRole('button', { name: '套用' })).toBeVisible()
  await expect(page.getByLabel('折扣碼')).toHaveValue('ANOTHER')
  await expect(page.getByText(`已套用折扣碼 ${code}`)).toBeHidden()
})

test('guessing codes ends after ten a minute, and an order can still be placed', async () => {
  const { session } = await newMember()
  const lines = [{ id: 'otr-001', color: '白色', size: 'M', quantity: 2 }]
  const guess = async (index: number) => {
    const args = [{ code: `GUESS${index}`, lines, replaces: [] }]
    return (await callAction('checkCodeAction', { page: '/checkout', session, args })).result
  }
  const codes = []
  for (let index = 0; index < 11; index += 1) codes.push((await guess(index))?.code)
  expect(codes).toEqual([...Array<string>(10).fill('discount'), 'too-often'])
  const place = (change: object) =>
    callAction('placeOrderAction', {
      page: '/checkout',
      session,
      args: [orderRequest({ ...change })],
    })
  expect((await place({ code: 'GUESS99' })).result).toMatchObject({ code: 'too-often' })
  expect((await place({})).result).toMatchObject({ ok: true })
})

test.describe('the owner', () => {
  // A wrong password is what this test is about.
  test.use({ expected: [/\b400\b/] })

  test('makes a code with the password, follows it, and pauses it', async ({ page }) => {
    const owner = await becomeOwner(page)
    await page.goto('/owner/discounts')
    await page.getByText('建立新的折扣碼').click()
    await expectNoViolation(page)
    // The name of a product stands in one line.
    const target = page.locator('label').filter({ hasText: /^日常 T.恤$/ })
    expect((await target.boundingBox())?.height).toBeLessThan(60)
    const code = `OWN${crypto.randomUUID().slice(0, 8).toUpperCase()}`
    await page.getByLabel('折扣碼', { exact: true }).fill(code.toLowerCase())
    await page.getByLabel('折多少').fill('NT$１５０')
    await page.getByLabel('適用商品的最低金額').fill('1,000 元')
    await page.getByLabel('您的密碼', { exact: true }).fill('wrong-1')
    await page.getByRole('button', { name: '建立折扣碼' }).click()
    await expect(
      page.getByRole('alert').filter({ hasText: '密碼不正確，折扣碼未變更。' }),
    ).toBeVisible()
    await expect(page.getByLabel('折多少')).toHaveValue('NT$１５０')
    await page.getByLabel('您的密碼', { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: '建立折扣碼' }).click()
    await expect(page.getByText('已建立，現在可以使用。')).toBeVisible()

    const { session } = await newMember()
    const place = async () => {
      const args = [orderRequest({ code, displayedTotal: 2930 })]
      return (await callAction('placeOrderAction', { page: '/checkout', session, args })).result
    }
    expect(await place()).toMatchObject({ ok: true })
    await page.getByRole('link', { name: code }).click()
    await expect(page.getByText('用了 1 次，最多 100 次，每位會員 1 次')).toBeVisible()
    await expect(page.getByText('1 筆，已付款 0 筆')).toBeVisible()
    await expectNoViolation(page)
    await page.getByText('暫停使用').click()
    await page.getByLabel('您的密碼', { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: '暫停', exact: true }).click()
    await expect(page.getByText('已暫停；已成立的訂單不變。')).toBeVisible()
    const other = await newMember()
    const args = [orderRequest({ code, displayedTotal: 2930 })]
    const { result } = await callAction('placeOrderAction', {
      page: '/checkout',
      session: other.session,
      args,
    })
    expect(result).toMatchObject({ ok: false, code: 'discount', problem: { why: 'paused' } })
  })
})

import { z } from 'zod'

import { giveSession, idToken, type Member, newMember } from '../support/accounts.ts'
import { callAction } from '../support/actions.ts'
import { addresses } from '../support/addresses.ts'
import { orderRequest } from '../support/orders.ts'
import { memberWithOrder, openWindow } from '../support/pages/payment.ts'
import { paypalOrders } from '../support/paypal-control.ts'
import { expect, test } from '../support/shop.ts'

const TOO_OFTEN = { ok: false, code: 'too-often' }
const SENTENCE = '操作太頻繁，請稍後再試。'
/** How often the three payment actions together may ask PayPal for one member within a minute. */
const QUESTIONS = 30

async function questionsToPaypal(order: string): Promise<number> {
  const answer = await fetch(`${addresses().paypal}/_local/requests?ref=${order}`)
  return z.object({ requests: z.array(z.unknown()) }).parse(await answer.json()).requests.length
}

function press(name: string, { session }: Member, argument: object) {
  return callAction(name, { page: '/checkout', session, args: [argument] })
}

async function placeOrder(member: Member): Promise<string> {
  const { result } = await press('placeOrderAction', member, orderRequest())
  return String(result?.id)
}

async function useUp(member: Member, id: string): Promise<void> {
  for (let times = 0; times < QUESTIONS; times += 1) {
    await press('refreshPaymentAction', member, { id })
  }
}

test('the payment actions of one member ask PayPal thirty times a minute at most', async () => {
  const [member, other] = await Promise.all([newMember(), newMember()])
  const [id, others] = await Promise.all([placeOrder(member), placeOrder(other)])
  const results: unknown[] = []
  for (let times = 0; times < 25; times += 1) {
    const method = times % 2 === 0 ? 'paypal' : 'card'
    results.push((await press('startPaymentAction', member, { id, method })).result)
    results.push((await press('refreshPaymentAction', member, { id })).result)
  }
  expect(await questionsToPaypal(id)).toBeLessThanOrEqual(QUESTIONS)
  expect((await paypalOrders(id)).length).toBeLessThanOrEqual(QUESTIONS / 2)
  expect(results.at(-2)).toEqual(TOO_OFTEN)
  const elsewhere = await press('startPaymentAction', other, { id: others, method: 'paypal' })
  expect(elsewhere.result).toMatchObject({ ok: true })
})

test('a capture that comes too often is never a failed payment', async ({ page, context }) => {
  const { id, member } = await memberWithOrder(context)
  await page.goto(`/checkout/paypal/${id}`)
  const window = await openWindow(page, /PayPal/)
  await expect(window.getByRole('button', { name: '同意付款' })).toBeVisible()
  await useUp(member, id)
  await window.getByRole('button', { name: '同意付款' }).click()
  await expect(page.getByText('付款確認中…')).toBeVisible()
  await expect(page.getByText(/付款失敗/)).toHaveCount(0)
})

test('who starts a payment too often is told so in words', async ({ page, context }) => {
  const { id, member } = await memberWithOrder(context)
  await useUp(member, id)
  await page.goto(`/checkout/paypal/${id}`)
  await page
    .getByRole('button', { name: /PayPal/ })
    .first()
    .click()
  await expect(page.getByText(SENTENCE)).toBeVisible()
})

test('settings are saved, and sessions begun, twenty times a minute', async () => {
  const member = await newMember()
  const profile = { lastName: '', firstName: '', phone: '', zipcode: '', city: '', area: '' }
  const settings = { name: '芳', phone: '', profile: { ...profile, address: '', store: '' } }
  const save = () => press('saveSettingsAction', member, settings)
  const token = await idToken(member)
  const begin = () => callAction('startSession', { page: '/login', args: [token] })
  for (const action of [save, begin]) {
    for (let times = 0; times < 20; times += 1) {
      expect((await action()).result).toMatchObject({ ok: true })
    }
    expect((await action()).result).toEqual(TOO_OFTEN)
  }
})

test('orders are searched thirty times a minute, then the page says so', async ({
  page,
  context,
}) => {
  const member = await newMember()
  const path = '/account/order?search=x'
  for (let times = 0; times < 30; times += 1) {
    const headers = { cookie: `__session=${member.session}` }
    const answer = await fetch(new URL(path, addresses().shop), { headers })
    expect(await answer.text()).not.toContain(SENTENCE)
  }
  await giveSession(context, member.session)
  await page.goto(path)
  await expect(page.getByText(SENTENCE)).toBeVisible()
})

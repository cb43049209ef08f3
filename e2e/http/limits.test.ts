import { test } from 'node:test'

import { z } from 'zod'

import { idToken, type Member, newMember } from '../support/accounts.ts'
import { callAction } from '../support/actions.ts'
import { addresses } from '../support/addresses.ts'
import { expect } from '../support/expect.ts'
import { orderRequest } from '../support/orders.ts'
import { paypalOrders } from '../support/paypal-control.ts'

const TOO_OFTEN = { ok: false, code: 'too-often' }
/** Provider calls of the three payment actions per member and minute. */
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

test('settings are saved, and sessions begun, twenty times a minute', async () => {
  const member = await newMember()
  const profile = { lastName: '', firstName: '', phone: '', zipcode: '', city: '', area: '' }
  const settings = { name: '芳', phone: '', profile: { ...profile, address: '', store: '' } }
  const save = () => press('saveSettingsAction', member, settings)
  const token = await idToken(member)
  const begin = () => callAction('startSession', { page: '/login', args: [token] })
  for (const action of [save, begin]) {
    // Sent concurrently, so that all fall within one minute.
    const answers = await Promise.all(Array.from({ length: 20 }, action))
    for (const { result } of answers) expect(result).toMatchObject({ ok: true })
    expect((await action()).result).toEqual(TOO_OFTEN)
  }
})

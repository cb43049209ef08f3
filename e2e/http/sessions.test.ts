import { test } from 'node:test'

import { newMember, type Member } from '../support/accounts.ts'
import { callAction } from '../support/actions.ts'
import { addresses } from '../support/addresses.ts'
import { database } from '../support/database.ts'
import { expect } from '../support/expect.ts'
import { orderRequest } from '../support/orders.ts'

const statusOf = async (session: string) => {
  const headers = { cookie: `__session=${session}` }
  const answer = await fetch(new URL('/account', addresses().shop), { headers, redirect: 'manual' })
  return answer.status
}

const order = async ({ session }: Pick<Member, 'session'>, request = orderRequest()) =>
  (await callAction('placeOrderAction', { page: '/checkout', session, args: [request] })).result

test('a stranger ends no session of a member', async () => {
  const { session } = await newMember()
  const [head, payload] = session.split('.')
  for (const cookie of [`${head}.${payload}x.`, 'garbage', `x${session}`]) {
    await callAction('endSession', { page: '/account', session: cookie, args: [] })
  }
  expect(await statusOf(session)).toBe(200)
})

test('a member with an unverified e-mail has two unpaid orders at most; paid ones do not count', async () => {
  const member = await newMember({ emailVerified: false })
  const first = orderRequest()
  const placed = await order(member, first)
  expect(await order(member)).toMatchObject({ ok: true })
  expect(await order(member)).toEqual({ ok: false, code: 'unproven' })
  const atOnce = await Promise.all([order(member), order(member)])
  expect(atOnce).toEqual([
    { ok: false, code: 'unproven' },
    { ok: false, code: 'unproven' },
  ])
  // A repeat of what was placed is no further order.
  expect(await order(member, first)).toMatchObject({ ok: true })

  await database()
    .doc(`orders/${String(placed?.id)}`)
    .update({ status: '已付款' })
  expect(await order(member)).toMatchObject({ ok: true })
  expect(await order(member)).toEqual({ ok: false, code: 'unproven' })
})

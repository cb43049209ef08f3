import { test } from 'node:test'

import { newMember } from '../../e2e/support/accounts.ts'
import { callAction } from '../../e2e/support/actions.ts'
import { addresses } from '../../e2e/support/addresses.ts'
import { expect } from '../../e2e/support/expect.ts'
import { orderRequest } from '../../e2e/support/orders.ts'

const place = (session: string, request: object) =>
  callAction('placeOrderAction', { page: '/checkout', session, args: [request] })

async function ask(session: string): Promise<number> {
  const headers = { cookie: `__session=${session}` }
  const url = new URL('/account/orders', addresses().shop)
  return (await fetch(url, { headers, redirect: 'manual' })).status
}

test('orders are placed thirty times a minute, and others are not held up', async () => {
  const [member, other] = await Promise.all([newMember(), newMember()])
  const refused = { ...orderRequest(), displayedTotal: 1 }
  // Sent concurrently, so that all fall within one minute.
  const answers = await Promise.all(
    Array.from({ length: 31 }, () => place(member.session, refused)),
  )
  const codes = answers.map(({ result }) => result?.code)
  expect(codes.filter((code) => code === 'too-often')).toHaveLength(1)
  expect((await place(other.session, orderRequest())).result).toMatchObject({ ok: true })
})

test('a session gets 240 pages of a member a minute, then 429, and others go on', async () => {
  const [member, other] = await Promise.all([newMember(), newMember()])
  const answers = await Promise.all(Array.from({ length: 241 }, () => ask(member.session)))
  expect(answers.filter((status) => status === 429)).toHaveLength(1)
  expect(await ask(other.session)).not.toBe(429)
})

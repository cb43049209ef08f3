import { test } from 'node:test'

import { type Member, newMember } from '../support/accounts.ts'
import { callAction } from '../support/actions.ts'
import { database } from '../support/database.ts'
import { expect } from '../support/expect.ts'
import { orderRequest } from '../support/orders.ts'
import { RECIPIENT } from '../support/pages/checkout.ts'

const shirt = { id: 'otr-001', color: '白色', size: 'M', quantity: 2 }

const refused: { name: string; request: Record<string, unknown>; code: string }[] = [
  { name: 'otr-001 for NT$1', request: { displayedTotal: 1 }, code: 'total' },
  {
    name: 'otr-001 with a price of its own',
    request: { lines: [{ ...shirt, price: 1 }], displayedTotal: 2 },
    code: 'total',
  },
  {
    name: 'the sold-out ots-001',
    request: { lines: [{ ...shirt, id: 'ots-001' }] },
    code: 'lines',
  },
  { name: 'a product that never was', request: { lines: [{ ...shirt, id: 'x' }] }, code: 'lines' },
  {
    name: 'a colour that never was',
    request: { lines: [{ ...shirt, color: '黑色' }] },
    code: 'lines',
  },
  {
    name: 'six of a size',
    request: { lines: [{ ...shirt, quantity: 6 }], displayedTotal: 9240 },
    code: 'malformed',
  },
  {
    name: 'six of a size in two lines',
    request: {
      lines: [
        { ...shirt, quantity: 3 },
        { ...shirt, quantity: 3 },
      ],
      displayedTotal: 9240,
    },
    code: 'lines',
  },
  { name: 'no line', request: { lines: [], displayedTotal: 0 }, code: 'malformed' },
  { name: 'minus one unit', request: { lines: [{ ...shirt, quantity: -1 }] }, code: 'malformed' },
  {
    name: 'a recipient without a name',
    request: { recipient: { email: 'a@example.com', phone: '0912345678' } },
    code: 'person-incomplete',
  },
  {
    name: 'a telephone number without a digit',
    request: { recipient: { ...RECIPIENT, phone: '########' } },
    code: 'person-incomplete',
  },
  {
    name: 'a name with nothing to see',
    request: { recipient: { ...RECIPIENT, firstName: '\u200b\u2060' } },
    code: 'person-incomplete',
  },
  {
    name: 'a place that is not on the list, unasked',
    request: {
      recipient: { ...RECIPIENT, city: '東京都', area: '澀谷區', zipcode: '999' },
    },
    code: 'place-unlisted',
  },
  {
    name: 'a store order without store',
    request: { shippingMethod: 'store' },
    code: 'address-incomplete',
  },
]

async function trace(member: Member): Promise<{ orders: number; limits: boolean; user: boolean }> {
  const db = database()
  const orders = await db.collection('orders').where('uid', '==', member.uid).count().get()
  const limits = await db.doc(`order_limits/${member.uid}`).get()
  const user = await db.doc(`users/${member.uid}`).get()
  return { orders: orders.data().count, limits: limits.exists, user: user.exists }
}

for (const { name, request, code } of refused) {
  test(`the order action refuses ${name} and leaves nothing behind`, async () => {
    const { session, ...member } = await newMember()
    const answer = await callAction('placeOrderAction', {
      page: '/checkout',
      session,
      args: [orderRequest(request)],
    })
    expect(answer).toMatchObject({ status: 200, result: { ok: false, code } })
    expect(await trace({ session, ...member })).toEqual({ orders: 0, limits: false, user: false })
  })
}

test("a member can't order in another member's name", async () => {
  const [victim, thief] = await Promise.all([newMember(), newMember()])
  const request = orderRequest({ uid: victim.uid, account: { uid: victim.uid } })
  const answer = await callAction('placeOrderAction', {
    page: '/checkout',
    session: thief.session,
    args: [request, { uid: victim.uid }],
  })
  expect(answer.result?.ok).toBe(true)
  expect((await trace(victim)).orders).toBe(0)
  expect((await trace(thief)).orders).toBe(1)
})

test('the same key is another order for another member', async () => {
  const [first, second] = await Promise.all([newMember(), newMember()])
  const args = [orderRequest()]
  const answers = await Promise.all(
    [first, second, first].map(({ session }) =>
      callAction('placeOrderAction', { page: '/checkout', session, args }),
    ),
  )
  const ids = answers.map(({ result }) => result?.id)
  expect(ids[0]).toBe(ids[2])
  expect(ids[0]).not.toBe(ids[1])
  expect((await trace(first)).orders).toBe(1)
})

for (const [name, session] of [
  ['nobody', undefined],
  ['a forged cookie', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJkZW1vLW1lbWJlciJ9.'],
] as const) {
  test(`${name} is asked to sign in`, async () => {
    const answer = await callAction('placeOrderAction', {
      page: '/checkout',
      session,
      args: [orderRequest()],
    })
    expect(answer.result).toEqual({ ok: false, code: 'signed-out' })
  })
}

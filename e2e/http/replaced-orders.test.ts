import { test } from 'node:test'

import { newMember } from '../support/accounts.ts'
import { callAction } from '../support/actions.ts'
import { database } from '../support/database.ts'
import { expect } from '../support/expect.ts'
import { orderRequest } from '../support/orders.ts'

// Three units, and no other test takes any.
const SHIRT = 'otu-001'

const reservedStock = async () => (await database().doc(`stock/${SHIRT}`).get()).get('stock')

test('earlier confirmations give their units back once, and one that cannot be read stops nobody', async () => {
  const { session, uid } = await newMember()
  // Whoever has paid before holds as many units as there are.
  await database().doc(`users/${uid}`).set({ hasPaid: true }, { merge: true })
  const place = async (change: Record<string, unknown>) => {
    const lines = [{ id: SHIRT, color: '白色', size: 'M', quantity: 2 }]
    const args = [orderRequest({ lines, ...change })]
    return (await callAction('placeOrderAction', { page: '/checkout', session, args })).result
  }
  const key = crypto.randomUUID()
  const first = await place({ key })
  expect(first).toMatchObject({ ok: true })
  expect(await reservedStock()).toBe(2)

  const named = Array.from({ length: 5 }, () => key)
  const second = crypto.randomUUID()
  expect(await place({ key: second, replaces: named })).toMatchObject({ ok: true })
  expect(await reservedStock()).toBe(2)
  const tooFew = { problem: 'too-few', left: 1 }
  expect(await place({})).toMatchObject({ ok: false, code: 'lines', refused: [tooFew] })

  await database()
    .doc(`orders/${String(first?.id)}`)
    .update({ payment: 'of another shape' })
  expect(await place({ replaces: [key, second] })).toMatchObject({ ok: true })
  expect(await reservedStock()).toBe(2)
})

import { test } from 'node:test'

import { newMember } from '../support/accounts.ts'
import { callAction } from '../support/actions.ts'
import { database } from '../support/database.ts'
import { expect } from '../support/expect.ts'
import { orderRequest } from '../support/orders.ts'

const LIMIT = 10
const TOO_MANY = { ok: false, code: 'too-many' }

test('ten orders an hour: of two at once at the edge one is placed, and an hour later it goes on', async () => {
  const { uid, session } = await newMember()
  const order = async (request = orderRequest()) =>
    (await callAction('placeOrderAction', { page: '/checkout', session, args: [request] })).result
  const first = orderRequest()
  expect(await order(first)).toMatchObject({ ok: true })
  for (let placed = 1; placed < LIMIT - 1; placed += 1) {
    expect(await order()).toMatchObject({ ok: true })
  }
  const atOnce = await Promise.all([order(), order()])
  expect(atOnce.filter((one) => one?.ok === true)).toHaveLength(1)
  expect(atOnce.filter((one) => one?.ok !== true)).toEqual([TOO_MANY])
  expect(await order()).toEqual(TOO_MANY)
  // A repeat of what was placed is no further order.
  expect(await order(first)).toMatchObject({ ok: true })

  const limits = database().doc(`order_limits/${uid}`)
  const long = new Date(Date.now() - 61 * 60 * 1000).toISOString()
  await limits.set({ recent: Array.from({ length: LIMIT }, () => long) })
  expect(await order()).toMatchObject({ ok: true })
  const mine = await database().collection('orders').where('uid', '==', uid).count().get()
  expect(mine.data().count).toBe(LIMIT + 1)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { EMPTY_RECIPIENT } from '#lib/delivery/recipient.ts'
import { shopInMemory } from '#lib/owner/find-customer.fixture.ts'
import { makeOrder } from '#lib/payment/orders.fixture.ts'
import { affectedSince, byPerson } from './request-data.ts'

test('a person is named once, with all data that concern them', () => {
  const people = byPerson([
    { uid: 'a', email: '', data: 'orders' },
    { uid: 'a', email: 'a@example.com', data: 'account' },
    { uid: 'a', email: 'a@example.com', data: 'orders' },
    { uid: '', email: 'B@example.com', data: 'orders' },
    { uid: '', email: 'b@example.com', data: 'orders' },
    { uid: '', email: '', data: 'orders' },
  ])
  assert.deepEqual(people, [
    { uid: 'a', email: 'a@example.com', data: ['orders', 'account'] },
    { uid: '', email: 'B@example.com', data: ['orders'] },
  ])
})

test('members, buyers and recipients since a day are concerned, erased orders nobody', async (t) => {
  const at = '2026-11-20T00:00:00.000Z'
  const old = '2026-01-01T00:00:00.000Z'
  const ada = { uid: 'ada', email: 'ada@example.com' }
  const recipient = { ...EMPTY_RECIPIENT, email: 'eve@example.com' }
  shopInMemory(t, {
    documents: {
      'users/ada': { ...ada, createdAt: at, profile: { city: '臺北市' } },
      'users/old': { uid: 'old', email: 'old@example.com', createdAt: old },
      'orders/1': makeOrder({ id: '1', ...ada, createdAt: at, recipient }),
      'orders/2': makeOrder({ id: '2', uid: '', email: '', createdAt: at }),
      'orders/4': {
        ...makeOrder({ id: '4', ...ada, createdAt: at, recipient: EMPTY_RECIPIENT }),
        payment: { refundRequests: [{}, { accountAt: at }] },
      },
      'orders/3': makeOrder({ id: '3', uid: 'old', email: 'old@example.com', createdAt: old }),
    },
  })
  assert.deepEqual(await affectedSince('2026-11-01'), [
    { ...ada, data: ['account', 'profile', 'orders', 'refundAccount'] },
    { uid: '', email: 'eve@example.com', data: ['orders'] },
  ])
})

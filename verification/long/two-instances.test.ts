import { test } from 'node:test'

import { deleteApp, initializeApp } from 'firebase-admin/app'
import { getFirestore } from 'firebase-admin/firestore'

import { type Member, newMember } from '../../e2e/support/accounts.ts'
import { callAction } from '../../e2e/support/actions.ts'
import { expect } from '../../e2e/support/expect.ts'
import { orderRequest } from '../../e2e/support/orders.ts'
import { startOwnShop } from '../../e2e/support/own-shop.ts'

/** Maximum orders of a member per hour. */
const ORDERS_EACH = 10
const MEMBERS = 20

/** Retries of an order while the database is busy. */
const REPEATS = 5

const isBusy = (code: unknown) => code === 'unavailable' || code === 'busy'

async function place(shop: string, { session }: Member, request: unknown): Promise<string> {
  const call = { page: '/checkout', session, args: [request], shop }
  let answer = await callAction('placeOrderAction', call)
  for (let repeat = 0; repeat < REPEATS && isBusy(answer.result?.code); repeat += 1) {
    answer = await callAction('placeOrderAction', call)
  }
  expect(answer.result, JSON.stringify(answer)).toMatchObject({ ok: true })
  return String(answer.result?.id)
}

// Every order is sent to both instances in the same moment, as an impatient shopper behind a balancer would.
async function orderTen(shops: readonly string[], member: Member): Promise<string[]> {
  const ids: string[] = []
  for (let order = 0; order < ORDERS_EACH; order += 1) {
    const request = orderRequest()
    const answers = await Promise.all(shops.map((shop) => place(shop, member, request)))
    expect(new Set(answers).size).toBe(1)
    ids.push(...answers.slice(0, 1))
  }
  return ids
}

async function storedNumbers(firestore: string, projectId: string): Promise<string[]> {
  process.env.FIRESTORE_EMULATOR_HOST = firestore
  const app = initializeApp({ projectId }, `two-${firestore}`)
  try {
    const { docs } = await getFirestore(app).collection('orders').select('orderId').get()
    return docs.map((order) => String(order.get('orderId')))
  } finally {
    await deleteApp(app)
  }
}

test('two instances on one Firestore sell 200 orders together: every number once, without a gap', async () => {
  const own = await startOwnShop(3220)
  try {
    const shops = [own.at.shop, await own.startAnother()]
    const members = await Promise.all(Array.from({ length: MEMBERS }, () => newMember()))
    const ids = await Promise.all(members.map((member) => orderTen(shops, member)))
    expect(new Set(ids.flat()).size).toBe(MEMBERS * ORDERS_EACH)
    const numbers = await storedNumbers(own.at.firestore, own.at.projectId)
    expect(numbers).toHaveLength(MEMBERS * ORDERS_EACH)
    expect(new Set(numbers).size).toBe(MEMBERS * ORDERS_EACH)
    // An hour may end in the middle; each hour counts from one without a gap.
    for (const [, ofHour] of Map.groupBy(numbers, (number) => number.split('-')[0])) {
      const sequences = ofHour.map((number) => Number(number.split('-')[1]))
      const sorted = sequences.toSorted((a, b) => a - b)
      expect(sorted).toEqual(sorted.map((_, index) => index + 1))
    }
  } finally {
    await own.stop()
  }
})

import { test } from 'node:test'

import { deleteApp, initializeApp } from 'firebase-admin/app'
import { getFirestore } from 'firebase-admin/firestore'

import { type Member, newMember } from '../../e2e/support/accounts.ts'
import { callAction } from '../../e2e/support/actions.ts'
import { expect } from '../../e2e/support/expect.ts'
import { orderRequest } from '../../e2e/support/orders.ts'
import { startOwnShop } from '../../e2e/support/own-shop.ts'

const MEMBERS = 32

/** Retries of a member's page, and of the member, while the database is busy. */
const TRIES = 12

type PaymentView = { readonly id: unknown; readonly refusals: number }

async function orderOnce(
  shop: string,
  { session }: Member,
  onAnswer: () => void,
): Promise<PaymentView> {
  const args = [orderRequest()]
  let refusals = 0
  for (let tries = 0; tries < TRIES; tries += 1) {
    const answer = await callAction('placeOrderAction', { page: '/checkout', session, args, shop })
    onAnswer()
    if (answer.result?.ok === true) return { id: answer.result.id, refusals }
    if (answer.result?.code === 'busy') continue
    refusals += 1
    const reference: unknown = expect.any(String)
    expect(answer.result).toEqual({ ok: false, code: 'unavailable', reference })
  }
  throw new Error(`No order after ${TRIES} tries`)
}

type StoredNumber = { readonly id: string; readonly number: string; readonly sequence: number }

async function storedOrders(firestore: string, projectId: string): Promise<StoredNumber[]> {
  process.env.FIRESTORE_EMULATOR_HOST = firestore
  const app = initializeApp({ projectId }, `many-${firestore}`)
  try {
    const { docs } = await getFirestore(app).collection('orders').get()
    return docs.map((order) => {
      const number = String(order.get('orderId'))
      return { id: order.id, number, sequence: Number(number.split('-')[1]) }
    })
  } finally {
    await deleteApp(app)
  }
}

function expectContiguous(orders: readonly StoredNumber[]): void {
  expect(new Set(orders.map(({ number }) => number)).size).toBe(orders.length)
  // An hour may end in the middle; each hour counts from one without a gap.
  const hours = Map.groupBy(orders, ({ number }) => number.split('-')[0])
  for (const [, ofHour] of hours) {
    const sequences = ofHour.map(({ sequence }) => sequence).toSorted((a, b) => a - b)
    expect(sequences).toEqual(sequences.map((_, index) => index + 1))
  }
}

test('32 members order at once: 32 orders, 32 contiguous numbers, and nobody is asked to try again', async () => {
  const own = await startOwnShop(3200)
  try {
    const members = await Promise.all(Array.from({ length: MEMBERS }, () => newMember()))
    const seen = await Promise.all(
      members.map((member) => orderOnce(own.at.shop, member, () => {})),
    )
    expect(seen.reduce((sum, { refusals }) => sum + refusals, 0)).toBe(0)
    const orders = await storedOrders(own.at.firestore, own.at.projectId)
    expect(orders).toHaveLength(MEMBERS)
    expect(new Set(orders.map(({ id }) => id))).toEqual(new Set(seen.map(({ id }) => id)))
    expectContiguous(orders)
  } finally {
    await own.stop()
  }
})

test('32 members order while Firestore is killed and started again: nobody loses an order, no number is given twice', async () => {
  const own = await startOwnShop(3210)
  try {
    const members = await Promise.all(Array.from({ length: MEMBERS }, () => newMember()))
    let answers = 0
    let restarted: Promise<void> | undefined
    const afterSome = () => {
      answers += 1
      if (answers === MEMBERS / 4) restarted = own.restartFirestore()
    }
    const seen = await Promise.all(
      members.map((member) => orderOnce(own.at.shop, member, afterSome)),
    )
    expect(restarted).toBeDefined()
    await restarted
    const orders = await storedOrders(own.at.firestore, own.at.projectId)
    expect(new Set(orders.map(({ id }) => id))).toEqual(new Set(seen.map(({ id }) => id)))
    expect(orders).toHaveLength(MEMBERS)
    expectContiguous(orders)
  } finally {
    await own.stop()
  }
})

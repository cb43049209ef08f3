import { request } from 'node:http'
import { test } from 'node:test'

import { type Member, newMember } from '../../e2e/support/accounts.ts'
import { callAction } from '../../e2e/support/actions.ts'
import { addresses } from '../../e2e/support/addresses.ts'
import { database } from '../../e2e/support/database.ts'
import { expect } from '../../e2e/support/expect.ts'
import {
  type HostileRequest,
  hostileRequest,
  hostileText,
  hostileValue,
  type KnownThings,
} from '../../e2e/support/hostile-requests.ts'
import { MARK } from '../../e2e/support/hostile-text.ts'
import { orderRequest } from '../../e2e/support/orders.ts'
import { newOwner } from '../../e2e/support/owners.ts'
import { shopLog } from '../../e2e/support/start-shop.ts'
import { EXPECT_TIMEOUT, TEST_TIMEOUT } from '../../e2e/support/time-limits.ts'

/** Number of inputs and seed: INPUTS=5000 SEED=2 npm run test:one verification/long/hostile-run.test.ts */
const INPUTS = Number(process.env.INPUTS ?? 6000)
const SEED = Number(process.env.SEED ?? 1)
const AT_ONCE = 4

const LIMIT = { timeout: TEST_TIMEOUT + INPUTS * 60 }

type Answer = { readonly status: number; readonly took: number }

function send({ method, path, headers, body }: HostileRequest): Promise<Answer> {
  const began = performance.now()
  const { hostname, port } = new URL(addresses().shop)
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, method, path, headers, agent: false }, (response) => {
      response.resume()
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, took: performance.now() - began })
      })
      response.on('error', reject)
    })
    call.on('error', reject)
    call.end(body)
  })
}

const noAnswer = (error: unknown) => ({ status: 0, took: 0, error: String(error) })

// An unfetched certificate leaves a message unverified.
function isFine({ path }: HostileRequest, { status, took }: Answer): boolean {
  const isUnverified = path.startsWith('/api/paypal/webhook') && status === 503
  return (status < 500 || isUnverified) && status > 0 && took < EXPECT_TIMEOUT
}

// Firestore keeps no names that are empty, long or reserved.
function asField(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asField)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, inner], index) => [
    `${index}${name.toWellFormed().slice(0, 60)}`,
    asField(inner),
  ])
  return Object.fromEntries(entries)
}

async function order({ session }: Member): Promise<string> {
  const args = [orderRequest()]
  const { result } = await callAction('placeOrderAction', { page: '/checkout', session, args })
  return String(result?.id)
}

const sessionsOf = (some: readonly Member[]) => some.map(({ session }) => session)

async function collectKnown(): Promise<KnownThings & { readonly members: readonly Member[] }> {
  const members = await Promise.all(Array.from({ length: 20 }, () => newMember()))
  const orders = await Promise.all(members.map(order))
  const owners = await Promise.all(Array.from({ length: 4 }, () => newOwner()))
  return { members, orders, sessions: sessionsOf(members), owners: sessionsOf(owners) }
}

test(
  `${INPUTS} hostile requests drawn by seed ${SEED}: no 5xx, no stack in the log, nothing slow`,
  LIMIT,
  async () => {
    const before = shopLog().length
    const names = await collectKnown()
    const wrong: string[] = []
    const sendFrom = async (first: number) => {
      for (let index = first; index < INPUTS; index += AT_ONCE) {
        const hostile = hostileRequest(SEED, index, names)
        const answer = await send(hostile).catch(noAnswer)
        if (!isFine(hostile, answer)) wrong.push(JSON.stringify({ index, answer, hostile }))
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, (_, first) => sendFrom(first)))
    expect(wrong).toEqual([])
    const log = shopLog().slice(before)
    expect(log).not.toMatch(/^ {4}at |"severity":"ERROR"/m)
    // Texts of the senders stand in none of its lines.
    expect(log).not.toContain(MARK)
  },
)

test('a member with hostile documents sees pages and can order', LIMIT, async () => {
  const before = shopLog().length
  const { members, orders } = await collectKnown()
  const db = database()
  const wrong: string[] = []
  for (const [index, { uid, session }] of members.entries()) {
    const value = (field: number) => hostileValue(SEED, index * 10 + field)
    const text = (field: number) => hostileText(SEED, index * 10 + field)
    const plain = (field: number): unknown => asField(value(field))
    await db.doc(`users/${uid}`).set({ profile: plain(1), phone: plain(2), name: plain(3) })
    await db.doc(`order_limits/${uid}`).set({ recent: plain(4), unpaid: plain(5) })
    await db.doc(`action_limits/${uid}`).set({ orders: plain(6), payment: plain(7) })
    await db.doc(`orders/${orders[index]}`).update({
      'recipient.firstName': text(1),
      'recipient.note': text(2),
      email: text(3),
      shipment: {
        carrier: text(4),
        trackingNumber: text(5),
        shippedAt: new Date().toISOString(),
      },
    })
    const paths = ['/account', '/account/settings', '/account/order', '/checkout']
    for (const path of [...paths, `/account/order/${orders[index]}`]) {
      const headers = { cookie: `__session=${session}` }
      const answer = await send({ method: 'GET', path, headers })
      if (answer.status !== 200 || answer.took > EXPECT_TIMEOUT)
        wrong.push(`${path} ${answer.status}`)
    }
    const args = [orderRequest()]
    const { result } = await callAction('placeOrderAction', { page: '/checkout', session, args })
    if (result?.ok !== true) wrong.push(JSON.stringify(result))
  }
  expect(wrong).toEqual([])
  expect(shopLog().slice(before)).not.toMatch(/^ {4}at |"severity":"ERROR"/m)
})

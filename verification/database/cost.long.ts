import assert from 'node:assert/strict'
import { test } from 'node:test'

import { by, draft, item } from '#lib/order/placement.fixture.ts'
import { soldOrder, storeSold, TODAY } from '../../e2e/database/sold-orders.ts'
import { openStoredShop } from '../../e2e/database/stored-shop.ts'
import { documentedCosts } from './documented-costs.ts'

const own = { ...draft, items: [item(1)] }
const key = { id: own.id, uid: own.uid, timeCode: own.timeCode, products: ['a'], units: 1 }
const sold = Array.from({ length: 200 }, (_, index) => soldOrder(index, 200))
const waiting = sold.find(({ status }) => status === '已付款')
const parcel = { carrier: '黑貓', trackingNumber: '907012345678' }

/** The actions by their names. */
const ACTIONS: Readonly<Record<string, () => Promise<unknown>>> = {
  'a sweep with nothing due': async () => {
    const { sweep } = await import('#lib/sweep/sweep.ts')
    await sweep(TODAY)
  },
  'place an order': async () => {
    const { createOrder } = await import('#lib/order/placement-store.ts')
    const { place } = await import('#lib/order/placement.ts')
    await createOrder({ ...key, replaces: [], overdue: [] }, place(own, by))
  },
  'look at an order': async () => {
    const { readOrder } = await import('#lib/order/order-store.ts')
    await readOrder(own.id)
  },
  'ship an order': async () => {
    const { changeOrder } = await import('#lib/order/order-store.ts')
    const { ship: shipped } = await import('#lib/order/ship-order.ts')
    await changeOrder(waiting?.id ?? '', (stored) => {
      const answer = shipped(stored, parcel, { now: TODAY, by: 'owner' })
      return answer.ok ? answer.data : undefined
    })
  },
  "the owner's start page": async () => {
    const { readToday } = await import('#lib/owner/read-today.ts')
    await readToday(TODAY)
  },
  'its status panel': async () => {
    const { readStatus } = await import('#lib/health/health.ts')
    await readStatus(TODAY)
  },
  "the owner's search of one order": async () => {
    const { listOrders } = await import('#lib/owner/find-orders.ts')
    const { ownerQuery } = await import('#lib/owner/order-views.ts')
    const { orders } = await listOrders(ownerQuery({ search: waiting?.recipient.phone }))
    assert.equal(orders.length, 1)
  },
}

test('each action reads and writes as often as docs/cost.md says', async (t) => {
  const { db, calls } = await openStoredShop(t)
  Object.assign(process.env, {
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'shop@shop.example',
    OWNER_EMAIL: 'owner@shop.example',
  })
  await storeSold(db, sold)
  // The first one redacts what is old among the seeds and counts them, the second notifies the owner of the counts.
  await ACTIONS['a sweep with nothing due']?.()
  await ACTIONS['a sweep with nothing due']?.()
  const counted = new Map<string, string>()
  for (const [name, act] of Object.entries(ACTIONS)) {
    calls()
    await act()
    const made = calls()
    const sum = (of: 'reads' | 'writes') => made.reduce((total, call) => total + call[of], 0)
    counted.set(name, `${sum('reads')}/${sum('writes')}`)
  }
  assert.deepEqual(Object.fromEntries(counted), documentedCosts('Operations'))
})

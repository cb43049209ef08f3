import { test } from 'node:test'

import { deleteApp, initializeApp } from 'firebase-admin/app'
import { getFirestore } from 'firebase-admin/firestore'

import { type Member, newMember } from '../../e2e/support/accounts.ts'
import { callAction } from '../../e2e/support/actions.ts'
import { expect } from '../../e2e/support/expect.ts'
import { orderRequest } from '../../e2e/support/orders.ts'
import { startOwnShop } from '../../e2e/support/own-shop.ts'
import { newOwner } from '../../e2e/support/owners.ts'

const OLD = '2099-03-31'
const NEW = '2099-04-20'
const SHOWN = { [OLD]: '2099年3月31日', [NEW]: '2099年4月20日' }

async function place(shop: string, { session }: Member): Promise<void> {
  const call = { page: '/checkout', session, args: [orderRequest()], shop }
  const answer = await callAction('placeOrderAction', call)
  expect(answer.result, JSON.stringify(answer)).toMatchObject({ ok: true })
}

// The days that all orders are promised, by the shop's own database.
async function promisedDays(firestore: string, projectId: string): Promise<string[]> {
  process.env.FIRESTORE_EMULATOR_HOST = firestore
  const app = initializeApp({ projectId }, `days-${firestore}`)
  try {
    const { docs } = await getFirestore(app).collection('orders').get()
    return docs.map((order) => String(order.get('items')[0]?.preorder?.shipsAbout))
  } finally {
    await deleteApp(app)
  }
}

const pageOf = async (shop: string) => (await fetch(new URL('/product/otr-001', shop))).text()

test('orders placed before, during and after a change of the day, on two instances, are promised the new day, and both pages say it within a minute', async () => {
  const own = await startOwnShop(4600)
  try {
    const shops = [own.at.shop, await own.startAnother()]
    const members = await Promise.all(Array.from({ length: 4 }, () => newMember()))
    const owner = await newOwner()
    const placeAll = () =>
      Promise.all(members.flatMap((member) => shops.map((shop) => place(shop, member))))
    for (const shop of shops) expect(await pageOf(shop)).toContain(SHOWN[OLD])
    await placeAll()
    const change = callAction('changeDateAction', {
      page: '/owner/date',
      session: owner.session,
      args: [{ product: 'otr-001', shipsAbout: NEW, reason: '布料晚到' }],
      shop: own.at.shop,
    })
    await placeAll()
    expect((await change).result).toMatchObject({ ok: true, data: { changesPage: true } })
    await placeAll()
    const days = await promisedDays(own.at.firestore, own.at.projectId)
    expect(days).toEqual(Array.from({ length: 24 }, () => NEW))
    for (const shop of shops) {
      await expect.poll(() => pageOf(shop), { timeout: 60_000 }).toContain(SHOWN[NEW])
      const page = await pageOf(shop)
      expect(page.includes(SHOWN[OLD])).toBe(false)
      expect(page.includes(`"availabilityStarts":"${NEW}T00:00:00+08:00"`)).toBe(true)
    }
  } finally {
    await own.stop()
  }
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import { newMember } from '../../e2e/support/accounts.ts'
import { callAction } from '../../e2e/support/actions.ts'
import { addresses } from '../../e2e/support/addresses.ts'
import { databaseAt } from '../../e2e/support/database.ts'
import { expect } from '../../e2e/support/expect.ts'
import { orderRequest } from '../../e2e/support/orders.ts'
import { type OwnShop, startOwnShop } from '../../e2e/support/own-shop.ts'
import { RECIPIENT } from '../../e2e/support/pages/checkout.ts'
import { sweepShop } from '../../e2e/support/sweep-shop.ts'
import { type RunningProcess, startProcess } from '../../local/process.ts'
import { ecpayPlan } from '../../local/services.ts'
import { freePort } from '../../packages/stand-in/ports.ts'

const LONG_AGO = '2020-01-01T00:00:00.000Z'

const running: RunningProcess[] = []
let data = ''
let ecpay = ''
let own: OwnShop
before(async () => {
  data = await mkdtemp(join(tmpdir(), 'ourtee-lists-'))
  ecpay = `http://127.0.0.1:${await freePort('an ECPay of its own', 4390)}`
  await startProcess(ecpayPlan(ecpay, data), data, running)
  own = await startOwnShop(3450, { ecpay })
})
after(async () => {
  await own.stop()
  await Promise.all(running.map((service) => service.stop(2000)))
  await rm(data, { recursive: true, force: true })
})

const control = (path: string, body: object) =>
  fetch(`${ecpay}/_local${path}`, { method: 'POST', body: JSON.stringify(body) })
const stores = (query: Readonly<Record<string, string>>, shop = own.at.shop) =>
  fetch(`${shop}/api/stores?${new URLSearchParams(query)}`)
const searchStatus = async () => (await stores({ chain: '7-11', text: '館前' })).status

test('the lists are taken once a day, and the last good ones stay when a broken one comes', async () => {
  const { shop, firestore } = own.at
  const lists = databaseAt(firestore).collection('store_lists')
  const state = async () => (await lists.doc('state').get()).data() ?? {}
  const makeDue = () => lists.doc('state').update({ takenAt: LONG_AGO, triedAt: LONG_AGO })

  expect(await searchStatus()).toBe(503)
  expect(await sweepShop(shop)).toMatchObject({ stores: { kept: 2, failed: 0 } })
  expect(await sweepShop(shop)).not.toHaveProperty('stores')
  expect(await searchStatus()).toBe(200)
  const { lists: first } = await state()

  // One store is gone the next day: the list is another one, and the old units go.
  await control('/clock', { days: 1 })
  await makeDue()
  expect(await sweepShop(shop)).toMatchObject({ stores: { kept: 2, failed: 0 } })
  const { lists: second } = await state()
  expect(second['7-11'].count).toBe(first['7-11'].count - 1)
  expect((await lists.get()).docs.map(({ id }) => id).toSorted()).toEqual([
    `family-${second['全家'].version}-0`,
    `seven-${second['7-11'].version}-0`,
    'state',
  ])

  // A list of one store is treated as broken.
  const one = { StoreId: '131386', StoreName: '重慶門市', StoreAddr: '臺北市中正區' }
  const short = { RtnCode: 1, RtnMsg: '', StoreList: [{ CvsType: 'UNIMART', StoreInfo: [one] }] }
  await control('/faults', { name: 'text', op: 'stores', text: JSON.stringify(short) })
  await control('/faults', { name: 'drop', op: 'stores' })
  await makeDue()
  expect(await sweepShop(shop)).toMatchObject({ stores: { kept: 0, failed: 2 } })
  expect((await state())['lists']).toEqual(second)
  expect((await state())['takenAt']).toBe(LONG_AGO)
  expect(await searchStatus()).toBe(200)
  // Not again at once: the next try is in half an hour.
  expect(await sweepShop(shop)).not.toHaveProperty('stores')
})

test('the server alone decides: a forged store places no order', async () => {
  const { shop, firestore } = own.at
  const { session } = await newMember()
  const place = async (store: string, more: object = {}) => {
    const recipient = { ...RECIPIENT, store, note: '', ...more }
    const args = [orderRequest({ shippingMethod: 'store', recipient })]
    return (await callAction('placeOrderAction', { page: '/checkout', session, args, shop })).result
  }
  expect(await place('7-11 999999 重慶門市')).toMatchObject({ ok: false, code: 'store-unknown' })
  // A number of the other chain is none of this one.
  expect(await place('7-11 006598')).toMatchObject({ ok: false, code: 'store-unknown' })
  // A name alone is no store of the list.
  expect(await place('7-11 重慶門市')).toMatchObject({ ok: false, code: 'store-unknown' })
  expect(await place('7-11 131386', { pickupName: '王' })).toMatchObject({
    code: 'store-recipient',
  })
  const placed = await place('全家 006598 假的店名')
  expect(placed).toMatchObject({ ok: true })
  const order = await databaseAt(firestore)
    .doc(`orders/${String(placed?.['id'])}`)
    .get()
  expect(Object(order.get('recipient')).store).toMatch(/^全家 006598 .+店$/)
})

test('stores are answered to queries alone, and to none where ECPay is not set', async () => {
  const answer = await stores({ chain: '全家', text: '重慶' })
  expect(answer.headers.get('cache-control')).toBe('public, max-age=3600')
  expect((await answer.text()).length).toBeLessThan(4096)
  const wrong: readonly Readonly<Record<string, string>>[] = [
    {},
    { chain: 'OK', text: 'a' },
    { chain: '7-11' },
    { chain: '7-11', text: 'a'.repeat(41) },
  ]
  for (const query of wrong) expect((await stores({ ...query })).status).toBe(400)
  expect((await stores({ chain: '7-11', text: 'a' }, addresses().shop)).status).toBe(404)
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

import { freePort } from '../../local/ports.ts'
import { type RunningProcess, startProcess } from '../../local/process.ts'
import { ecpayPlan } from '../../local/services.ts'
import { databaseAt } from '../support/database.ts'
import { startOwnShop } from '../support/own-shop.ts'
import { expect } from '../support/expect.ts'
import { sweepShop } from '../support/sweep-shop.ts'

const LONG_AGO = '2020-01-01T00:00:00.000Z'

test('the lists are taken once a day, and the last good ones stay when a broken one comes (rule 71)', async () => {
  const data = await mkdtemp(join(tmpdir(), 'ourtee-lists-'))
  const running: RunningProcess[] = []
  const ecpay = `http://127.0.0.1:${await freePort('an ECPay of its own', 4390)}`
  await startProcess(ecpayPlan(ecpay, data), data, running)
  const own = await startOwnShop(3450, { ecpay })
  try {
    const { shop, firestore } = own.at
    const lists = databaseAt(firestore).collection('store_lists')
    const state = async () => (await lists.doc('state').get()).data() ?? {}
    const makeDue = () => lists.doc('state').update({ takenAt: LONG_AGO, triedAt: LONG_AGO })
    const control = (path: string, body: object) =>
      fetch(`${ecpay}/_local${path}`, { method: 'POST', body: JSON.stringify(body) })
    const query = new URLSearchParams({ chain: '7-11', text: '館前' })
    const found = async () => (await fetch(`${shop}/api/stores?${query}`)).status

    expect(await found()).toBe(503)
    expect(await sweepShop(shop)).toMatchObject({ stores: { kept: 2, failed: 0 } })
    expect(await sweepShop(shop)).not.toHaveProperty('stores')
    expect(await found()).toBe(200)
    const { lists: first } = await state()

    // One store is gone the next day: the list is another one, and the old pieces go.
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

    // A list of one store is broken, whatever it says.
    const one = { StoreId: '131386', StoreName: '重慶門市', StoreAddr: '臺北市中正區' }
    const short = { RtnCode: 1, RtnMsg: '', StoreList: [{ CvsType: 'UNIMART', StoreInfo: [one] }] }
    await control('/faults', { name: 'text', op: 'stores', text: JSON.stringify(short) })
    await control('/faults', { name: 'drop', op: 'stores' })
    await makeDue()
    expect(await sweepShop(shop)).toMatchObject({ stores: { kept: 0, failed: 2 } })
    expect((await state())['lists']).toEqual(second)
    expect((await state())['takenAt']).toBe(LONG_AGO)
    expect(await found()).toBe(200)
    // Not again at once: the next try is in half an hour.
    expect(await sweepShop(shop)).not.toHaveProperty('stores')
  } finally {
    await own.stop()
    await Promise.all(running.map((service) => service.stop(2000)))
    await rm(data, { recursive: true, force: true })
  }
})

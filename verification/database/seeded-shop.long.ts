import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

import { processEnvironment, PROJECT, shopEnvironment } from '../../local/environment.ts'
import { openDatabase, startServer } from '../../packages/firestore/started-server.fixture.ts'
import { StandIn } from '../../packages/paypal/stand-in.fixture.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const COUNT = 120
const nowhere = 'http://127.0.0.1:9'

test('a laptop’s shop is filled with orders in every state, whose books and counters agree, and whose payments PayPal knows', async (t) => {
  const { address } = await startServer(t)
  const paypal = new StandIn()
  t.after(() => paypal.close())
  await paypal.start()
  const at = {
    shop: 'http://localhost:3000',
    auth: nowhere,
    firestore: address,
    paypal: paypal.base,
    mailbox: nowhere,
    smtp: 'smtp://127.0.0.1:9',
    projectId: PROJECT,
  }
  const env = processEnvironment({
    ...shopEnvironment(at),
    SMTP_URL: 'none',
    CONTENT_FOLDER: 'e2e/fixtures/content',
  })
  const run = async (...words: readonly string[]) => {
    const call = promisify(execFile)('node', ['--conditions=react-server', ...words], {
      cwd: ROOT,
      env,
    })
    return (await call).stdout
  }
  assert.equal(
    await run('cli/seed-orders.ts', String(COUNT)),
    `${COUNT} orders of three months are there.\n`,
  )
  const { docs } = await openDatabase(t, address, PROJECT).collection('orders').get()
  const orders = docs.map((doc) => doc.data())
  const has = (what: string, is: (order: FirebaseFirestore.DocumentData) => boolean) =>
    assert.ok(orders.some(is), `no order ${what}`)
  for (const status of ['待付款', '已付款', '已出貨', '已完成', '已取消'])
    has(status, (order) => order['status'] === status)
  for (const state of ['refunded', 'partly-refunded', 'review'])
    has(state, ({ payment }) => payment?.state === state)
  for (const state of ['received', 'exchanged'])
    has(state, ({ returns }) => returns?.at(-1)?.state === state)
  has('disputed', ({ payment }) => payment?.disputes?.length === 1)
  const paid = orders.filter(({ payment }) => payment?.state === 'paid' && !payment.disputed)
  const { captureId, totalAmount } = { ...paid[0]?.['payment'], ...paid[0] }
  const refund = await paypal.refund(captureId, String(totalAmount))
  assert.equal(refund.status, 201)
  const counted = await run('cli/orders.ts', 'recount')
  assert.match(counted, new RegExp(`核對了 ${COUNT} 筆訂單。`))
  assert.doesNotMatch(counted, /改正或要核對的有/)
  assert.match(await run('cli/seed-orders.ts', '5'), /^There are orders already/)
})

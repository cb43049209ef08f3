import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

import { register } from '../../e2e/support/accounts.ts'
import { addresses } from '../../e2e/support/addresses.ts'
import { storedDocument } from '../../e2e/support/database.ts'
import { expect } from '../../e2e/support/expect.ts'
import { startFirestoreProxy } from '../../e2e/support/firestore-proxy.ts'
import { ordersAt } from '../../e2e/support/owner-tools.ts'
import { seedOrders } from '../../e2e/support/seeded-orders.ts'

test('a change of the owner whose answer Firestore lost is shown as done, and done once', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'ourtee-repeats-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const member = await register()
  const orderId = `Order2026030110-${member.uid}`
  const [id = ''] = await seedOrders(member, 1, () => ({ orderId, status: '已付款' }))
  let lost = 0
  const proxy = await startFirestoreProxy(addresses().firestore, ({ name }) => {
    if (name !== 'Commit' || lost > 0) return undefined
    lost += 1
    return { after: 13 }
  })
  try {
    const running = join(folder, 'addresses.json')
    await writeFile(running, JSON.stringify({ ...addresses(), firestore: proxy.address }))
    const words = ['ship', orderId, '--carrier', '黑貓', '--tracking', '1']
    const result = await ordersAt(running, words)
    expect(result, result.text).toMatchObject({ code: 0 })
    expect(lost).toBe(1)
    const { history } = await storedDocument(`orders/${id}`)
    expect(history).toMatchObject([{ type: 'order.placed' }, { type: 'parcel.shipped' }])
  } finally {
    await proxy.stop()
  }
})

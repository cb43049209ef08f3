import assert from 'node:assert/strict'
import { test } from 'node:test'

import { InvoiceSums } from '#lib/owner/export-row.ts'

import { invoiceAtRest } from './invoice-rules.ts'
import { pay, refund, TOTAL, unpaidOrder } from './invoice-cases.ts'
import { clock, enter, runProcess, World, world } from './world.ts'

const { settleInvoices } = await import('#lib/order/invoice/send-invoice.ts')
const { ISSUER } = await import('./outside/issuer.ts')

const { issued } = ISSUER

const RUNS = 300

const UNPAID = '0003'

// Two sweeps at a time, a refund now and then, and minutes or weeks between.
async function trouble(ids: readonly string[]): Promise<void> {
  for (let round = 0; round < 12; round += 1) {
    const sweeps = [1, 2].map(() => runProcess(() => settleInvoices(clock())))
    await Promise.all(sweeps)
    const id = ids[Math.floor(world().random() * ids.length)] ?? ''
    const share = world().random()
    if (share < 0.15) refund(id, TOTAL)
    else if (share < 0.35) refund(id, 500)
    world().pass(world().random() < 0.05 ? 20 * 24 * 3600 : world().random() * 400)
  }
}

async function rest(): Promise<void> {
  world().trouble = 0
  for (let round = 0; round < 20; round += 1) {
    world().pass(7 * 3600)
    await runProcess(() => settleInvoices(clock()))
  }
}

test('after any faults a paid order has exactly one invoice, and its refunds are on paper once, and the sums of the file are those of the issuer (rules 741, 742, 743, 785)', async () => {
  for (let seed = 1; seed <= RUNS; seed += 1) {
    enter(new World(seed, 0.2))
    issued.clear()
    const ids = ['0001', '0002']
    for (const id of ids) pay(id)
    // Never paid: looked at by every sweep, and never invoiced.
    const at = new Date(world().time).toISOString()
    world().orders.set(UNPAID, { ...unpaidOrder(UNPAID), invoiceCheckAt: at })
    await trouble(ids)
    await rest()
    const orders = [...world().orders.values()]
    for (const order of orders) {
      const said = `run ${seed}, order ${order.id}: ${JSON.stringify(order.invoicing)}`
      assert.deepEqual(invoiceAtRest(order, issued), [], said)
    }
    assert.ok(issued.size <= ids.length)
    const sums = new InvoiceSums()
    sums.add(orders)
    const [net, tax] = sums.cells
    const standing = [...issued.values()].filter(({ isVoid }) => !isVoid)
    const left = standing.reduce((sum, { remaining }) => sum + remaining, 0)
    assert.equal(Number(net) + Number(tax), left, `run ${seed}`)
    assert.equal(world().orders.get(UNPAID)?.invoicing, undefined)
  }
})

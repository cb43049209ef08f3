import assert from 'node:assert/strict'
import { test } from 'node:test'

import { InvoiceSums } from '#lib/owner/invoice-columns.ts'
import { byHand, ID, KEY, pay, refund, TOTAL, unpaidOrder, writeDown } from './invoice-cases.ts'
import { besideHands, invoiceAtRest, undoneOf } from './invoice-rules.ts'
import { checkHistory, clock, enter, runProcess, World, world } from './world.ts'

const { settleInvoices } = await import('#lib/invoice/sweep-invoices.ts')
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

test('after any faults a paid order has exactly one invoice, and its refunds are documented once, and the sums of the file are those of the issuer', async () => {
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
      checkHistory(unpaidOrder(order.id), order)
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

const OWN = 'AB12345678'

// The accountant works in the issuer's pages while nothing of the shop's is on its way there.
async function handsAtIssuer(): Promise<boolean> {
  const invoice = issued.get(KEY)
  if (!invoice || invoice.isVoid || world().late.length > 0) return false
  if (world().random() > 0.15) return false
  const share = world().random()
  if (share < 0.3 && invoice.allowances.size === 0) await byHand.void()
  else if (invoice.remaining > 500) await byHand.allow(share < 0.7 ? 500 : 333)
  return true
}

test('beside changes made at the issuer and own numbers no invoice is issued twice, no refund is documented twice, and the owner is notified of each difference', async () => {
  const seen = { hands: 0, own: 0, told: 0 }
  for (let seed = 1; seed <= RUNS; seed += 1) {
    enter(new World(seed, 0.2))
    issued.clear()
    pay()
    let afterHands = 0
    for (let round = 0; round < 10; round += 1) {
      await Promise.all([1, 2].map(() => runProcess(() => settleInvoices(clock()))))
      if (world().random() < 0.25) refund(ID, world().random() < 0.3 ? TOTAL : 500)
      if (world().random() < 0.05 && writeDown(OWN) === undefined) seen.own += 1
      if (await handsAtIssuer()) {
        const invoice = issued.get(KEY)
        afterHands = invoice ? undoneOf(invoice) : 0
        seen.hands += 1
      }
      world().pass(world().random() * 400)
    }
    await rest()
    const order = world().orders.get(ID)
    assert.ok(order)
    if (order.invoiceAlarm) seen.told += 1
    const said = `run ${seed}: ${JSON.stringify([order.invoicing, order.invoiceNumber])}`
    assert.deepEqual(besideHands(order, issued, afterHands), [], said)
    checkHistory(unpaidOrder(ID), order)
  }
  assert.ok(Math.min(seen.hands, seen.own, seen.told) > 20, JSON.stringify(seen))
})

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'

import { z } from 'zod'

import { parcelsOf } from '../../e2e/support/ecpay-control.ts'
import { ordersAt } from '../../e2e/support/owner-tools.ts'
import { PROJECT } from '../../local/environment.ts'
import { startServer } from '../../packages/firestore/started-server.fixture.ts'
import { expectAtEcpay, storedOrder } from './at-ecpay.ts'
import {
  numberOf,
  paidToStore,
  placeToStore,
  pressBook,
  invoiceKeyOf,
  strike,
} from './ecpay-purchase.ts'
import {
  type Harness,
  heal,
  openHarness,
  payAttempt,
  type PlacedShopper,
  placeOne,
  startAttempt,
} from './harness.ts'
import { account, type Ledger, openLedger } from './ledger.ts'
import { outboxOf, sendAllMails, takenMails } from './mail-audit.ts'
import { sweep } from './shop-site.ts'
import { toldStatus } from './shopper.ts'
import { transfer } from './transfer.ts'

// The restore test of docs/operations.md: exports Firestore into an empty one and continues the
// shop there.

let harness: Harness

before(async () => {
  harness = await openHarness(4100, { ecpay: true })
})

after(() => harness.close())

const backupSchema = z.object({
  documents: z.array(z.object({ name: z.string(), fields: z.record(z.string(), z.unknown()) })),
})

/** Counts a backup's documents by collection. */
function countsIn(backup: string): Record<string, number> {
  const { documents } = backupSchema.parse(JSON.parse(backup))
  const groups = Map.groupBy(documents, ({ name }) => name.split('/', 1)[0] ?? '')
  return Object.fromEntries([...groups].map(([name, all]) => [name, all.length]))
}

/** The collections with documents that name no day on which Firestore may remove them. */
const KEPT_FOREVER = [
  'movements',
  'order_counters',
  'orders',
  'stock',
  'store_lists',
  'sweeps',
  'to_make',
  'users',
]

function keptForever(backup: string): readonly string[] {
  const { documents } = backupSchema.parse(JSON.parse(backup))
  const kept = documents.filter(({ fields }) => !JSON.stringify(fields).includes('"expireAt"'))
  return [...new Set(kept.map(({ name }) => name.split('/', 1)[0] ?? ''))].toSorted()
}

// The buyer has agreed, and then neither the browser nor PayPal's event reached the shop.
async function approvedOnly(): Promise<PlacedShopper> {
  const order = await placeOne(harness)
  const reference = await startAttempt(order)
  await harness.paypal.misbehave({ name: 'webhook-lost', times: 9 }, order.id)
  await harness.paypal.approve(reference)
  return order
}

async function paidAndTold(order: PlacedShopper): Promise<PlacedShopper> {
  assert.equal(toldStatus(await payAttempt(harness, order, await startAttempt(order))), 'paid')
  await heal(harness, order.id)
  return order
}

// The buyer has agreed at LINE Pay, and the browser never came back.
async function approvedAtLinePay(): Promise<PlacedShopper> {
  const order = await placeOne(harness)
  await harness.providers.approve(await startAttempt(order, 'line-pay'))
  return order
}

/** The shop on the restored database, with the same providers, carrier and issuer. */
function restoredHarness(shop: string, firestore: string, ledger: Ledger): Harness {
  const { own } = harness
  const at = { ...own.at, shop, firestore }
  const running = join(own.site, 'restored.json')
  writeFileSync(running, JSON.stringify(at))
  const orders = (...words: readonly string[]) => ordersAt(running, words)
  return { ...harness, own: { ...own, at, orders, sweep: () => sweep(shop) }, ledger }
}

const PART = 500

const giveBack = async (at: Harness, { id }: PlacedShopper) =>
  at.own.orders('refund', await numberOf(at, id), String(PART), '--reason', '缺件')

// Once for one press: at the provider, in the books, and on the invoice.
async function expectOnePart(at: Harness, { id }: PlacedShopper): Promise<void> {
  const { payment, invoicing } = await storedOrder(at, id)
  assert.equal(payment?.refundedAmount, PART)
  assert.deepEqual(
    invoicing?.documents.map(({ kind, state, amount }) => [kind, state, amount]),
    [['allowance', 'done', PART]],
  )
  const [atPaypal, atLinePay] = await Promise.all([
    at.paypal.orders(id),
    at.providers.linePay.payments(id),
  ])
  const back = [
    ...atPaypal.map(({ refunds }) => refunds),
    ...atLinePay.map(({ refunds }) => refunds),
  ]
  assert.equal(back.flat().length, 1)
}

async function expectSettled(ledger: Ledger, { id }: PlacedShopper): Promise<void> {
  const stored = await ledger.order(id)
  assert.equal(stored.status, '已付款', JSON.stringify(stored))
  const { captured, recorded, doubled } = account(stored, await harness.paypal.orders(id))
  assert.deepEqual([captured, recorded, doubled], [3080, 3080, 0])
}

// A sweep answers before the last of its mails is sent.
async function untilSent(ledger: Ledger): Promise<void> {
  for (let looks = 0; looks < 200; looks += 1) {
    const states = (await outboxOf(ledger)).map(({ state }) => state)
    if (!states.includes('due') && !states.includes('claimed')) return
    await wait(100)
  }
  assert.fail('mails are left in the outbox')
}

const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1)

const mailIds = async ({ id }: PlacedShopper) =>
  (await takenMails(harness.own, id)).map(({ messageId }) => messageId)

test('a shop on a restored Firestore goes on: orders, outbox and counters agree, nothing is captured, refunded, booked or issued twice, no mail before the backup is sent again, and what was lost is named', async (t) => {
  const { own } = harness
  const [result, open, captured] = [
    await paidAndTold(await placeOne(harness)),
    await placeOne(harness),
    await approvedOnly(),
  ]
  for (const { id } of [open, captured]) await heal(harness, id).catch(() => undefined)
  const agreed = await approvedOnly()
  await heal(harness, result.id)
  // At LINE Pay, at the carrier and at the issuer: what is done only after the backup.
  const atLinePay = await approvedAtLinePay()
  const parcel = await paidToStore(harness)
  await heal(harness, parcel.id)
  const kept = await paidAndTold(await placeOne(harness))
  const keptAtLinePay = await placeOne(harness)
  await payAttempt(harness, keptAtLinePay, await startAttempt(keptAtLinePay, 'line-pay'))
  await heal(harness, keptAtLinePay.id)
  const unissued = await placeToStore(harness)
  const unissuedRef = await invoiceKeyOf(harness, unissued.id)
  await strike(harness, unissuedRef, { name: 'drop', op: 'issue', times: 99 })
  await payAttempt(harness, unissued, await startAttempt(unissued))
  await sendAllMails(own, harness.ledger)
  const mailsBefore = await Promise.all([result, open].map(mailIds))

  const start = performance.now()
  const backup = await transfer('export', own.at.firestore)
  const exported = performance.now()
  // The table of docs/operations.md, Data retention, and nothing else.
  assert.deepEqual(keptForever(backup), KEPT_FOREVER)
  // Lost by the restore: an order that was paid afterwards, and the settling of one that is in the backup.
  const late = await paidAndTold(await placeOne(harness))
  await heal(harness, agreed.id)
  await expectSettled(harness.ledger, agreed)
  await pressBook(harness, parcel.id)
  for (const order of [kept, keptAtLinePay]) await giveBack(harness, order)
  const others = [atLinePay, parcel, kept, keptAtLinePay, unissued]
  for (const { id } of others) await heal(harness, id)
  for (const order of [kept, keptAtLinePay]) await expectOnePart(harness, order)
  const invoices = await Promise.all(others.map(({ id }) => storedOrder(harness, id)))
  assert.ok(invoices.every(({ invoicing }) => invoicing?.number !== undefined))
  const mailsOfAgreed = await mailIds(agreed)

  const restored = await startServer(t)
  const importing = performance.now()
  await transfer('import', restored.address, backup)
  const imported = performance.now()
  assert.equal(await transfer('export', restored.address), backup)

  const instance = await own.startAnother({ FIRESTORE_EMULATOR_HOST: restored.address })
  const ledger = openLedger({ firestore: restored.address, projectId: PROJECT })
  t.after(() => ledger.close())
  assert.notEqual((await ledger.order(agreed.id)).status, '已付款')
  for (let round = 0; round < 3; round += 1) {
    await ledger.makeAllDue()
    await sweep(instance.address)
  }
  await untilSent(ledger)
  await expectSettled(ledger, result)
  await expectSettled(ledger, captured)
  await expectSettled(ledger, agreed)
  assert.equal((await ledger.order(open.id)).status, '待付款')
  assert.deepEqual(await Promise.all([result, open].map(mailIds)), mailsBefore)
  // Mails sent after the backup repeat under the same id, so mail programs show one.
  // What the owner is notified of several payments at once is a mail of its own.
  const toldAgain = (await mailIds(agreed)).filter((id) => !id.includes('owner-paid-many'))
  assert.deepEqual(new Set(toldAgain), new Set(mailsOfAgreed))

  const now = restoredHarness(instance.address, restored.address, ledger)
  // The owner knows of neither and presses again: the parcel that is booked is found, and so is the money that went back.
  await pressBook(now, parcel.id)
  await giveBack(now, kept)
  for (const { id } of others) await heal(now, id)
  for (const order of [kept, keptAtLinePay]) await expectOnePart(now, order)
  const parcels = await parcelsOf(String(own.at.ecpay), await numberOf(now, parcel.id))
  assert.equal(parcels.length, 1)
  for (const { id } of [...others, result, agreed]) await expectAtEcpay(now, id)
  const after = await Promise.all(others.map(({ id }) => storedOrder(now, id)))
  assert.deepEqual(
    after.map(({ invoicing }) => invoicing?.number),
    invoices.map(({ invoicing }) => invoicing?.number),
  )

  const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Taipei' })
  const books = await now.own.orders('reconcile', today)
  assert.equal(books.code, 1, books.text)
  const lost = await storedOrder(harness, late.id)
  assert.ok(books.text.includes(lost.orderNumber), books.text)
  assert.ok(books.text.includes(String(lost.invoicing?.number)), books.text)
  assert.ok(!books.text.includes((await ledger.order(agreed.id)).orderId), books.text)

  t.diagnostic(
    `${JSON.stringify(countsIn(backup))}: exported in ${seconds(start, exported)} s, restored in ${seconds(importing, imported)} s`,
  )
})

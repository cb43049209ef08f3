import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'

import {
  type Harness,
  newShopper,
  type PlacedShopper,
  requirePromise,
  startAttempt,
} from './harness.ts'
import { sendAllMails } from './mail-audit.ts'
import { shirtOrder } from './purchase.ts'
import { placedAndPaid, type Scenario, scenario, withOrder } from './scenario.ts'

const FAULT = 'the connection falls silent'

/** A silent connection is noticed and replaced within so many milliseconds. */
const REPLACED_WITHIN = 15_000

/** Limit of a refusal while the database is known to be away, in milliseconds. */
const TOLD_WITHIN = 1_000

const PAUSE = 100

const replacements = ({ own }: Harness) => own.log().split('"event":"database-replaced"').length

// Repeats work that may fail until it succeeds, and asserts that this took no longer than a replacement may.
async function untilReplaced(what: string, work: () => Promise<boolean>): Promise<void> {
  const begun = performance.now()
  const took = () => Math.round(performance.now() - begun)
  while (!(await work().catch(() => false))) {
    assert.ok(took() < 2 * REPLACED_WITHIN, `${what}: never answered again`)
    await wait(PAUSE)
  }
  assert.ok(took() < REPLACED_WITHIN, `${what}: answered after ${took()} ms`)
}

// Silences every open connection and does the work, for which the shop must open another.
async function inSilence(harness: Harness, what: string, work: () => Promise<boolean>) {
  const before = replacements(harness)
  harness.own.line.silence('present')
  await untilReplaced(what, work)
  assert.ok(replacements(harness) > before, 'the connection was not replaced')
}

const isOk = (answer: Readonly<Record<string, unknown>> | undefined) => answer?.ok === true

const placing = scenario('place', FAULT, async (harness) => {
  const someone = await newShopper(harness)
  const request = shirtOrder(2)
  // Opens the connection of a shop that nobody has asked yet.
  await harness.own.sweep()
  await inSilence(harness, 'place', async () => isOk(await someone.shopper.place(request)))
  const result = await someone.shopper.placeWithRetry(request)
  return placedAndPaid(harness, requirePromise(someone, result))
})

// A placed order whose mails are sent: one that is being sent in the silence may be sent once more.
const withSentMails = (step: string, fault: string, buy: Parameters<typeof withOrder>[2]) =>
  withOrder(step, fault, async (harness, order) => {
    await sendAllMails(harness.own, harness.ledger, order.id)
    await buy(harness, order)
  })

const starting = withSentMails('create', FAULT, async (harness, order) => {
  const start = async () => isOk(await order.shopper.start(order.id, 'paypal'))
  await inSilence(harness, 'create', start)
  await placedAndPaid(harness, order)
})

// Approves an order at PayPal, of which no event tells the shop.
async function approveInSecret({ paypal }: Harness, order: PlacedShopper): Promise<string> {
  const reference = await startAttempt(order)
  await paypal.misbehave({ name: 'webhook-lost', times: 9 }, order.id)
  await paypal.approve(reference)
  return reference
}

const capturing = withSentMails('capture', FAULT, async (harness, order) => {
  const reference = await approveInSecret(harness, order)
  const capture = async () => isOk(await order.shopper.capture(order.id, reference))
  await inSilence(harness, 'capture', capture)
})

async function sweptAsPaid({ own, ledger }: Harness, id: string): Promise<boolean> {
  await ledger.makeDue(id)
  await own.sweep()
  return (await ledger.order(id)).status === '已付款'
}

const beforeSweep = withSentMails('sweep', FAULT, async (harness, order) => {
  await approveInSecret(harness, order)
  await inSilence(harness, 'sweep', () => sweptAsPaid(harness, order.id))
})

const inCapture = `${FAULT} while PayPal captures`

const duringSweep = withSentMails('sweep', inCapture, async (harness, order) => {
  const { own, ledger, paypal } = harness
  await approveInSecret(harness, order)
  await paypal.misbehave({ name: 'slow', op: 'capture', delayMs: 1500 }, order.id)
  await ledger.makeDue(order.id)
  const sweep = own.sweep().catch(() => undefined)
  while (!(await paypal.requests(order.id)).some(({ op }) => op === 'capture')) await wait(PAUSE)
  await inSilence(harness, 'sweep', () => sweptAsPaid(harness, order.id))
  await sweep
})

// Once the shop knows that the database is away, shoppers and the sweep are refused at once.
const away = withSentMails('capture', 'no connection is answered', async (harness, order) => {
  const { line, sweep } = harness.own
  const reference = await approveInSecret(harness, order)
  const capture = () => order.shopper.capture(order.id, reference)
  line.silence('all')
  assert.equal((await capture())?.code, 'unavailable')
  const begun = performance.now()
  assert.equal((await capture())?.code, 'unavailable')
  await assert.rejects(sweep, /answered 503/)
  const took = Math.round(performance.now() - begun)
  assert.ok(took < TOLD_WITHIN, `told after ${took} ms`)
  line.restore()
  await untilReplaced('capture', async () => isOk(await capture()))
})

/** Scenarios in which the shop's connections to Firestore stay open and nothing comes through. */
export const SILENCE_SCENARIOS: readonly Scenario[] = [
  placing,
  starting,
  capturing,
  beforeSweep,
  duringSweep,
  away,
]

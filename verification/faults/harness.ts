import assert from 'node:assert/strict'

import { type Member, newMember } from '../../e2e/support/accounts.ts'
import type { PaypalControl } from '../../e2e/support/paypal-control.ts'
import type { ProcessPlan } from '../../local/process.ts'
import { unapprovedCaptures } from './approvals.ts'
import { behaveAtEcpay, expectAtEcpay } from './at-ecpay.ts'
import { contentionOf } from './contention.ts'
import { account, type Ledger, openLedger, type StoredOrder } from './ledger.ts'
import { auditMails, outboxOf, sendAllMails, takenMails } from './mail-audit.ts'
import { bothProviders, type Providers, wrongConfirms } from './providers.ts'
import { shirtOrder } from './purchase.ts'
import { FAR } from './shop-site.ts'
import { type ShopUnderFault, startShopUnderFault } from './shop-under-fault.ts'
import {
  referenceIn,
  type Shopper,
  createShopper,
  toldStatus,
  type WrongStatus,
} from './shopper.ts'

/** A shop under fault with its ledger and the control of its payment providers, for a suite. */
export type Harness = {
  readonly own: ShopUnderFault
  readonly ledger: Ledger
  readonly paypal: PaypalControl
  readonly providers: Providers
  readonly close: () => Promise<void>
}

/** Another Firestore than the local one, and whether the shop has ECPay. */
type HarnessOptions = {
  readonly database?: (port: number) => ProcessPlan
  readonly ecpay?: boolean
  /** Settings of the shop beside the usual ones. */
  readonly settings?: Readonly<Record<string, string>>
}

/**
 * Starts a harness on ports from `firstPort`. INVOICE_GUARD=off disables the guard,
 * CONTENTION=exclusive makes writers wait, FAR=1 puts Firestore and PayPal as far away as in
 * production.
 */
export async function openHarness(
  firstPort: number,
  { database, ecpay = false, settings = {} }: HarnessOptions = {},
): Promise<Harness> {
  const guard = process.env.INVOICE_GUARD === 'off' ? 'off' : 'on'
  const contention = contentionOf(process.env.CONTENTION)
  const far = process.env.FAR === '1' ? FAR : { firestore: [], paypal: [] }
  const own = await startShopUnderFault({
    firstPort,
    guard,
    ecpay,
    settings,
    paypal: far.paypal,
    ...(database
      ? { database }
      : { firestore: ['--idle-seconds', '6', '--contention', contention, ...far.firestore] }),
  })
  const ledger = openLedger(own.at)
  const close = async () => {
    await ledger.close()
    await own.stop()
  }
  const providers = bothProviders(own.at)
  return { own, ledger, paypal: providers.paypal, providers, close }
}

/** A new member, and the wrong statuses that the shop showed them. */
export type NewShopper = {
  readonly shopper: Shopper
  readonly member: Member
  readonly wrongStatuses: WrongStatus[]
}

/** A member with an order placed. */
export type PlacedShopper = NewShopper & { readonly id: string }

/** A new member. */
export async function newShopper({ own, providers }: Harness): Promise<NewShopper> {
  const member = await newMember({}, own.at)
  const wrongStatuses: WrongStatus[] = []
  const shopper = createShopper({ shop: own.at.shop, providers, wrongStatuses }, member)
  return { shopper, member, wrongStatuses }
}

/** A new member who has paid before; the reservations of others are for a share of a product alone. */
export async function newCustomer(harness: Harness): Promise<NewShopper> {
  const shopper = await newShopper(harness)
  const user = harness.ledger.db.doc(`users/${shopper.member.uid}`)
  await user.set({ hasPaid: true }, { merge: true })
  return shopper
}

/** The order that the shop promised; fails when it promised none. */
export function requirePromise(
  someone: NewShopper,
  result: Readonly<Record<string, unknown>> | undefined,
) {
  assert.equal(result?.ok, true, `not placed: ${JSON.stringify(result)}`)
  return { ...someone, id: String(result.id) }
}

/** A new member's order of two shirts. */
export async function placeOne(harness: Harness): Promise<PlacedShopper> {
  const someone = await newShopper(harness)
  return requirePromise(someone, await someone.shopper.placeWithRetry(shirtOrder(2)))
}

/** Presses a button until the shop answers with an order at its provider; returns its reference. */
export async function startAttempt(
  { shopper, id }: PlacedShopper,
  method = 'paypal',
): Promise<string> {
  const result = await shopper.retry(() => shopper.start(id, method))
  const reference = referenceIn(result)
  assert.ok(reference, `not started: ${JSON.stringify(result)}`)
  return reference
}

/** Approves at the provider; returns the shop's answer to the capture. */
export async function payAttempt(
  { providers }: Harness,
  { shopper, id }: PlacedShopper,
  reference: string,
) {
  await providers.approve(reference)
  return shopper.retry(() => shopper.capture(id, reference))
}

/** Ends all faults, delivers the events, lets time pass and runs the sweep twice. */
export async function heal(harness: Harness, id: string): Promise<void> {
  const { own, providers, ledger } = harness
  own.writes.clear(id)
  await providers.behave(id)
  await providers.paypal.flush(id)
  const hasEcpay = own.at.ecpay !== undefined
  if (hasEcpay) await behaveAtEcpay(harness, id)
  for (let round = 0; round < (hasEcpay ? 4 : 2); round += 1) {
    await ledger.letTimePass(id)
    await ledger.makeDue(id)
    await own.sweep()
  }
  await sendAllMails(own, ledger, id)
}

// Asserts one mail per event, except for lost responses.
async function expectMails({ own, ledger }: Harness, stored: StoredOrder): Promise<void> {
  const outbox = await outboxOf(ledger, stored.id)
  const audited = auditMails(stored, { outbox, taken: await takenMails(own, stored.id) })
  assert.deepEqual(audited.findings, [], JSON.stringify(outbox))
  const isKilled = Date.parse(stored.createdAt) < own.diedAt()
  if (!isKilled) assert.equal(audited.unexplained, 0, 'a mail was sent twice')
}

/**
 * Asserts an order's final consistency: money, captures, times and events, and no wrong status
 * shown.
 */
export async function expectConsistent(
  harness: Harness,
  order: PlacedShopper,
  ends: string,
): Promise<void> {
  const { id, shopper, member, wrongStatuses } = order
  const status = toldStatus(await shopper.retry(() => shopper.refresh(id)))
  // This look may be the one that found the payment, and its mails are then on their way.
  await sendAllMails(harness.own, harness.ledger, id)
  const stored = await harness.ledger.order(id)
  const said = JSON.stringify(stored)
  const { captured, recorded, doubled } = account(stored, await harness.providers.orders(id))
  assert.equal(recorded, captured, `recorded is not captured: ${said}`)
  assert.equal(doubled, 0, `captured twice: ${said}`)
  assert.deepEqual(wrongStatuses, [], said)
  assert.equal(status, ends, said)
  if (ends === 'paid') assert.match(stored.status, /^(已付款|已出貨|已完成)$/)
  for (const { at, type } of stored.history) assert.ok(at && type !== 'other', `unknown: ${said}`)
  await expectMails(harness, stored)
  if (harness.own.at.ecpay !== undefined) await expectAtEcpay(harness, id)
  const wanted = ends === 'cancelled' ? 0 : 1
  assert.equal(await harness.ledger.countOf(member.uid), wanted, 'one purchase is one order')
  assert.deepEqual(
    unapprovedCaptures(await harness.paypal.requests(id), harness.paypal.approvals()),
    [],
  )
  assert.deepEqual(await wrongConfirms(harness.providers, id), [])
}

import assert from 'node:assert/strict'

import { account, type Books, books } from './books.ts'
import { type PaypalDesk, paypalDesk } from './desk.ts'
import { type Member, newMember } from '../accounts.ts'
import { shirtOrder } from './purchase.ts'
import { type ShopUnderFault, startShopUnderFault } from './shop-under-fault.ts'
import { type Falsehood, paypalOrderIn, type Shopper, shopper, toldStanding } from './shopper.ts'

/** A shop under fault with its books and PayPal's desk, for a suite. */
export type Stage = {
  readonly own: ShopUnderFault
  readonly ledger: Books
  readonly desk: PaypalDesk
  readonly close: () => Promise<void>
}

/** Opens a stage on ports from `firstPort` on. */
export async function openStage(firstPort: number): Promise<Stage> {
  const own = await startShopUnderFault({ firstPort, firestore: ['--idle-seconds', '6'] })
  const ledger = books(own.at)
  const close = async () => {
    await ledger.close()
    await own.stop()
  }
  return { own, ledger, desk: paypalDesk(own.at.paypal), close }
}

/** A member at the shop, and the falsehoods that were heard. */
export type Visitor = {
  readonly who: Shopper
  readonly member: Member
  readonly falsehoods: Falsehood[]
}

/** A member with an order placed. */
export type Placed = Visitor & { readonly id: string }

/** A new member. */
export async function visitor({ own, desk }: Stage): Promise<Visitor> {
  const member = await newMember({}, own.at)
  const falsehoods: Falsehood[] = []
  const who = shopper({ shop: own.at.shop, desk, falsehoods }, member)
  return { who, member, falsehoods }
}

/** The order that a visitor was promised. */
export function promised(someone: Visitor, told: Readonly<Record<string, unknown>> | undefined) {
  assert.equal(told?.ok, true, `not placed: ${JSON.stringify(told)}`)
  return { ...someone, id: String(told.id) }
}

/** A new member's order of two shirts. */
export async function placed(stage: Stage): Promise<Placed> {
  const someone = await visitor(stage)
  return promised(someone, await someone.who.insistOnPlacing(shirtOrder(2)))
}

/** Presses PayPal's button until the shop tells a PayPal order. */
export async function started({ who, id }: Placed, method = 'paypal'): Promise<string> {
  const told = await who.insist(() => who.start(id, method))
  const paypalOrderId = paypalOrderIn(told)
  assert.ok(paypalOrderId, `not started: ${JSON.stringify(told)}`)
  return paypalOrderId
}

/** Agrees in PayPal's window and hears from the shop how the payment stands. */
export async function paid({ desk }: Stage, { who, id }: Placed, paypalOrderId: string) {
  await desk.approve(paypalOrderId)
  return who.insist(() => who.capture(id, paypalOrderId))
}

/** Everything is healthy again, the events arrive, time passes, and the sweep runs twice. */
export async function heal({ own, desk, ledger }: Stage, id: string): Promise<void> {
  own.writes.behave(id)
  await desk.behave(id)
  await desk.flush(id)
  for (let round = 0; round < 2; round += 1) {
    await ledger.makeDue(id)
    await own.sweep()
  }
}

function isRefusal({ status }: { readonly status: number | null }): boolean {
  return status !== null && status >= 400 && status < 500 && status !== 401 && status !== 429
}

// A second key for one PayPal order is only taken after PayPal has refused the first for good.
async function expectOneKey({ desk }: Stage, id: string): Promise<void> {
  const sent = (await desk.requests(id)).filter(({ op }) => op === 'capture')
  const refusals = sent.filter(isRefusal).length
  const keys = new Map<string, Set<unknown>>()
  for (const { requestId } of sent) {
    const of = String(requestId).split(':')[1] ?? ''
    keys.set(of, (keys.get(of) ?? new Set()).add(requestId))
  }
  for (const [of, own] of keys) {
    assert.ok(own.size <= 1 + refusals, `${of} was captured under ${own.size} keys`)
  }
}

/** What must hold for every order in the end: the books agree, at most one capture, one order a purchase, every move has its time and reason, and nobody was told a falsehood. */
export async function expectTruth(stage: Stage, order: Placed, ends: string): Promise<void> {
  const { id, who, member, falsehoods } = order
  const standing = toldStanding(await who.insist(() => who.refresh(id)))
  const stored = await stage.ledger.order(id)
  const said = JSON.stringify(stored)
  const { captured, recorded, doubled } = account(stored, await stage.desk.orders(id))
  assert.equal(recorded, captured, `recorded is not captured: ${said}`)
  assert.equal(doubled, 0, `captured twice: ${said}`)
  assert.deepEqual(falsehoods, [], said)
  assert.equal(standing, ends, said)
  if (ends === 'paid') assert.equal(stored.status, '已付款')
  for (const { at, reason } of stored.history) assert.ok(at && reason, `no reason: ${said}`)
  assert.equal(await stage.ledger.countOf(member.uid), 1, 'one purchase is one order')
  await expectOneKey(stage, id)
}

import assert from 'node:assert/strict'

import { unapprovedCaptures } from './approvals.ts'
import { account, type Books, books } from './books.ts'
import { type PaypalDesk, paypalDesk } from './desk.ts'
import { type Member, newMember } from '../support/accounts.ts'
import { shirtOrder } from './purchase.ts'
import { type Guard, type ShopUnderFault, startShopUnderFault } from './shop-under-fault.ts'
import { referenceIn, type Shopper, shopper, toldStatus, type WrongStatus } from './shopper.ts'

/** A shop under fault with its books and PayPal's desk, for a suite. */
export type Stage = {
  readonly own: ShopUnderFault
  readonly ledger: Books
  readonly desk: PaypalDesk
  readonly close: () => Promise<void>
}

/** Opens a stage on ports from `firstPort` on. */
export async function openStage(firstPort: number, guard: Guard): Promise<Stage> {
  const own = await startShopUnderFault({ firstPort, guard, firestore: ['--idle-seconds', '6'] })
  const ledger = books(own.at)
  const close = async () => {
    await ledger.close()
    await own.stop()
  }
  return { own, ledger, desk: paypalDesk(own.at.paypal), close }
}

/** A member at the shop, and the wrong statuses that were told. */
export type Visitor = {
  readonly who: Shopper
  readonly member: Member
  readonly wrongStatuses: WrongStatus[]
}

/** A member with an order placed. */
export type Placed = Visitor & { readonly id: string }

/** A new member. */
export async function visitor({ own, desk }: Stage): Promise<Visitor> {
  const member = await newMember({}, own.at)
  const wrongStatuses: WrongStatus[] = []
  const who = shopper({ shop: own.at.shop, desk, wrongStatuses }, member)
  return { who, member, wrongStatuses }
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
  const reference = referenceIn(told)
  assert.ok(reference, `not started: ${JSON.stringify(told)}`)
  return reference
}

/** Agrees in PayPal's window and hears from the shop how the payment stands. */
export async function paid({ desk }: Stage, { who, id }: Placed, reference: string) {
  await desk.approve(reference)
  return who.insist(() => who.capture(id, reference))
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

/** What must hold for every order in the end: the books agree, at most one capture, one order a purchase, every move has its time and reason, and no status that was told was wrong. */
export async function expectTruth(stage: Stage, order: Placed, ends: string): Promise<void> {
  const { id, who, member, wrongStatuses } = order
  const status = toldStatus(await who.insist(() => who.refresh(id)))
  const stored = await stage.ledger.order(id)
  const said = JSON.stringify(stored)
  const { captured, recorded, doubled } = account(stored, await stage.desk.orders(id))
  assert.equal(recorded, captured, `recorded is not captured: ${said}`)
  assert.equal(doubled, 0, `captured twice: ${said}`)
  assert.deepEqual(wrongStatuses, [], said)
  assert.equal(status, ends, said)
  if (ends === 'paid') assert.match(stored.status, /^(已付款|已出貨)$/)
  for (const { at, reason } of stored.history) assert.ok(at && reason, `no reason: ${said}`)
  const wanted = ends === 'cancelled' ? 0 : 1
  assert.equal(await stage.ledger.countOf(member.uid), wanted, 'one purchase is one order')
  assert.deepEqual(unapprovedCaptures(await stage.desk.requests(id), stage.desk.approvals()), [])
}

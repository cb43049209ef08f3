import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'

import { account, type Books, books } from './books.ts'
import type { Cell } from './cells.ts'
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

/** A member with an order placed, and the falsehoods heard about it. */
export type Placed = {
  readonly id: string
  readonly who: Shopper
  readonly member: Member
  readonly falsehoods: Falsehood[]
}

/** A new member's order of one shirt or more. */
export async function placed({ own, desk }: Stage, pieces = 2): Promise<Placed> {
  const member = await newMember({}, own.at)
  const falsehoods: Falsehood[] = []
  const who = shopper({ shop: own.at.shop, desk, falsehoods }, member)
  const told = await who.insistOnPlacing(shirtOrder(pieces))
  assert.equal(told?.ok, true, `not placed: ${JSON.stringify(told)}`)
  return { id: String(told.id), who, member, falsehoods }
}

/** Presses PayPal's button until the shop tells a PayPal order. */
export async function started({ who, id }: Placed, method = 'paypal'): Promise<string> {
  const told = await who.insist(() => who.start(id, method))
  const paypalOrderId = paypalOrderIn(told)
  assert.ok(paypalOrderId, `not started: ${JSON.stringify(told)}`)
  return paypalOrderId
}

/** Everything is healthy again, the events arrive, time passes, and the sweep runs twice. */
export async function heal({ own, desk, ledger }: Stage, id: string): Promise<void> {
  await desk.behave(id)
  await desk.flush(id)
  for (let round = 0; round < 2; round += 1) {
    await ledger.makeDue(id)
    await own.sweep()
  }
}

/** What must hold for every order in the end: the books agree, at most one capture, and nobody was told a falsehood. */
export async function expectTruth(stage: Stage, order: Placed, ends: string): Promise<void> {
  const { id, who, falsehoods } = order
  const standing = toldStanding(await who.insist(() => who.refresh(id)))
  const stored = await stage.ledger.order(id)
  const said = JSON.stringify(stored)
  const { captured, recorded, doubled } = account(stored, await stage.desk.orders(id))
  assert.equal(recorded, captured, `recorded is not captured: ${said}`)
  assert.equal(doubled, 0, `captured twice: ${said}`)
  assert.deepEqual(falsehoods, [], said)
  assert.equal(standing, ends, said)
  if (ends === 'paid') assert.equal(stored.status, '已付款')
}

// The part dies while the call is under way; what the shopper does next is up to the story.
async function killMeanwhile(
  { own }: Stage,
  kill: Cell['kill'],
  call: Promise<unknown>,
): Promise<void> {
  if (kill) {
    await wait(600)
    await own.kill(kill)
  }
  await call
}

async function payUnderFault(stage: Stage, order: Placed, cell: Cell): Promise<void> {
  const { id, who } = order
  const { desk } = stage
  const slowAt = cell.kill === undefined ? undefined : cell.faults[0]?.op
  if (slowAt === 'create') await killMeanwhile(stage, cell.kill, who.start(id, 'paypal'))
  const paypalOrderId = await started(order)
  await desk.approve(paypalOrderId)
  if (cell.buyer === 'leaves') return
  const capture = who.insist(() => who.capture(id, paypalOrderId))
  if (slowAt === undefined || slowAt === 'create') await capture
  else await killMeanwhile(stage, cell.kill, capture)
  await who.refresh(id)
}

async function endReview({ desk }: Stage, id: string, review: Cell['review']): Promise<void> {
  if (!review) return
  const pending = (await desk.orders(id))
    .flatMap(({ captures }) => captures)
    .find(({ status }) => status === 'PENDING')
  assert.ok(pending, 'nothing is pending')
  await desk.settle(pending.id, review)
}

/** Plays one cell: the purchase with its fault, the healing, and the truth in the end. */
export async function play(stage: Stage, cell: Cell): Promise<void> {
  const order = await placed(stage)
  const { id } = order
  for (const fault of cell.faults) await stage.desk.misbehave(fault, id)
  await payUnderFault(stage, order, cell)
  await endReview(stage, id, cell.review)
  if (cell.byWebhook !== undefined) {
    await stage.desk.flush(id)
    const paid = (await stage.ledger.order(id)).status === '已付款'
    assert.equal(paid, cell.byWebhook, 'the webhook by itself')
  }
  if (cell.sweepsUnderFault) {
    await stage.ledger.makeDue(id)
    await stage.own.sweep()
    await order.who.refresh(id)
  }
  await heal(stage, id)
  await expectTruth(stage, order, cell.ends)
}

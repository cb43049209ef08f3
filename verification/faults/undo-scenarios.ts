import assert from 'node:assert/strict'

import { idToken } from '../../e2e/support/accounts.ts'
import { callAction } from '../../e2e/support/actions.ts'
import {
  type CardAtEcpay,
  cardsAt,
  controlEcpay,
  givenBackOf,
} from '../../e2e/support/ecpay-control.ts'
import { newOwner } from '../../e2e/support/owners.ts'
import { addressOf } from './at-ecpay.ts'
import { endVisit, goToCashier } from './card-scenarios.ts'
import { AFTER, BEFORE, killedDuring } from './ecpay-purchase.ts'
import { type Harness, heal, type PlacedShopper, placeOne } from './harness.ts'
import { sendAllMails } from './mail-audit.ts'
import { type KillablePart, NAMES } from './shop-under-fault.ts'

/** A case of two payments of one order, of which owners give one back from its review; it makes its own order. */
export type UndoScenario = {
  readonly fault: string
  readonly run: (harness: Harness) => Promise<void>
}

type PaidTwice = {
  readonly order: PlacedShopper
  /** What is left of both, in whole TWD. */
  readonly left: number
  readonly first: CardAtEcpay
  /** The one that owners undo. */
  readonly second: CardAtEcpay
}

// Two tabs bring a number each to the cashier and pay it on one day.
async function paidTwice(harness: Harness): Promise<PaidTwice> {
  const order = await placeOne(harness)
  const one = await goToCashier(harness, order)
  // The payment page asks about it, so the other tab gets a number of its own.
  await order.shopper.retry(() => order.shopper.refresh(order.id))
  const numbers = [one, await goToCashier(harness, order)]
  assert.equal(new Set(numbers).size, 2, 'a number was handed out twice')
  for (const number of numbers) await endVisit(harness, number)
  for (const number of numbers) {
    await controlEcpay(addressOf(harness), `/cards/${number}/state`, { closeAs: 'Authorized' })
  }
  await heal(harness, order.id)
  const { payment } = await harness.ledger.order(order.id)
  assert.equal(payment?.review?.reason, 'second-capture')
  const [first, second] = await cardsAt(addressOf(harness), order.id)
  assert.ok(first && second)
  return { order, left: first.amount + second.amount, first, second }
}

// An owner's press, which has one key however often it is sent; a lost answer is undefined.
async function presser({ own: { at } }: Harness, { order, left, second }: PaidTwice) {
  const owner = await newOwner('林店主', at)
  const orderId = order.id
  const proof = await idToken(owner, at)
  const chosen = { capture: second.tradeNo, left: String(left), key: crypto.randomUUID() }
  const args = [{ orderId, ...chosen, reason: '重複付款', proof }]
  const call = { page: `/owner/order/${orderId}`, session: owner.session, args, shop: at.shop }
  return async (): Promise<unknown> => {
    const answer = await callAction('refundReviewAction', call).catch(() => undefined)
    return answer?.result
  }
}

// The second payment went back once, the first pays the order, and everybody is notified.
async function expectUndone(harness: Harness, { order, first, second }: PaidTwice): Promise<void> {
  const { id } = order
  await fetch(`${addressOf(harness)}/_local/faults?ref=${second.id}`, { method: 'DELETE' })
  await heal(harness, id)
  await heal(harness, id)
  const cards = await cardsAt(addressOf(harness), id)
  const back = cards.map((card) => [card.id, givenBackOf(card)])
  const stored = await harness.ledger.order(id)
  const said = JSON.stringify(stored)
  assert.deepEqual(
    back,
    [
      [first.id, 0],
      [second.id, second.amount],
    ],
    said,
  )
  const { payment } = stored
  const states = payment?.refundRequests.map(({ state }) => state)
  assert.deepEqual([stored.status, states], ['已付款', ['done']], said)
  // An owner who is answered ends the review; one whose answer was lost finds all of it done, and ends it.
  if (payment?.review) assert.equal(await endReview(harness, id), true, said)
  const ended = await harness.ledger.order(id)
  assert.deepEqual([ended.payment?.review, ended.payment?.state], [undefined, 'paid'], said)
  await sendAllMails(harness.own, harness.ledger, id)
  assert.deepEqual(order.wrongStatuses, [], said)
}

async function endReview({ own: { at } }: Harness, orderId: string): Promise<unknown> {
  const { session } = await newOwner('王店主', at)
  const args = [{ orderId, end: 'paid', reason: '重複付款已退' }]
  const call = { page: `/owner/order/${orderId}`, session, args, shop: at.shop }
  const { result } = await callAction('resolveAction', call)
  return result?.ok
}

const undone = (
  fault: string,
  act: (harness: Harness, paid: PaidTwice) => Promise<unknown>,
): UndoScenario => ({
  fault: `ECPay: a second payment is undone, ${fault}`,
  run: async (harness) => {
    const paid = await paidTwice(harness)
    await act(harness, paid)
    await expectUndone(harness, paid)
  },
})

const strike = (harness: Harness, { second }: PaidTwice, fault: object) =>
  controlEcpay(addressOf(harness), '/faults', { op: 'card-action', orderRef: second.id, ...fault })

// A 403 shuts the whole shop out for half an hour, so it is tried alone.
const names = [...BEFORE.filter((name) => name !== '403'), ...AFTER]

const lost = names.map((name) =>
  undone(name, async (harness, paid) => {
    await strike(harness, paid, { name })
    const press = await presser(harness, paid)
    await press()
    await press()
  }),
)

// What is asked before it and after it is not answered, or that there is no such payment.
const unread = [
  { op: 'card-state', name: 'drop' },
  { op: 'card-state', name: 'text', text: '查無資料', code: 10_000_185 },
  { op: 'query-trade', name: '500' },
  { op: 'query-trade', name: '500', skip: 2 },
].map((fault, index) =>
  undone(`${fault.name} of ${fault.op} (${index + 1})`, async (harness, paid) => {
    await strike(harness, paid, fault)
    const press = await presser(harness, paid)
    await press()
    await press()
  }),
)

const twoOwners = undone('by two owners and a sweep at once', async (harness, paid) => {
  await strike(harness, paid, { name: 'slow', delayMs: 1500 })
  const [one, other] = [await presser(harness, paid), await presser(harness, paid)]
  await Promise.all([one(), other(), harness.own.sweep().catch(() => undefined)])
})

// The close comes between the press, whose answer is lost, and the next try: then E goes before N.
const closed = undone('closed before it is tried again', async (harness, paid) => {
  await strike(harness, paid, { name: 'drop' })
  await (
    await presser(harness, paid)
  )()
  const path = `/cards/${paid.second.id}/state`
  await controlEcpay(addressOf(harness), path, { closeAs: 'To be captured' })
})

const killed = (part: KillablePart, op: 'card-state' | 'card-action') =>
  undone(`SIGKILL of ${NAMES[part]} at ${op}`, async (harness, paid) => {
    await strike(harness, paid, { op, name: 'slow', delayMs: 1500 })
    const press = await presser(harness, paid)
    const pressed = press()
    await killedDuring(harness, part, { op, ref: paid.second.id })
    await pressed
  })

/** Second payments of a day that are undone from their review. */
export const UNDO_SCENARIOS: readonly UndoScenario[] = [...lost, ...unread, twoOwners, closed]

/** Those that kill a part of the whole shop. */
export const EXCLUSIVE_UNDO_SCENARIOS: readonly UndoScenario[] = [
  killed('shop', 'card-state'),
  killed('shop', 'card-action'),
  killed('firestore', 'card-action'),
]

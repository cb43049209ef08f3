import assert from 'node:assert/strict'

import { cardsAt, controlEcpay } from '../../e2e/support/ecpay-control.ts'
import { addressOf } from './at-ecpay.ts'
import { bringToCashier, killedDuring } from './ecpay-purchase.ts'
import { type Harness, type PlacedShopper, startAttempt } from './harness.ts'
import { type Scenario, withOrder } from './scenario.ts'
import { type KillablePart, NAMES } from './shop-under-fault.ts'

/** Presses the card's button, and has the browser bring the number to the cashier; returns the number. */
export async function goToCashier(harness: Harness, order: PlacedShopper): Promise<string> {
  const number = await startAttempt(order, 'ecpay-card')
  assert.ok(await bringToCashier(harness.own.at.shop, order.id, number), 'the page makes no form')
  return number
}

type Visit = { readonly push?: string; readonly outcome?: string; readonly shownAfterMs?: number }

/** Ends the visit of a number at the cashier; the money moves there. */
export const endVisit = (harness: Harness, number: string, visit: Visit = {}) =>
  controlEcpay(addressOf(harness), `/cards/${number}/pay`, visit)

const pushAgain = (harness: Harness, number: string, push: string) =>
  controlEcpay(addressOf(harness), `/cards/${number}/push`, { push })

const misbehave = (harness: Harness, number: string, fault: object) =>
  controlEcpay(addressOf(harness), '/faults', { op: 'query-trade', orderRef: number, ...fault })

// The buyer pays, and what happens then is told in this way.
const told = (fault: string, visit: Visit, ends?: string): Scenario =>
  withOrder(
    'webhook',
    `ECPay: ${fault}`,
    async (harness, order) => endVisit(harness, await goToCashier(harness, order), visit),
    ends,
  )

// The push comes while ECPay's query misbehaves.
const unanswered = (name: string): Scenario =>
  withOrder('read back', `ECPay: ${name}`, async (harness, order) => {
    const number = await goToCashier(harness, order)
    await misbehave(harness, number, { name, times: 2 })
    await endVisit(harness, number)
    await order.shopper.refresh(order.id)
  })

// A part is killed while the shop asks about a push.
const killed = (part: KillablePart): Scenario =>
  withOrder('webhook', `ECPay: SIGKILL of ${NAMES[part]}`, async (harness, order) => {
    const number = await goToCashier(harness, order)
    await misbehave(harness, number, { name: 'slow', delayMs: 1500 })
    const pushed = endVisit(harness, number).catch(() => undefined)
    await killedDuring(harness, part, { op: 'query-trade', ref: number })
    await pushed
  })

const twice = withOrder(
  'approve',
  'ECPay: pressed again after a refusal',
  async (harness, order) => {
    await endVisit(harness, await goToCashier(harness, order), { outcome: 'declined' })
    const next = await goToCashier(harness, order)
    await endVisit(harness, next, { push: 'none' })
    assert.equal((await cardsAt(addressOf(harness), order.id)).length, 2)
  },
)

const simulated = withOrder(
  'webhook',
  "ECPay: the console's simulated payment",
  async (harness, order) => {
    const number = await goToCashier(harness, order)
    await pushAgain(harness, number, 'simulated')
    const { payment } = await harness.ledger.order(order.id)
    assert.equal(payment?.state, 'open')
  },
  'unpaid',
)

const disordered = withOrder(
  'webhook',
  'ECPay: a failure told after the success',
  async (harness, order) => {
    const number = await goToCashier(harness, order)
    await endVisit(harness, number)
    await pushAgain(harness, number, 'failed')
    await pushAgain(harness, number, 'repeated')
  },
)

/** Faults of a card at ECPay's cashier. */
export const CARD_SCENARIOS: readonly Scenario[] = [
  told('pushed five times', { push: 'repeated' }),
  told('no push', { push: 'none' }),
  told('a forged push', { push: 'bad-mac' }),
  told('shown three seconds late', { shownAfterMs: 3000 }),
  told('refused by the bank', { outcome: 'declined' }, 'declined'),
  disordered,
  simulated,
  twice,
  ...['drop', 'html', '500', 'lose-reply', 'hang'].map(unanswered),
]

/** Those that kill a part of the whole shop. */
export const EXCLUSIVE_CARD_SCENARIOS: readonly Scenario[] = (['shop', 'firestore'] as const).map(
  killed,
)

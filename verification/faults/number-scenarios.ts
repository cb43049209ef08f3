import assert from 'node:assert/strict'

import { codesAt, controlEcpay } from '../../e2e/support/ecpay-control.ts'
import { addressOf } from './at-ecpay.ts'
import { killedDuring } from './ecpay-purchase.ts'
import { type Harness, type PlacedShopper, startAttempt } from './harness.ts'
import { type Scenario, withOrder } from './scenario.ts'
import { type KillablePart, NAMES } from './shop-under-fault.ts'

type Transfer = { readonly push?: string; readonly amount?: number; readonly shownAfterMs?: number }

const pay = (harness: Harness, number: string, transfer: Transfer = {}) =>
  controlEcpay(addressOf(harness), `/codes/${number}/pay`, transfer)

const misbehave = (harness: Harness, ref: string, fault: object) =>
  controlEcpay(addressOf(harness), '/faults', { orderRef: ref, ...fault })

/** Presses for an account until there is one; one that is there is paid, and only one was made. */
async function takeNumber(harness: Harness, order: PlacedShopper): Promise<string> {
  const number = await startAttempt(order, 'atm')
  const codes = await codesAt(addressOf(harness), order.id)
  assert.deepEqual(
    codes.map(({ id }) => id),
    [number],
  )
  return number
}

// ECPay misbehaves while it makes the number; the buyer presses until it is shown, and pays.
const unmade = (name: string): Scenario =>
  withOrder('store id', `ECPay number: ${name}`, async (harness, order) => {
    await misbehave(harness, order.id, { op: 'gen-code', name })
    await pay(harness, await takeNumber(harness, order))
  })

// The buyer pays, and what happens then is told in this way.
const told = (fault: string, transfer: Transfer, ends?: string): Scenario =>
  withOrder(
    'webhook',
    `ECPay number: ${fault}`,
    async (harness, order) => pay(harness, await takeNumber(harness, order), transfer),
    ends,
  )

// The push comes while ECPay's query misbehaves.
const unanswered = (name: string): Scenario =>
  withOrder('read back', `ECPay number: ${name}`, async (harness, order) => {
    const number = await takeNumber(harness, order)
    await misbehave(harness, number, { op: 'query-code', name, times: 2 })
    await pay(harness, number)
    await order.shopper.refresh(order.id)
  })

const simulated = withOrder(
  'webhook',
  "ECPay number: the console's simulated payment",
  async (harness, order) => {
    const number = await takeNumber(harness, order)
    await controlEcpay(addressOf(harness), `/codes/${number}/push`, { push: 'simulated' })
    assert.equal((await harness.ledger.order(order.id)).payment?.state, 'open')
  },
  'unpaid',
)

// A part is killed while ECPay makes the number, and the buyer presses again.
const killedMaking = (part: KillablePart): Scenario =>
  withOrder(
    'store id',
    `ECPay number: SIGKILL of ${NAMES[part]} while it is made`,
    async (harness, order) => {
      await misbehave(harness, order.id, { op: 'gen-code', name: 'slow', delayMs: 1500 })
      const pressed = order.shopper.start(order.id, 'atm').catch(() => undefined)
      await killedDuring(harness, part, { op: 'gen-code', ref: order.id })
      await pressed
      await pay(harness, await takeNumber(harness, order))
    },
  )

// A part is killed while the shop asks about a push.
const killedAsking = (part: KillablePart): Scenario =>
  withOrder('webhook', `ECPay number: SIGKILL of ${NAMES[part]}`, async (harness, order) => {
    const number = await takeNumber(harness, order)
    await misbehave(harness, number, { op: 'query-code', name: 'slow', delayMs: 1500 })
    const pushed = pay(harness, number).catch(() => undefined)
    await killedDuring(harness, part, { op: 'query-code', ref: number })
    await pushed
  })

const PARTS = ['shop', 'firestore'] as const

/** Faults of numbers for a transfer or a store. */
export const NUMBER_SCENARIOS: readonly Scenario[] = [
  ...['lose-reply', 'drop', 'html', '500', 'html-after-acting', 'hang-after-acting'].map(unmade),
  told('pushed five times', { push: 'repeated' }),
  told('no push', { push: 'none' }),
  told('a push that other keys sealed', { push: 'bad-seal' }),
  told('shown three seconds late', { shownAfterMs: 3000 }),
  told('another amount', { amount: 1 }, 'review'),
  simulated,
  ...['drop', 'html', '500', 'lose-reply', 'hang'].map(unanswered),
]

/** Those that kill a part of the whole shop. */
export const EXCLUSIVE_NUMBER_SCENARIOS: readonly Scenario[] = PARTS.flatMap((part) => [
  killedMaking(part),
  killedAsking(part),
])

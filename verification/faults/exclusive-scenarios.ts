import assert from 'node:assert/strict'

import {
  payAttempt,
  placeOne,
  requirePromise,
  type Harness,
  startAttempt,
  newShopper,
} from './harness.ts'
import { shirtOrder } from './purchase.ts'
import { HOLD_SCENARIOS } from './reservation-scenarios.ts'
import { killedMeanwhile, placedAndPaid, scenario, type Scenario, withOrder } from './scenario.ts'
import { type KillablePart, NAMES } from './shop-under-fault.ts'
import { SILENCE_SCENARIOS } from './silence-scenarios.ts'
import { STOCK_SCENARIOS } from './stock-scenarios.ts'

const killedWhilePlacing = (part: KillablePart) =>
  scenario('place', `SIGKILL of ${NAMES[part]}`, async (harness) => {
    const someone = await newShopper(harness)
    const request = shirtOrder(2)
    harness.own.writes.inject(someone.member.uid, { after: 'hang' })
    await killedMeanwhile(harness, part, someone.shopper.place(request))
    return placedAndPaid(
      harness,
      requirePromise(someone, await someone.shopper.placeWithRetry(request)),
    )
  })

const tokenFault = (name: string) =>
  withOrder('capture', `no token: ${name}`, async (harness, order) => {
    const id = await startAttempt(order)
    await harness.paypal.misbehave({ name, op: 'token' })
    await harness.paypal.expireTokens()
    await payAttempt(harness, order, id)
  })

const PRICE = 1540
const DEARER = 1600

async function whileDearer<Answer>({ own }: Harness, work: () => Promise<Answer>): Promise<Answer> {
  await own.price(DEARER)
  try {
    return await work()
  } finally {
    await own.price(PRICE)
  }
}

const dearerBeforePlacing = scenario('place', 'price changed meanwhile', async (harness) => {
  const someone = await newShopper(harness)
  return whileDearer(harness, async () => {
    const result = await someone.shopper.placeWithRetry(shirtOrder(2))
    assert.equal(result?.code, 'total')
    assert.equal(result.total, 2 * DEARER)
    assert.equal(await harness.ledger.countOf(someone.member.uid), 0)
    const again = await someone.shopper.placeWithRetry(shirtOrder(2, DEARER))
    return placedAndPaid(harness, requirePromise(someone, again))
  })
})

// The order keeps its price, at whichever step the new one comes.
const dearerSince = (step: 'create' | 'approve' | 'capture') =>
  scenario(step, 'price changed meanwhile', async (harness) => {
    const order = await placeOne(harness)
    const early = step === 'create' ? undefined : await startAttempt(order)
    if (step === 'capture' && early !== undefined) await harness.paypal.approve(early)
    await whileDearer(harness, async () =>
      payAttempt(harness, order, early ?? (await startAttempt(order))),
    )
    assert.equal((await harness.ledger.order(order.id)).totalAmount, 2 * PRICE)
    return order
  })

/** Scenarios that affect the whole shop and run one after the other. */
export const EXCLUSIVE_SCENARIOS: readonly Scenario[] = [
  killedWhilePlacing('shop'),
  killedWhilePlacing('firestore'),
  ...['500', 'hang', 'lose-reply'].map(tokenFault),
  ...STOCK_SCENARIOS,
  ...HOLD_SCENARIOS,
  ...SILENCE_SCENARIOS,
  dearerBeforePlacing,
  ...(['create', 'approve', 'capture'] as const).map(dearerSince),
]

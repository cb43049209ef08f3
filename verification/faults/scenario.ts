import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'

import type { FaultCase } from './fault-cases.ts'
import {
  expectConsistent,
  type Harness,
  heal,
  payAttempt,
  type PlacedShopper,
  placeOne,
  startAttempt,
} from './harness.ts'

/** A case with its own steps and the order's final state. */
export type Scenario = {
  readonly step: string
  readonly fault: string
  readonly ends: string
  readonly act: (harness: Harness) => Promise<PlacedShopper>
}

/** A scenario that places its order itself. */
export function scenario(
  step: string,
  fault: string,
  act: Scenario['act'],
  ends = 'paid',
): Scenario {
  return { step, fault, act, ends }
}

/** A scenario whose order is placed already. */
export function withOrder(
  step: string,
  fault: string,
  buy: (harness: Harness, order: PlacedShopper) => Promise<unknown>,
  ends = 'paid',
): Scenario {
  const act = async (harness: Harness) => {
    const order = await placeOne(harness)
    await buy(harness, order)
    return order
  }
  return scenario(step, fault, act, ends)
}

/** Pays a placed order without a fault. */
export async function placedAndPaid(
  harness: Harness,
  order: PlacedShopper,
): Promise<PlacedShopper> {
  await payAttempt(harness, order, await startAttempt(order))
  return order
}

/** Kills a process while the work is under way; whether the work then fails does not matter. */
export async function killedMeanwhile(
  { own }: Harness,
  kill: FaultCase['kill'],
  work: Promise<unknown>,
): Promise<void> {
  const outcome = work.catch(() => undefined)
  if (kill) {
    await wait(600)
    await own.kill(kill)
  }
  await outcome
}

async function buy(
  harness: Harness,
  { id, ...order }: PlacedShopper,
  faultCase: FaultCase,
): Promise<void> {
  const { own, paypal, ledger } = harness
  const { shopper } = order
  const killAt = (step: string) => (faultCase.step === step ? faultCase.kill : undefined)
  if (killAt('store id'))
    await killedMeanwhile(harness, faultCase.kill, shopper.start(id, 'paypal'))
  const reference = await startAttempt({ id, ...order })
  if (killAt('approve')) await own.kill(killAt('approve') ?? 'shop')
  if (faultCase.buyer === 'stays') {
    const result = payAttempt(harness, { id, ...order }, reference)
    await killedMeanwhile(harness, killAt('write') ?? killAt('read back'), result)
    await shopper.refresh(id)
    return
  }
  await killedMeanwhile(harness, killAt('webhook'), paypal.approve(reference))
  if (killAt('sweep')) {
    await ledger.makeDue(id)
    await killedMeanwhile(harness, faultCase.kill, own.sweep())
  }
}

async function endReview({ paypal }: Harness, id: string, review: FaultCase['review']) {
  if (!review) return
  const captures = (await paypal.orders(id)).flatMap((order) => order.captures)
  const pending = captures.find(({ status }) => status === 'PENDING')
  assert.ok(pending, 'nothing is pending')
  await paypal.settle(pending.id, review)
}

/** Runs one fault case: the purchase with its fault, the recovery, and the checks at the end. */
export async function runFaultCase(harness: Harness, faultCase: FaultCase): Promise<void> {
  const order = await placeOne(harness)
  const { id } = order
  const { own, paypal, ledger } = harness
  for (const fault of faultCase.faults) await paypal.misbehave(fault, id)
  if (faultCase.write) own.writes.inject(id, faultCase.write.fault, faultCase.write.skip)
  await buy(harness, order, faultCase)
  if (faultCase.buyer === 'leaves' && !faultCase.kill) await paypal.flush(id)
  if (faultCase.byWebhook !== undefined) {
    const isPaid = (await ledger.order(id)).status === '已付款'
    assert.equal(isPaid, faultCase.byWebhook, 'the webhook by itself')
  }
  if (faultCase.sweepsUnderFault) {
    await ledger.makeDue(id)
    await own.sweep()
    await order.shopper.refresh(id)
  }
  await endReview(harness, id, faultCase.review)
  await heal(harness, id)
  await expectConsistent(harness, order, faultCase.ends)
}

/** Runs one scenario, then the recovery and the checks at the end. */
export async function runScenario(harness: Harness, { act, ends }: Scenario): Promise<void> {
  const order = await act(harness)
  await heal(harness, order.id)
  await expectConsistent(harness, order, ends)
}

import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'

import type { Cell } from './cells.ts'
import { expectTruth, heal, paid, type Placed, placed, type Stage, started } from './stage.ts'

/** The part dies while the work is under way; whether the work then fails is its own affair. */
export async function dyingMeanwhile(
  { own }: Stage,
  kill: Cell['kill'],
  work: Promise<unknown>,
): Promise<void> {
  const outcome = work.catch(() => undefined)
  if (kill) {
    await wait(600)
    await own.kill(kill)
  }
  await outcome
}

async function buy(stage: Stage, order: Placed, cell: Cell): Promise<void> {
  const { id, who } = order
  const { desk } = stage
  const dies = (step: string) => (cell.step === step ? cell.kill : undefined)
  if (dies('store id')) await dyingMeanwhile(stage, cell.kill, who.start(id, 'paypal'))
  const reference = await started(order)
  if (dies('approve')) await stage.own.kill(dies('approve') ?? 'shop')
  if (cell.buyer === 'stays') {
    const told = paid(stage, order, reference)
    await dyingMeanwhile(stage, dies('write') ?? dies('read back'), told)
    await who.refresh(id)
    return
  }
  await dyingMeanwhile(stage, dies('webhook'), desk.approve(reference))
  if (dies('sweep')) {
    await stage.ledger.makeDue(id)
    await dyingMeanwhile(stage, cell.kill, stage.own.sweep())
  }
}

async function endReview({ desk }: Stage, id: string, review: Cell['review']): Promise<void> {
  if (!review) return
  const captures = (await desk.orders(id)).flatMap((order) => order.captures)
  const pending = captures.find(({ status }) => status === 'PENDING')
  assert.ok(pending, 'nothing is pending')
  await desk.settle(pending.id, review)
}

/** Plays one cell: the purchase with its fault, the healing, and the truth in the end. */
export async function play(stage: Stage, cell: Cell): Promise<void> {
  const order = await placed(stage)
  const { id } = order
  for (const fault of cell.faults) await stage.desk.misbehave(fault, id)
  if (cell.write) stage.own.writes.strike(id, cell.write.strike, cell.write.skip)
  await buy(stage, order, cell)
  if (cell.buyer === 'leaves' && !cell.kill) await stage.desk.flush(id)
  if (cell.byWebhook !== undefined) {
    const isPaid = (await stage.ledger.order(id)).status === '已付款'
    assert.equal(isPaid, cell.byWebhook, 'the webhook by itself')
  }
  if (cell.sweepsUnderFault) {
    await stage.ledger.makeDue(id)
    await stage.own.sweep()
    await order.who.refresh(id)
  }
  await endReview(stage, id, cell.review)
  await heal(stage, id)
  await expectTruth(stage, order, cell.ends)
}

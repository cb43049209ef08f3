import assert from 'node:assert/strict'

import { buying, type Deed, deed, placedAndPaid } from './deed.ts'
import { dyingMeanwhile } from './play.ts'
import { shirtOrder } from './purchase.ts'
import { SHELF_DEEDS } from './shelf-deeds.ts'
import { type Mortal, NAMES } from './shop-under-fault.ts'
import { paid, placed, promised, type Stage, started, visitor } from './stage.ts'

const killedWhilePlacing = (part: Mortal) =>
  deed('place', `SIGKILL of ${NAMES[part]}`, async (stage) => {
    const someone = await visitor(stage)
    const request = shirtOrder(2)
    stage.own.writes.strike(someone.member.uid, { after: 'hang' })
    await dyingMeanwhile(stage, part, someone.who.place(request))
    return placedAndPaid(stage, promised(someone, await someone.who.insistOnPlacing(request)))
  })

const tokenFault = (name: string) =>
  buying('capture', `no token: ${name}`, async (stage, order) => {
    const id = await started(order)
    await stage.desk.misbehave({ name, op: 'token' })
    await stage.desk.expireTokens()
    await paid(stage, order, id)
  })

const PRICE = 1540
const DEARER = 1600

async function whileDearer<Answer>({ own }: Stage, work: () => Promise<Answer>): Promise<Answer> {
  await own.price(DEARER)
  try {
    return await work()
  } finally {
    await own.price(PRICE)
  }
}

const dearerBeforePlacing = deed('place', 'price changed meanwhile', async (stage) => {
  const someone = await visitor(stage)
  return whileDearer(stage, async () => {
    const told = await someone.who.insistOnPlacing(shirtOrder(2))
    assert.equal(told?.code, 'total')
    assert.equal(told.total, 2 * DEARER)
    assert.equal(await stage.ledger.countOf(someone.member.uid), 0)
    const again = await someone.who.insistOnPlacing(shirtOrder(2, DEARER))
    return placedAndPaid(stage, promised(someone, again))
  })
})

// What was ordered is paid as it was ordered, at whichever step the new price comes.
const dearerSince = (step: 'create' | 'approve' | 'capture') =>
  deed(step, 'price changed meanwhile', async (stage) => {
    const order = await placed(stage)
    const early = step === 'create' ? undefined : await started(order)
    if (step === 'capture' && early !== undefined) await stage.desk.approve(early)
    await whileDearer(stage, async () => paid(stage, order, early ?? (await started(order))))
    assert.equal((await stage.ledger.order(order.id)).totalAmount, 2 * PRICE)
    return order
  })

/** What strikes the whole shop, one after the other. */
export const LONELY_DEEDS: readonly Deed[] = [
  killedWhilePlacing('shop'),
  killedWhilePlacing('firestore'),
  ...['500', 'hang', 'lose-reply'].map(tokenFault),
  ...SHELF_DEEDS,
  dearerBeforePlacing,
  ...(['create', 'approve', 'capture'] as const).map(dearerSince),
]

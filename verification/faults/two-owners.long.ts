import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'

import { idToken, type Member } from '../../e2e/support/accounts.ts'
import { callAction } from '../../e2e/support/actions.ts'
import type { LinePayFault } from '../../e2e/support/line-pay-control.ts'
import { newOwner } from '../../e2e/support/owners.ts'
import { type Harness, openHarness, payAttempt, placeOne } from './harness.ts'
import { begin, TOTAL } from './line-pay-refunds.ts'

let harness: Harness
let another: string
let owners: readonly [Member, Member]

before(async () => {
  harness = await openHarness(3240)
  another = (await harness.own.startAnother()).address
  const { at } = harness.own
  owners = [await newOwner('林店主', at), await newOwner('王店主', at)]
})

after(() => harness.close())

/** Answers of LINE Pay to the refund, in the order of their length, and one that never comes. */
const ANSWERS: readonly LinePayFault[] = [
  ...[1, 4, 12, 25, 40].flatMap((seconds) =>
    ['slow', 'slow-after-acting'].map((name) => ({ name, delayMs: seconds * 1000 })),
  ),
  { name: 'hang' },
  { name: 'hang-after-acting' },
]

/** What the second owner does meanwhile, by the other instance. */
const MEANWHILE = ['keeps the money', 'refunds it too', 'calls it refunded'] as const

type Press = { readonly shop: string; readonly owner: Member; readonly id: string }

async function call(name: string, { shop, owner, id }: Press, fields: object) {
  const args = [{ orderId: id, reason: '核對過了', ...fields }]
  const answer = await callAction(name, {
    page: `/owner/order/${id}`,
    session: owner.session,
    args,
    shop,
  })
  return answer.result ?? {}
}

async function refund(press: Press) {
  const proof = await idToken(press.owner, harness.own.at)
  const fields = { capture: 'all', left: String(TOTAL), key: randomUUID(), proof }
  return call('refundReviewAction', press, fields)
}

// An order that LINE Pay has taken the money of, and that is under review.
async function reviewed(): Promise<string> {
  const order = await placeOne(harness)
  await payAttempt(harness, order, await begin(order))
  const review = { reason: 'amount', at: new Date().toISOString() }
  const fields = { status: '待付款', 'payment.state': 'review', 'payment.review': review }
  await harness.ledger.db.doc(`orders/${order.id}`).update(fields)
  return order.id
}

function decide(press: Press, what: (typeof MEANWHILE)[number]) {
  switch (what) {
    case 'keeps the money':
      return call('resolveAction', press, { end: 'paid' })
    case 'calls it refunded':
      return call('resolveAction', press, { end: 'refunded' })
    case 'refunds it too':
      return refund(press)
  }
}

const refundsOf = async (id: string) => {
  const payments = await harness.providers.linePay.payments(id)
  return payments.flatMap(({ refunds }) => refunds.map(({ amount }) => amount))
}

// Never twice, and never shipped without its money.
async function expectSafe(id: string, said: string): Promise<void> {
  const back = (await refundsOf(id)).reduce((sum, amount) => sum + amount, 0)
  assert.ok(back <= TOTAL, `${said}: ${back} went back`)
  const ship = { carrier: '黑貓', trackingNumber: '123456789012', correction: 'no' }
  const press = { shop: another, owner: owners[1], id }
  const { ok } = await call('shipAction', press, ship)
  if (back > 0) assert.equal(ok, false, `${said}: shipped, and ${back} went back`)
}

async function healed(id: string): Promise<void> {
  const { ledger, own, providers } = harness
  await providers.behave(id)
  for (let round = 0; round < 4; round += 1) {
    await ledger.letTimePass(id)
    await ledger.makeDue(id)
    await own.sweep()
  }
}

describe('two owners over one review, on two instances, while LINE Pay takes its time', () => {
  for (const what of MEANWHILE) {
    test(`the second ${what}: the money goes back once, and nothing ships without it`, async () => {
      const runs = ANSWERS.map(async (fault) => {
        const said = `${fault.name} ${fault.delayMs ?? ''}`
        const id = await reviewed()
        await harness.providers.linePay.misbehave({ op: 'refund', ...fault }, id)
        const first = refund({ shop: harness.own.at.shop, owner: owners[0], id })
        // The refund is on its way, or still being asked for: both are tried by their lengths.
        await wait(500)
        const other = await decide({ shop: another, owner: owners[1], id }, what)
        await expectSafe(id, said)
        const answer = await first
        await expectSafe(id, said)
        await healed(id)
        const stored = await harness.ledger.order(id)
        const back = await refundsOf(id)
        const text = `${said}: ${JSON.stringify([answer, other, back, stored.status, stored.payment])}`
        const isKept = stored.status === '已付款' || stored.status === '已出貨'
        assert.deepEqual(back, isKept ? [] : [TOTAL], text)
        assert.equal(stored.payment?.refundedAmount, isKept ? 0 : TOTAL, text)
        assert.equal(stored.payment.review, undefined, text)
      })
      await Promise.all(runs)
    })
  }
})

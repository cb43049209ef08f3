import assert from 'node:assert/strict'

import { newMember } from '../../e2e/support/accounts.ts'
import {
  type Harness,
  newCustomer,
  type NewShopper,
  payAttempt,
  type PlacedShopper,
  requirePromise,
  startAttempt,
} from './harness.ts'
import { type Scenario, scenario } from './scenario.ts'
import { createShopper, toldStatus } from './shopper.ts'
import { onlyLeft, stockedOrder } from './stocked.ts'

const LOST = { name: 'webhook-lost', times: 9 }
const LONG_AGO = '2020-01-01T00:00:00.000Z'

const document = ({ ledger }: Harness, id: string) => ledger.db.doc(`orders/${id}`)

async function holdOf(harness: Harness, id: string): Promise<unknown> {
  return (await document(harness, id).get()).get('hold')
}

async function endTime(harness: Harness, id: string): Promise<void> {
  await document(harness, id).update({ 'hold.until': LONG_AGO })
}

async function buy(someone: NewShopper, units = 1): Promise<PlacedShopper> {
  return requirePromise(someone, await someone.shopper.placeWithRetry(stockedOrder(units)))
}

// An approved order of the last unit, of which the shop has not heard.
async function approvedUnseen(harness: Harness, method: string): Promise<[PlacedShopper, string]> {
  const order = await buy(await newCustomer(harness))
  const reference = await startAttempt(order, method)
  await harness.paypal.misbehave(LOST, order.id)
  await harness.providers.approve(reference)
  return [order, reference]
}

async function captures({ providers }: Harness, id: string): Promise<number> {
  return (await providers.orders(id)).flatMap((order) => order.captures).length
}

const goneScenario = (method: string, name: string) =>
  scenario(
    'capture',
    `${name}the hold is over and the unit is gone`,
    async (harness) => {
      await onlyLeft(harness, 1)
      const [late, reference] = await approvedUnseen(harness, method)
      const other = await newCustomer(harness)
      assert.equal((await other.shopper.placeWithRetry(stockedOrder()))?.code, 'lines')
      await endTime(harness, late.id)
      // The buyer who needs the unit has it at once.
      const bought = await buy(other)
      assert.ok(Object.hasOwn(Object(await holdOf(harness, late.id)), 'reservationExpiredAt'))
      const result = await late.shopper.retry(() => late.shopper.capture(late.id, reference))
      assert.equal(toldStatus(result), 'out-of-stock')
      assert.equal(await captures(harness, late.id), 0)
      await payAttempt(harness, bought, await startAttempt(bought))
      assert.equal((await harness.ledger.order(bought.id)).status, '已付款')
      assert.equal(toldStatus(await late.shopper.start(late.id, method)), 'out-of-stock')
      return late
    },
    'out-of-stock',
  )

const back = scenario(
  'capture',
  'the hold is over, the unit is gone and comes back',
  async (harness) => {
    await onlyLeft(harness, 1)
    const [late, reference] = await approvedUnseen(harness, 'paypal')
    await endTime(harness, late.id)
    const other = await buy(await newCustomer(harness))
    await late.shopper.capture(late.id, reference)
    assert.equal((await other.shopper.cancel(other.id))?.ok, true)
    await payAttempt(harness, late, await startAttempt(late))
    return late
  },
)

const LATE = 12
const LEFT = 3

const race = scenario(
  'capture',
  `${LATE} members whose hold is over at once for ${LEFT} units`,
  async (harness) => {
    await onlyLeft(harness, LATE)
    const late = await Promise.all(
      Array.from({ length: LATE }, () => approvedUnseen(harness, 'paypal')),
    )
    for (const [{ id }] of late) {
      await document(harness, id).update({ hold: { reservationExpiredAt: LONG_AGO } })
    }
    await onlyLeft(harness, LEFT)
    await Promise.all(
      late.map(([{ id, shopper }, reference]) =>
        shopper.retry(() => shopper.capture(id, reference)),
      ),
    )
    const orders = await Promise.all(late.map(([{ id }]) => harness.ledger.order(id)))
    const paidOrders = late.filter((_, index) => orders[index]?.status === '已付款')
    assert.equal(paidOrders.length, LEFT)
    const taken = await Promise.all(late.map(([{ id }]) => captures(harness, id)))
    assert.equal(
      taken.reduce((sum, count) => sum + count, 0),
      LEFT,
    )
    const [first] = paidOrders[0] ?? []
    assert.ok(first)
    return first
  },
)

async function newUnverified(harness: Harness): Promise<NewShopper> {
  const { own, providers } = harness
  const member = await newMember({ emailVerified: false }, own.at)
  const wrongStatuses: NewShopper['wrongStatuses'] = []
  const shopper = createShopper({ shop: own.at.shop, providers, wrongStatuses }, member)
  return { shopper, member, wrongStatuses }
}

const flood = scenario(
  'place',
  'two unverified accounts that order all there is hold a fifth of it',
  async (harness) => {
    await onlyLeft(harness, 20)
    const attackers = [await newUnverified(harness), await newUnverified(harness)]
    const held: PlacedShopper[] = []
    const isHeld = async (id: string) => Object.hasOwn(Object(await holdOf(harness, id)), 'until')
    for (const [index, attacker] of attackers.entries()) {
      const first = await buy(attacker, 4)
      assert.equal(await isHeld(first.id), index === 0)
      held.push(first)
      const second = await buy(attacker, 4)
      assert.equal(await isHeld(second.id), false)
      assert.equal((await attacker.shopper.placeWithRetry(stockedOrder(1)))?.code, 'unproven')
    }
    const honest = await Promise.all(
      Array.from({ length: 3 }, async () => buy(await newCustomer(harness), 5)),
    )
    // Half an hour later their units are anybody's, and they can't hold them anew.
    for (const { id } of held.slice(0, 1)) await endTime(harness, id)
    const [first] = held
    assert.ok(first)
    await first.shopper.cancel(first.id)
    for (const { member } of held) {
      await harness.ledger.db.doc(`order_limits/${member.uid}`).update({
        reservedSince: new Date(Date.now() - 30 * 60_000).toISOString(),
      })
    }
    const again = await buy(first, 1)
    assert.ok(Object.hasOwn(Object(await holdOf(harness, again.id)), 'reservationExpiredAt'))
    const late = await newCustomer(harness)
    for (const order of [...honest, await buy(late, 4)]) {
      await payAttempt(harness, order, await startAttempt(order))
      assert.equal((await harness.ledger.order(order.id)).status, '已付款')
    }
    const [bought] = honest
    assert.ok(bought)
    return bought
  },
)

/** Scenarios of holds; they need the shop for themselves, because they count what all orders change. */
export const HOLD_SCENARIOS: readonly Scenario[] = [
  flood,
  goneScenario('paypal', ''),
  goneScenario('line-pay', 'LINE Pay: '),
  back,
  race,
]

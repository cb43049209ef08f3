import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'

import pMap from 'p-map'

import { newMember } from '../../e2e/support/accounts.ts'
import { callAction } from '../../e2e/support/actions.ts'
import { newOwner } from '../../e2e/support/owners.ts'
import {
  type Harness,
  newShopper,
  type NewShopper,
  openHarness,
  payAttempt,
  type PlacedShopper,
  requirePromise,
  startAttempt,
} from './harness.ts'
import { createShopper } from './shopper.ts'
import { onlyLeft, STOCKED, stockedOrder } from './stocked.ts'

/** Accounts that somebody made up; every other one has proven its address. */
const ACCOUNTS = 200

/** The units that are left, and the most of them that accounts hold together which have never paid. */
const LEFT = 20
const SHARE = Math.floor(LEFT / 3)

let harness: Harness
let shops: readonly string[]

before(async () => {
  harness = await openHarness(4660)
  shops = [harness.own.at.shop, (await harness.own.startAnother()).address]
})

after(() => harness.close())

async function madeUp(index: number): Promise<NewShopper> {
  const { own, providers } = harness
  const member = await newMember({ emailVerified: index % 2 === 0 }, own.at)
  const shop = shops[index % shops.length] ?? own.at.shop
  const wrongStatuses: NewShopper['wrongStatuses'] = []
  return {
    shopper: createShopper({ shop, providers, wrongStatuses }, member),
    member,
    wrongStatuses,
  }
}

async function buy(someone: NewShopper): Promise<PlacedShopper> {
  return requirePromise(someone, await someone.shopper.placeWithRetry(stockedOrder()))
}

// The units that were taken of those that were left.
async function takenUnits(): Promise<number> {
  const counted = await harness.ledger.db.doc(`stock/${STOCKED.id}`).get()
  return Number(counted.get('stock')) - (STOCKED.stock - LEFT)
}

/** Does something, and returns the most units that were taken meanwhile, as the database told. */
async function mostTaken(work: () => Promise<unknown>): Promise<number> {
  const looking = { isOver: false }
  let max = await takenUnits()
  const looks = async () => {
    while (!looking.isOver) {
      max = Math.max(max, await takenUnits())
      await wait(20)
    }
  }
  const looked = looks()
  try {
    await work()
  } finally {
    looking.isOver = true
    await looked
  }
  return Math.max(max, await takenUnits())
}

async function paid(order: PlacedShopper): Promise<void> {
  await payAttempt(harness, order, await startAttempt(order))
  assert.equal((await harness.ledger.order(order.id)).status, '已付款')
}

test('200 made-up accounts on two instances keep a third of a product at most, whoever pays has a unit, and a release by the owner lasts', async (t) => {
  await onlyLeft(harness, LEFT)
  const strangers = await pMap(
    Array.from({ length: ACCOUNTS }, (_, index) => index),
    madeUp,
    { concurrency: 20 },
  )
  let orders: readonly PlacedShopper[] = []
  const began = performance.now()
  const max = await mostTaken(async () => {
    orders = await Promise.all(strangers.map(buy))
  })
  t.diagnostic(`${ACCOUNTS} orders in ${Math.round((performance.now() - began) / 1000)} s`)
  assert.equal(new Set(orders.map(({ id }) => id)).size, ACCOUNTS)
  assert.equal(max, SHARE)

  // Buyers who have never paid either, on both instances at once: their orders have no reservation, and pay.
  const honest = await Promise.all([madeUp(0), madeUp(2), newShopper(harness)])
  const bought = await Promise.all(honest.map(buy))
  assert.equal(await takenUnits(), SHARE)
  await Promise.all(bought.map(paid))
  assert.equal(await takenUnits(), SHARE + bought.length)

  const owner = await newOwner('林店主', harness.own.at)
  const call = { page: '/owner', session: owner.session, args: [{ product: STOCKED.id }] }
  const released = await callAction('releaseReservationsAction', {
    ...call,
    shop: harness.own.at.shop,
  })
  assert.equal(released.result?.ok, true, JSON.stringify(released))
  assert.equal(await takenUnits(), bought.length)

  // The same accounts cancel and order again, on the other instance than before.
  const again = await mostTaken(() =>
    Promise.all(
      orders.slice(0, ACCOUNTS / 2).map(async ({ shopper, id, ...someone }, index) => {
        await shopper.retry(() => shopper.cancel(id))
        const shop = shops[(index + 1) % shops.length] ?? harness.own.at.shop
        const { providers } = harness
        const elsewhere = createShopper({ shop, providers, wrongStatuses: [] }, someone.member)
        await buy({ ...someone, shopper: elsewhere })
      }),
    ),
  )
  assert.equal(again, bought.length)
})

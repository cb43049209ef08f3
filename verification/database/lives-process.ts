import { DatabaseUnavailable } from '#lib/adapters/firestore/database.ts'
import { storeCode } from '#lib/discount/discount-store.ts'
import { makeCode } from '#lib/discount/discount.fixture.ts'
import { MOVES } from '#lib/order/random-life.fixture.ts'
import { doDeed, payFor, placeOne } from '../../e2e/database/placed-orders.ts'

// A process that places, pays, ships, refunds, exchanges and cancels orders at random, and says so after each step,
// until it is killed.
let state = Number(process.argv[2])

function chance(below: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 2 ** 32) * below)
}

// Another process may have stored it.
await storeCode(makeCode({ code: 'LIVES', mostUses: 5000 }))
const names = Object.keys(MOVES)
const orders: string[] = []

async function step(minutes: number): Promise<void> {
  if (orders.length === 0 || chance(4) === 0) {
    const id = await placeOne(chance(2) === 0 ? 'LIVES' : undefined)
    orders.unshift(id)
    if (chance(4) > 0) await payFor(id, minutes)
  } else {
    const order = orders[chance(Math.min(3, orders.length))] ?? ''
    const which = {
      name: names[chance(names.length)] ?? '',
      which: chance(3),
      variant: chance(100),
    }
    await doDeed(order, which, minutes)
  }
}

for (let minutes = 5; ; minutes += 1) {
  try {
    await step(minutes)
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error
  }
  console.log('step')
}

import { once } from 'node:events'
import { parseArgs } from 'node:util'

import { by, draft, item } from '#lib/order/placement.fixture.ts'
import { HOUR } from './rush.ts'

// One of several processes that place orders at a steady rate for a while, as shoppers would who
// ask again after "please wait".
const { values } = parseArgs({
  options: {
    name: { type: 'string', default: '' },
    rate: { type: 'string', default: '33' },
    seconds: { type: 'string', default: '15' },
  },
})

/** How long one shopper waited in milliseconds, and how often they were told to wait. */
type RushVisit = {
  readonly waited: number
  readonly told: number
  readonly isPlaced: boolean
}

/** How long a shopper asks again, in milliseconds. */
const PATIENCE = 30_000

const products = by.products.map((product) => ({ ...product, stock: 1_000_000 }))

async function startRush() {
  const { createOrder } = await import('#lib/order/placement-store.ts')
  const { DatabaseUnavailable } = await import('#lib/adapters/firestore/database.ts')
  const { place } = await import('#lib/order/placement.ts')
  const order = (name: string) => {
    const uid = `member-${name}`
    const own = { ...draft, id: `order-${name}`, uid, items: [item(1)] }
    const key = { id: own.id, uid, timeCode: HOUR, products: ['a'], units: 1 }
    const decide = place(own, { ...by, products, account: { ...by.account, uid } })
    return createOrder({ ...key, replaces: [], overdue: [] }, decide)
  }
  return async (name: string): Promise<RushVisit> => {
    const begun = performance.now()
    const sinceBegin = () => performance.now() - begun
    for (let told = 0; ; told += 1) {
      try {
        const answer = await order(name)
        return { waited: sinceBegin(), told, isPlaced: !('ok' in answer) }
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) throw error
        if (sinceBegin() > PATIENCE) return { waited: sinceBegin(), told, isPlaced: false }
        await new Promise((resolve) => setTimeout(resolve, 1000))
      }
    }
  }
}

const visit = await startRush()
// The first order opens the connection.
await visit(`${values.name}-first`)
console.log('Ready')
await once(process.stdin, 'data')
const pause = 1000 / Number(values.rate)
const count = Math.round(Number(values.rate) * Number(values.seconds))
const before = process.cpuUsage()
const visits = await Promise.all(
  Array.from({ length: count }, async (_, index) => {
    await new Promise((resolve) => setTimeout(resolve, index * pause))
    return visit(`${values.name}-${index}`)
  }),
)
const { user, system } = process.cpuUsage(before)
console.log(JSON.stringify({ visits, processor: (user + system) / 1e6 }))
process.exit(0)

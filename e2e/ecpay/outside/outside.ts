import { DatabaseUnavailable } from '#lib/adapters/firestore/database.ts'
import type { ReservedStockByProduct } from '#lib/inventory/stock.ts'
import type { NumberState } from '#lib/invoice/number-range.ts'
import type { OrderDecision } from '#lib/order/order-store.ts'
import type { Order } from '#lib/order/order.ts'
import { type Decided, enterOutside, type Outside } from '../../memory/outside.ts'
import { step, store, world } from '../world.ts'
import { carrier } from './carrier.ts'
import { ISSUER } from './issuer.ts'

const NOTHING: ReservedStockByProduct = new Map()

function unavailable(): never {
  throw new DatabaseUnavailable('DatabaseUnavailable')
}

async function readOrders<Value>(
  _name: string,
  question: (orders: readonly Order[]) => Value,
): Promise<Value> {
  await step()
  return question([...world().orders.values()])
}

// A transaction may run twice, and its answer may be lost.
async function decideOrder<Answer>(
  id: string,
  { decide }: OrderDecision<Answer>,
): Promise<Decided<Answer>> {
  await step()
  if (world().strikes(0.5)) unavailable()
  const before = world().orders.get(id)
  if (before && world().strikes()) {
    decide(before, NOTHING, false)
    await step()
  }
  const order = world().orders.get(id)
  if (!order) return undefined
  const { change, answer } = decide(order, NOTHING, false)
  const after = change ? store(order, change) : order
  if (change && world().strikes(0.5)) {
    // Committed, and run again because the answer was lost.
    const again = decide(after, NOTHING, true)
    const last = again.change ? store(after, again.change) : after
    return { order: last, answer: again.answer }
  }
  await step()
  if (world().strikes(0.3)) unavailable()
  return { order: after, answer }
}

async function rewriteOrder(
  _name: string,
  id: string,
  write: (order: Order) => Order | undefined,
): Promise<void> {
  await step()
  const order = world().orders.get(id)
  const after = order && write(order)
  if (after) world().orders.set(id, after)
}

const USUAL = { NEXT_PUBLIC_SITE_URL: 'http://localhost:3000' }
let settings: ReturnType<Outside['settings']> = USUAL

/** Gives the shop of a test these settings. */
export function shopSettings(wanted: typeof settings): void {
  settings = { ...USUAL, ...wanted }
}

/** Whether the shop of a test has an issuer of invoices, and a carrier. */
export const services = { hasIssuer: true, hasCarrier: true }

/** What the log of a test's shop says, by the names of its lines. */
export const logged: string[] = []

/** How the shop of a test knows the invoice numbers to stand, and the mails that it wrote of them. */
export const numbers: { state?: NumberState; mails: string[] } = { mails: [] }

enterOutside({
  orders: { read: readOrders, decide: decideOrder, rewrite: rewriteOrder, numbers },
  mail: (id) => numbers.mails.push(id),
  carrier: () => (services.hasCarrier ? carrier() : undefined),
  issuer: () => (services.hasIssuer ? ISSUER : undefined),
  log: (name) => logged.push(name),
  settings: () => settings,
})

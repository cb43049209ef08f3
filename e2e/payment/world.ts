import { mock } from 'node:test'

import type { StoredCode } from '#lib/discount/discount.ts'
import type { Offer, ReservedStockByProduct } from '#lib/inventory/stock.ts'
import type { PaypalTransaction } from '#lib/ledger/disagreements.ts'
import { applyChange } from '#lib/order/apply.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import type { PlacementRefs } from '#lib/order/placement-store.ts'
import type { ParcelCarrier } from '#lib/parcel/carrier.ts'
import { at, minute } from '#lib/payment/orders.fixture.ts'
import { resetProviders } from './script.ts'

type World = {
  readonly orders: Map<string, Order>
  /** When the documents are due that cannot be read. */
  readonly unreadable: Map<string, string>
  readonly settledEvents: Set<string>
  readonly codes: Map<string, StoredCode>
  taken: ReservedStockByProduct
  products: readonly Offer[]
  carrier: ParcelCarrier | undefined
  /** PayPal's books. */
  transactions: readonly PaypalTransaction[]
  /** Whether the mail about a parcel has not left. */
  isMailWaiting: boolean
  /** The number of the next transactions that the database does not answer. */
  unanswered: number
  /** How many transactions decided about an order. */
  decided: number
  hasAllowance: boolean
  /** The numbers about which a provider answered a moment ago. */
  readonly goodAnswers: Set<string>
  /** The numbers whose form a browser has since. */
  readonly formsOut: Set<string>
  hasReminders: boolean
  /** Whether the shop tells Google of its sales. */
  hasLinePay: boolean
  /** Whether the shop's settings name a carrier, whose lists it has. */
  hasStoreLists: boolean
  hasEcpay: boolean
  /** Whether the shop itself sends refunds of cards to ECPay. */
  sendsCardRefunds: boolean
  /** The log entries, by name. */
  logged: string[]
  /** Work that runs after an answer. */
  later: (() => Promise<void>)[]
  /** The keys under which orders were placed. */
  placed: Pick<PlacementRefs, 'id' | 'products' | 'replaces' | 'overdue'>[]
  /** Runs before an order is placed. */
  placing: () => Promise<void>
}

const emptyWorld = () => ({
  orders: new Map(),
  unreadable: new Map(),
  settledEvents: new Set<string>(),
  codes: new Map(),
  taken: new Map(),
  products: [],
  carrier: undefined,
  transactions: [],
  isMailWaiting: true,
  unanswered: 0,
  decided: 0,
  hasAllowance: true,
  goodAnswers: new Set<string>(),
  formsOut: new Set<string>(),
  hasReminders: true,
  hasLinePay: true,
  hasStoreLists: false,
  hasEcpay: true,
  sendsCardRefunds: false,
  logged: [],
  later: [],
  placed: [],
  placing: async () => {},
})

/** The database, the stock and the limits that a test's use cases run on. */
export const world: World = emptyWorld()

const resets: (() => unknown)[] = []

/** Has what the shop's own code remembers forgotten with each new world. */
export function onNewWorld(reset: () => unknown): void {
  resets.push(reset)
}

/** Empties the world and sets its clock to two minutes after the order was placed. */
export function newWorld(): void {
  Object.assign(world, emptyWorld())
  resetProviders()
  for (const reset of resets) reset()
  mock.timers.reset()
  mock.timers.enable({ apis: ['Date'], now: minute(2) })
}

/** Sets the clock to so many minutes after the order was placed. */
export function setClock(now: number): void {
  mock.timers.setTime(Date.parse(at(now)))
}

/** Stores an order as it is. */
export function keep(order: Order): Order {
  world.orders.set(order.id, order)
  return order
}

/** The stored order; throws when there is none. */
export function storedOrder(id = 'doc-1'): Order {
  const order = world.orders.get(id)
  if (!order) throw new Error(`No order ${id}`)
  return order
}

/** Changes the stored order as another request would. */
export function changeMeanwhile(
  change: (order: Order) => OrderChange | undefined,
  id = 'doc-1',
): void {
  const order = storedOrder(id)
  const changed = change(order)
  if (changed) keep(applyChange(order, changed))
}

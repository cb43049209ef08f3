import { LIMITS } from '#lib/account/standing.ts'
import { EMPTY_RECIPIENT } from '#lib/delivery/recipient.ts'
import type { Order } from '#lib/order/order.ts'
import { reservationFor } from '#lib/order/reservation.ts'
import { toStore } from '#lib/parcel/parcels.fixture.ts'
import type { PaymentMethod } from '#lib/payment/methods.ts'
import { nextCheck } from '#lib/payment/payment-checks.ts'
import { FIRST, FIRST_USE, PRODUCT } from './checkout.ts'
import { setClock } from './live.ts'
import { setServices } from './outside/outside.ts'
import { forgetProcesses, type Point } from './process.ts'
import { numberOf } from './provider.ts'
import type { Budget, Scenario } from './scenario.ts'
import { TOTAL, type World } from './world.ts'

/** A shopper's tab: its window, refusals shown per reference, and refusals at the last approval. */
export type Tab = {
  readonly method: PaymentMethod
  readonly window?: string
  readonly approvedAfter?: number
  readonly refusals: Readonly<Record<string, number>>
  /** The last approval sent to the shop. */
  readonly sent?: { readonly reference: string; readonly refusals: number }
}

/** A process of the shop: what it does, for which tab, and how far it has come. */
export type Process = {
  readonly name: string
  readonly tab?: number
  readonly reference?: string
  readonly point: Point
}

/** Everything that a run of the model has come to. */
export type State = {
  readonly world: World
  readonly tabs: readonly Tab[]
  readonly processes: readonly Process[]
  /** Launches by process name, only for unique names. */
  readonly launches: Readonly<Record<string, number>>
  /** Clock offsets of the instances in milliseconds. */
  readonly skews: readonly number[]
  readonly budget: Budget
  /** False statements to the shopper. */
  readonly wrong: readonly string[]
}

const START = Date.parse('2026-01-05T02:00:00.000Z')

const EMAIL = 'member@example.com'
const HOME = { ...EMPTY_RECIPIENT, phone: '0912345678' }

const HOLD = LIMITS.verified.reservationTime

function placedOrder(id: string, { reservation: isHeld = false, services = {} }: Scenario): Order {
  const createdAt = new Date(START).toISOString()
  const order: Order = {
    id,
    orderNumber: numberOf(id),
    uid: 'member',
    email: EMAIL,
    createdAt,
    status: '待付款',
    totalAmount: TOTAL,
    items: [
      { id: PRODUCT, title: '', size: 'M', quantity: 1, price: TOTAL, image: '/images/x.jpg' },
    ],
    recipient: services.carrier ? { ...toStore().recipient, email: EMAIL } : HOME,
    shippingMethod: services.carrier ? 'store' : 'home',
    timeCode: '2026010510',
    history: [],
    ...(services.code ? { discount: FIRST_USE } : {}),
  }
  const reservation = isHeld
    ? { reservation: reservationFor(order.items, new Date(START + HOLD)) }
    : {}
  const check = nextCheck({ ...order, ...reservation }, new Date(START), 0)
  return check ? { ...order, ...reservation, check } : order
}

const NO_USES = { uses: 0, members: {} }

/** The beginning of a scenario: one unpaid order, placed at ten o'clock in Taipei. */
export function initial(scenario: Scenario): State {
  const { guard, tabs, budget, clocks = {}, services = {} } = scenario
  setClock(START)
  setServices({ ...services, paypalCard: tabs.includes('card') })
  forgetProcesses()
  const world: World = {
    clock: START,
    providerSkew: clocks.provider ?? 0,
    isStill: clocks.isStill ?? false,
    isPrompt: clocks.isPrompt ?? false,
    lateAtEcpay: clocks.lateAtEcpay ?? 60_000,
    guard,
    orders: { [FIRST]: placedOrder(FIRST, scenario) },
    taken: { [PRODUCT]: { stock: 1, preorder: 0 } },
    uses: services.code ? { uses: 1, members: { [FIRST_USE.member]: 1 } } : NO_USES,
    count: 1,
    gone: [],
    outbox: {},
    settledEvents: [],
    provider: {},
    createKeys: {},
    disputes: {},
    knownDisputes: [],
    isPaidElsewhere: false,
    events: [],
    parcels: {},
    invoices: {},
    afterHands: undefined,
    inFlight: [],
    wrong: [],
  }
  const fresh = tabs.map((method) => ({ method, refusals: {} }))
  const skews = [0, ...(clocks.instance === undefined ? [] : [clocks.instance])]
  return { world, tabs: fresh, processes: [], launches: {}, skews, budget, wrong: [] }
}

/** One move of a run: what happens, as text, and the state that it leads to. */
export type Move = { readonly label: string; readonly next: () => Promise<State> }

/** The state after one move of a kind that is counted, or undefined when none is left. */
export function spend(state: State, kind: keyof Budget): State | undefined {
  const left = state.budget[kind] ?? 0
  return left > 0 ? { ...state, budget: { ...state.budget, [kind]: left - 1 } } : undefined
}

import type { CodeUses } from '#lib/discount/discount.ts'
import type { ReservedStock } from '#lib/inventory/stock.ts'
import type { KeptInvoice } from '#lib/invoice/memory-issuer.fixture.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import type { ParcelRecord } from '#lib/parcel/carrier.ts'
import type { ProviderDispute } from '#lib/payment/provider.ts'
import type { EcpayRequest } from './ecpay.ts'
import { withShortHistory } from './short-history.ts'

/** Price of each model order, in whole TWD. */
export const TOTAL = 1540

/** Money of a capture that went back: a refund of the shop's by its key, one made at the provider, or a dispute's. */
export type ModelBack = {
  readonly id: string
  readonly amount: number
  readonly key?: string
  readonly dispute?: string
  /** Set once ECPay has listed it, which nobody knows to be soon. */
  readonly isListed?: true
}

/** A capture at the model's provider, with what went back of it, the oldest first. */
export type ModelCapture = {
  readonly id: string
  readonly status: 'completed' | 'pending' | 'declined'
  /** When the provider decided, by its own clock. */
  readonly at: number
  readonly back: readonly ModelBack[]
  /** True if made in the provider's console, which only an event reports. */
  readonly isByHand?: boolean
}

/** Returns a capture's refunded amount. */
export function refundedOf({ back }: ModelCapture): number {
  return back.reduce((sum, { amount }) => sum + amount, 0)
}

/** The states of a card's charge in which ECPay gives something back. */
export type Charge = 'Authorized' | 'To be captured' | 'Captured' | 'Operation canceled'

/** An order at one of the model's providers. `refused`: the buyer's newest approval was refused. */
export type ModelProviderOrder = {
  readonly ref: string
  /** True if the provider has keys and events; otherwise it has neither. */
  readonly hasKeys: boolean
  /** True at the cashier, where the buyer moves the money; `forgotten` until a browser brought its number there. */
  readonly isByBuyer?: boolean
  /** When the bank or the store stops taking a number that the shop shows. */
  readonly expiresAt?: number
  /** When the buyer paid such a number which the cashier does not show as paid yet. */
  readonly transferredAt?: number
  /** How ECPay has the charge of a card, in its own words; missing if nothing of it is given back by the shop. */
  readonly charge?: Charge
  readonly order: string
  readonly status: 'open' | 'approved' | 'void' | 'completed' | 'forgotten'
  readonly refused: boolean
  readonly captures: readonly ModelCapture[]
  /** Answers that a key keeps: a refusal is repeated under it. */
  readonly refusedKeys: readonly string[]
}

/** An event that the provider has made and that may be delivered, any number of times or never. */
export type ModelEvent = {
  readonly id: string
  readonly kind: 'approved' | 'captured' | 'declined' | 'refunded' | 'dispute' | 'told'
  readonly ref: string
  readonly captureId?: string
  readonly disputeId?: string
  /** When it was made, by the provider's clock. */
  readonly at: number
  readonly deliveries: number
}

/** What ECPay was told to do with a card's charge. */
export type LateAct = {
  readonly reference: string
  readonly action: 'N' | 'E' | 'R'
  readonly refund: { readonly captureId: string; readonly key: string; readonly amount: number }
}

/** A request in flight without a waiting process. */
export type InFlight = {
  readonly ref: string
  readonly key: string
  /** When it was sent. */
  readonly at: number
  readonly refund?: { readonly captureId: string; readonly amount: number }
  readonly act?: LateAct
  readonly ecpay?: EcpayRequest
}

/** Everything that the shop and its provider remember. Times are milliseconds since 1970. */
export type World = {
  readonly clock: number
  /** Clock offset of the provider. */
  readonly providerSkew: number
  /** Whether all writes and requests between two sweeps happen in one millisecond. */
  readonly isStill: boolean
  /** True if events carry the time of the action, else of delivery, the latest possible. */
  readonly isPrompt: boolean
  /** ECPay carries out no request later than that, in milliseconds. */
  readonly lateAtEcpay: number
  readonly guard: boolean
  readonly orders: Readonly<Record<string, Order>>
  readonly taken: Readonly<Record<string, ReservedStock>>
  /** How often the code is used, in all and by each member. */
  readonly uses: CodeUses
  readonly count: number
  /** Mails that have left, and those that were taken out before. */
  readonly gone: readonly string[]
  /** Writes of each mail by id. */
  readonly outbox: Readonly<Record<string, number>>
  readonly settledEvents: readonly string[]
  readonly provider: Readonly<Record<string, ModelProviderOrder>>
  readonly createKeys: Readonly<Record<string, string>>
  readonly disputes: Readonly<Record<string, ProviderDispute>>
  /** The disputes that the shop has recorded at some time. */
  readonly knownDisputes: readonly string[]
  /** Whether money under the first order's number was taken outside of the shop. */
  readonly isPaidElsewhere: boolean
  readonly events: readonly ModelEvent[]
  /** The carrier's parcels by the shop's number, and the issuer's invoices by their key. */
  readonly parcels: Readonly<Record<string, ParcelRecord>>
  readonly invoices: Readonly<Record<string, KeptInvoice>>
  /** What was undone of the invoice right after hands at the issuer, or the owner's own number; whole TWD. */
  readonly afterHands: number | undefined
  readonly inFlight: readonly InFlight[]
  /** Violations at the provider. */
  readonly wrong: readonly string[]
}

/** The world with one provider order changed. */
export function withProviderOrder(world: World, order: ModelProviderOrder): World {
  return { ...world, provider: { ...world.provider, [order.ref]: order } }
}

/** The world with an event more. */
export function withEvent(
  world: World,
  event: Omit<ModelEvent, 'id' | 'deliveries' | 'at'>,
): World {
  const id = `E${world.events.length + 1}`
  const made = { ...event, id, at: providerClock(world), deliveries: 0 }
  return { ...world, events: [...world.events, made] }
}

/** The provider's clock, in milliseconds since 1970. */
export function providerClock({ clock, providerSkew }: World): number {
  return clock + providerSkew
}

/** A press joins the open attempt of its button, unless the provider does not know that one. */
export function buttonProblems({ id, payment }: Order, { events }: OrderChange): string[] {
  const isOpen = events.some(
    (event) =>
      event.type === 'attempt.started' &&
      payment?.attempts.some(
        ({ method, state, missingAt, postedAt }) =>
          method === event.data.method &&
          // A number that was brought to the cashier is never handed out again.
          postedAt === undefined &&
          (state === 'creating' || (state === 'open' && missingAt === undefined)),
      ),
  )
  return isOpen ? [`${id} has two attempts by one button`] : []
}

/** The world with an order written, a millisecond later where writes take time. */
export function withOrder(world: World, order: Order): World {
  return tick({ ...world, orders: { ...world.orders, [order.id]: withShortHistory(order) } })
}

/** The world a millisecond later, where time passes. */
export function tick(world: World): World {
  return world.isStill ? world : { ...world, clock: world.clock + 1 }
}

/** All captures of an order, declined ones included. */
export function capturesOf(world: World, order: string): readonly ModelCapture[] {
  return Object.values(world.provider)
    .filter((modelProviderOrder) => modelProviderOrder.order === order)
    .flatMap(({ captures }) => captures)
}

/** The captures of an order that the buyer made at the cashier, which the shop can't prevent. */
export function buyersCaptures(world: World, order: string): readonly ModelCapture[] {
  return Object.values(world.provider)
    .filter(
      (modelProviderOrder) =>
        modelProviderOrder.order === order && modelProviderOrder.isByBuyer === true,
    )
    .flatMap(({ captures }) => captures)
}

/** Captures of an order that reservation money now, or may come to. */
export function liveCaptures(world: World, order: string): readonly ModelCapture[] {
  return capturesOf(world, order).filter(({ status }) => status !== 'declined')
}

type ClaimFields = { readonly claim?: string | undefined }

function withoutOwn<One extends ClaimFields>(all: readonly One[], name: string): One[] {
  return all.map((one) => (one.claim?.startsWith(`${name}/`) ? { ...one, claim: '' } : one))
}

/** Removes a finished process's claims, which no longer matter, so that equal states match. */
export function withoutClaims(world: World, process: string): World {
  const orders = Object.entries(world.orders).map(([id, order]) => {
    const { payment } = order
    if (!payment || !JSON.stringify(payment).includes(`"claim":"${process}/`)) return [id, order]
    const { refundRequests: requests } = payment
    const attempts = withoutOwn(payment.attempts, process)
    const refundRequests = requests && { refundRequests: withoutOwn(requests, process) }
    return [id, { ...order, payment: { ...payment, attempts, ...refundRequests } }]
  })
  return { ...world, orders: Object.fromEntries(orders) }
}

import { storeFrom, storeText } from '../../delivery/recipient.ts'
import { type ChangeContext, newEvent } from '../events.ts'
import type { Order, OrderChange } from '../order.ts'
import { fail, ok, type Result } from '../../result.ts'
import { IN_FLIGHT } from '../payment/payment.ts'
import { liveParcel, withParcel } from './order-parcel.ts'
import { nextParcelCheck } from './parcel-check.ts'
import type { ChainStore } from './store.ts'

/** Why another store can't be chosen: the link is not the newest, the parcel is in another chain, has gone on, or goes elsewhere perhaps. */
export type StoreChoiceRefusal =
  | 'link-over'
  | 'other-chain'
  | 'store-unknown'
  | 'too-late'
  | 'choice-under-way'

/** The page on which a shopper chooses another store; what opens it stands after the #, where no log sees it. */
export function storeChoicePath(id: string, token: string): string {
  return `/pickup#${id}.${token}`
}

/**
 * Returns the change that requests another store by a link with this token; undefined if already
 * requested.
 */
export function storeAsked(
  order: Order,
  token: string,
  context: ChangeContext,
): OrderChange | undefined {
  if (order.storeChoice || order.shippingMethod !== 'store') return undefined
  const { number: store } = storeFrom(order.recipient.store)
  const live = liveParcel(order)
  const alarm = live?.state === 'store-closed' ? 'store-closed' : 'no-store'
  const isNew = order.parcelAlarm !== alarm
  return {
    storeChoice: { token, store, askedAt: context.now.toISOString() },
    parcelCheckAt: nextParcelCheck(order, context.now),
    events: [
      newEvent('store.requested', { store: order.recipient.store }, context),
      ...(isNew
        ? [newEvent('parcel.alarmed', { parcel: live?.number ?? '', alarm }, context)]
        : []),
    ],
  }
}

/** Whether a link's token opens the choice of another store now. */
export function opensChoice(order: Pick<Order, 'storeChoice'>, token: string): boolean {
  return order.storeChoice?.token === token
}

/** Why this store can't be chosen for an order; undefined when it can. */
export function choiceProblem(
  order: Order,
  token: string,
  store: Pick<ChainStore, 'chain'>,
): StoreChoiceRefusal | undefined {
  if (!opensChoice(order, token)) return 'link-over'
  const live = liveParcel(order)
  if (live && live.chain !== store.chain) return 'other-chain'
  const isHere = live === undefined || live.state === 'booked' || live.state === 'store-closed'
  return isHere ? undefined : 'too-late'
}

/** The change that stores a wish before the carrier is asked. Another store is not asked for while a wish may be on its way. */
export function storeWished(
  order: Order,
  token: string,
  store: ChainStore,
  { now }: Pick<ChangeContext, 'now'>,
): Result<OrderChange, StoreChoiceRefusal> {
  const problem = choiceProblem(order, token, store)
  if (problem || !order.storeChoice) return fail(problem ?? 'link-over')
  const { wish: before, ...choice } = order.storeChoice
  const isSent = before && now.getTime() - Date.parse(before.at) < IN_FLIGHT
  if (isSent && before.number !== store.number) return fail('choice-under-way')
  const wish = { store: storeText(store), number: store.number, at: now.toISOString() }
  const storeChoice = { ...choice, wish }
  return ok({
    storeChoice,
    parcelCheckAt: nextParcelCheck({ ...order, storeChoice }, now),
    events: [],
  })
}

/** The change that ends a wish which the carrier refused; the link stays open. */
export function wishRefused(order: Order, number: string): OrderChange | undefined {
  if (order.storeChoice?.wish?.number !== number) return undefined
  const { wish: _wish, ...storeChoice } = order.storeChoice
  return { storeChoice, events: [] }
}

/** The change that sends an order to another store, as the link allows. */
export function storeChosen(
  order: Order,
  token: string,
  store: ChainStore,
  context: ChangeContext,
): Result<OrderChange, StoreChoiceRefusal> {
  const problem = choiceProblem(order, token, store)
  if (problem) return fail(problem)
  const live = liveParcel(order)
  const sent = { store: store.number }
  const chosen = { store: storeText(store), before: order.recipient.store }
  return ok({
    storeChoice: null,
    ...(live ? { parcels: withParcel(order, live.number, (one) => ({ ...one, ...sent })) } : {}),
    parcelCheckAt: nextParcelCheck(order, context.now),
    events: [newEvent('store.chosen', chosen, context)],
  })
}

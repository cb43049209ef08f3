import { storeFrom, storeText } from '#lib/delivery/recipient.ts'
import { isInFlight } from '#lib/operation/timing.ts'
import { type ChangeContext, newEvent } from '#lib/order/events.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import { PICKUP_PATH } from '#lib/routes/paths.ts'
import { liveParcel } from './order-parcel.ts'
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
  return `${PICKUP_PATH}#${id}.${token}`
}

/**
 * Returns the change that requests another store by a link with this token; undefined if already
 * requested.
 */
export function storeRequested(
  order: Order,
  token: string,
  context: ChangeContext,
): OrderChange | undefined {
  if (order.storeChoice || order.shippingMethod !== 'store') return undefined
  const { number } = storeFrom(order.recipient.store)
  const live = liveParcel(order)
  const alarm = live?.state === 'store-closed' ? 'store-closed' : 'no-store'
  const isNew = order.parcelAlarm !== alarm
  return {
    events: [
      newEvent('store.requested', { store: order.recipient.store, number, token }, context),
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

/** Why this store can't be chosen for an order, or undefined when it can. */
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
export function storeChangeRequested(
  order: Order,
  token: string,
  store: ChainStore,
  context: ChangeContext,
): Result<OrderChange, StoreChoiceRefusal> {
  const problem = choiceProblem(order, token, store)
  if (problem || !order.storeChoice) return fail(problem ?? 'link-over')
  const { wish: before } = order.storeChoice
  const isUnderWay = before && isInFlight(before.at, context.now)
  if (isUnderWay && before.number !== store.number) return fail('choice-under-way')
  const wish = { store: storeText(store), number: store.number }
  return ok({ events: [newEvent('store.change-requested', wish, context)] })
}

/** The change that ends a wish which the carrier refused; the link stays open. */
export function storeChangeRefused(
  order: Order,
  number: string,
  context: ChangeContext,
): OrderChange | undefined {
  const { wish } = order.storeChoice ?? {}
  if (wish?.number !== number) return undefined
  return { events: [newEvent('store.refused', { store: wish.store }, context)] }
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
  const { store: before } = order.recipient
  const chosen = { store: storeText(store), number: store.number, before }
  return ok({ events: [newEvent('store.chosen', chosen, context)] })
}

import 'server-only'

import { carrier } from '#lib/adapters/ecpay/carrier.ts'
import { findCities } from '#lib/delivery/find-cities.ts'
import {
  isStore,
  type Recipient,
  type ShippingMethod,
  type StoreChain,
  storeFrom,
  storeText,
} from '#lib/delivery/recipient.ts'
import { logFailure } from '#lib/log/log.ts'
import { applyDecision } from '#lib/order/apply-decision.ts'
import { changeOrder, readOrder } from '#lib/order/order-store.ts'
import { type Order, ORDER_DOCUMENT } from '#lib/order/order.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import { hasCarrier } from '#lib/settings/env.ts'
import { CarrierProblem } from './carrier.ts'
import { idsOf, liveParcel, type OrderParcel } from './order-parcel.ts'
import { followParcel } from './parcel-reports.ts'
import {
  choiceProblem,
  opensChoice,
  type StoreChoiceRefusal,
  storeChosen,
  storeChangeRequested,
  storeChangeRefused,
} from './store-choice.ts'
import { findStore } from './store-lists.ts'
import { type ChainStore, deliverToStore, storeAt, type StoreRefusal } from './store.ts'

/** Why another store was not chosen. */
export type ChooseStoreFailure = StoreChoiceRefusal | 'carrier-refused' | 'carrier-away'

type Sending = {
  readonly order: Order
  readonly parcel: OrderParcel
  readonly token: string
  readonly store: ChainStore
}

// The wish is stored before the carrier is asked; without its answer the wish stays, and the sweep looks.
async function sendOn(sending: Sending): Promise<ChooseStoreFailure | undefined> {
  const { order, parcel, token, store } = sending
  const parcelCarrier = carrier(findCities())
  const ids = idsOf(parcel)
  if (!ids || !parcelCarrier) return 'carrier-away'
  const context = { now: new Date(), by: 'member' as const }
  const wished = await applyDecision(order.id, (stored) =>
    storeChangeRequested(stored, token, store, context),
  )
  if (!wished.ok) return wished.code === 'unknown-order' ? 'link-over' : wished.code
  try {
    await parcelCarrier.changeStore(ids, store.number)
    return undefined
  } catch (error) {
    if (!(error instanceof CarrierProblem)) throw error
    logFailure('change-store', error, { order: order.orderNumber })
    if (error.kind !== 'refused') return 'carrier-away'
    await changeOrder(order.id, (stored) => storeChangeRefused(stored, store.number, context))
    return 'carrier-refused'
  }
}

// An earlier wish is settled first, so that the order names the store to which the parcel goes. Where its answer was
// lost, the carrier says so by the parcel's state.
async function settleStoreChange({ order, parcel }: Sending): Promise<Order | ChooseStoreFailure> {
  const parcelCarrier = carrier(findCities())
  if (!order.storeChoice?.wish || !parcelCarrier) return order
  try {
    const record = await parcelCarrier.find(parcel.number)
    if (!record) return order
    const context = { now: new Date(), by: 'member' as const }
    return (await changeOrder(order.id, (stored) => followParcel(stored, record, context))) ?? order
  } catch (error) {
    if (!(error instanceof CarrierProblem)) throw error
    logFailure('change-store', error, { order: order.orderNumber })
    return 'carrier-away'
  }
}

async function writeChoice(order: Order, token: string, store: ChainStore) {
  const context = { now: new Date(), by: 'member' as const }
  const decide = (stored: Order) => {
    // A look of somebody else may have settled the wish meanwhile.
    const isSettled = !opensChoice(stored, token) && liveParcel(stored)?.store === store.number
    return isSettled ? ok(undefined) : storeChosen(stored, token, store, context)
  }
  const chosen = await applyDecision(order.id, decide)
  if (chosen.ok) return ok(null)
  return fail(chosen.code === 'unknown-order' ? 'link-over' : chosen.code)
}

/** Sends an order to another store of the chains' lists, by the link of its mail. Throws DatabaseUnavailable. */
export async function chooseStore(choice: {
  readonly id: string
  readonly token: string
  readonly chain: StoreChain
  readonly number: string
}): Promise<Result<null, ChooseStoreFailure>> {
  const { id, token } = choice
  const order = ORDER_DOCUMENT.test(id) && token !== '' ? await readOrder(id) : undefined
  if (!order || !opensChoice(order, token)) return fail('link-over')
  const listed = await findStore(choice.chain, choice.number)
  // Without a list, only the carrier knows its stores.
  const store = listed === 'unlisted' ? storeAt({ ...choice, name: '', address: '' }, []) : listed
  if (store === undefined || !isStore(storeText(store))) return fail('store-unknown')
  const problem = choiceProblem(order, token, store)
  if (problem) return fail(problem)
  const parcel = liveParcel(order)
  if (!parcel) return writeChoice(order, token, store)
  const sending = { order, parcel, token, store }
  const settled = await settleStoreChange(sending)
  if (typeof settled === 'string') return fail(settled)
  if (!opensChoice(settled, token)) {
    const isSame = liveParcel(settled)?.store === store.number
    return isSame ? ok(null) : fail('link-over')
  }
  const refusal = await sendOn({ ...sending, order: settled })
  return refusal ? fail(refusal) : writeChoice(settled, token, store)
}

/**
 * Checks the store against its chain's list and returns the recipient with its official name.
 * Throws DatabaseUnavailable.
 */
export async function checkStore(
  recipient: Recipient,
  method: ShippingMethod,
): Promise<Result<Recipient, StoreRefusal>> {
  if (method !== 'store' || !hasCarrier() || !isStore(recipient.store)) return ok(recipient)
  const { chain, number } = storeFrom(recipient.store)
  return deliverToStore(recipient, await findStore(chain, number))
}

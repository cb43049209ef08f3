import 'server-only'

import { carrier } from '../../adapters/ecpay/carrier.ts'
import { changeOrder, readOrder } from '../../adapters/firestore/orders.ts'
import { findCities } from '../../delivery/find-cities.ts'
import { isStore, type StoreChain, storeText } from '../../delivery/recipient.ts'
import { logFailure } from '../../log/log.ts'
import { execute } from '../execute.ts'
import { ORDER_DOCUMENT, type Order } from '../order.ts'
import { fail, ok, type Result } from '../../result.ts'
import { CarrierProblem, type ParcelCarrier } from './carrier.ts'
import { findStore } from './find-stores.ts'
import { followParcel } from './following.ts'
import { idsOf, liveParcel, type OrderParcel } from './order-parcel.ts'
import { type ChainStore, storeAt } from './store.ts'
import {
  choiceProblem,
  opensChoice,
  storeChosen,
  type StoreChoiceRefusal,
  storeWished,
  wishRefused,
} from './store-choice.ts'

/** Why another store was not chosen. */
export type ChooseStoreFailure = StoreChoiceRefusal | 'carrier-refused' | 'carrier-away'

// The order whose store a link opens; undefined for a link that is over.
async function findStoreChoice(id: string, token: string): Promise<Order | undefined> {
  const order = ORDER_DOCUMENT.test(id) && token !== '' ? await readOrder(id) : undefined
  return order && opensChoice(order, token) ? order : undefined
}

type Sending = {
  readonly order: Order
  readonly parcel: OrderParcel
  readonly token: string
  readonly store: ChainStore
}

// A look settles a wish whose answer was lost: the carrier says so by the parcel's state.
async function look(request: ParcelCarrier, { order, parcel }: Sending): Promise<Order> {
  const record = await request.find(parcel.number)
  if (!record) return order
  const context = { now: new Date(), by: 'member' as const }
  return (await changeOrder(order.id, (stored) => followParcel(stored, record, context))) ?? order
}

// The wish is stored before the carrier is asked; without its answer the wish stays, and the sweep looks.
async function sendOn(sending: Sending): Promise<ChooseStoreFailure | undefined> {
  const { order, parcel, token, store } = sending
  const request = carrier(findCities())
  const ids = idsOf(parcel)
  if (!ids || !request) return 'carrier-away'
  const now = new Date()
  const wished = await execute(order.id, (stored) => storeWished(stored, token, store, { now }))
  if (!wished.ok) return wished.code === 'unknown-order' ? 'link-over' : wished.code
  try {
    await request.changeStore(ids, store.number)
    return undefined
  } catch (error) {
    if (!(error instanceof CarrierProblem)) throw error
    logFailure('change-store', error, { order: order.orderNumber })
    if (error.kind !== 'refused') return 'carrier-away'
    await changeOrder(order.id, (stored) => wishRefused(stored, store.number))
    return 'carrier-refused'
  }
}

// An earlier wish is settled first, so that the order names the store to which the parcel goes.
async function settleWish(sending: Sending): Promise<Order | ChooseStoreFailure> {
  const request = carrier(findCities())
  if (!sending.order.storeChoice?.wish || !request) return sending.order
  try {
    return await look(request, sending)
  } catch (error) {
    if (!(error instanceof CarrierProblem)) throw error
    logFailure('change-store', error, { order: sending.order.orderNumber })
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
  const chosen = await execute(order.id, decide)
  if (chosen.ok) return ok(null)
  return fail(chosen.code === 'unknown-order' ? 'link-over' : chosen.code)
}

/** Sends an order to another store of the chains' lists, by the link of its mail. Throws DatabaseUnavailable. */
export async function chooseStore(input: {
  readonly id: string
  readonly token: string
  readonly chain: StoreChain
  readonly number: string
}): Promise<Result<null, ChooseStoreFailure>> {
  const order = await findStoreChoice(input.id, input.token)
  if (!order) return fail('link-over')
  const listed = await findStore(input.chain, input.number)
  // Without a list, only the carrier knows its stores.
  const store = listed === 'unlisted' ? storeAt({ ...input, name: '', address: '' }, []) : listed
  if (store === undefined || !isStore(storeText(store))) return fail('store-unknown')
  const problem = choiceProblem(order, input.token, store)
  if (problem) return fail(problem)
  const parcel = liveParcel(order)
  if (!parcel) return writeChoice(order, input.token, store)
  const sending = { order, parcel, token: input.token, store }
  const settled = await settleWish(sending)
  if (typeof settled === 'string') return fail(settled)
  if (!opensChoice(settled, input.token)) {
    const isSame = liveParcel(settled)?.store === store.number
    return isSame ? ok(null) : fail('link-over')
  }
  const refusal = await sendOn({ ...sending, order: settled })
  return refusal ? fail(refusal) : writeChoice(settled, input.token, store)
}

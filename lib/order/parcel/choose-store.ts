import 'server-only'

import { carrier } from '../../adapters/ecpay/carrier.ts'
import { readOrder } from '../../adapters/firestore/orders.ts'
import { findCities } from '../../delivery/find-cities.ts'
import { isStore, type StoreChain, storeText } from '../../delivery/recipient.ts'
import { logFailure } from '../../log/log.ts'
import { execute } from '../execute.ts'
import { ORDER_DOCUMENT, type Order } from '../order.ts'
import { fail, ok, type Result } from '../../result.ts'
import { CarrierProblem } from './carrier.ts'
import { findStore } from './find-stores.ts'
import { idsOf, liveParcel } from './order-parcel.ts'
import { type ChainStore, storeAt } from './store.ts'
import { choiceProblem, opensChoice, storeChosen, type StoreChoiceRefusal } from './store-choice.ts'

/** Why another store was not chosen. */
export type ChooseStoreFailure = StoreChoiceRefusal | 'carrier-refused' | 'carrier-away'

// The order whose store a link opens; undefined for a link that is over.
async function findStoreChoice(id: string, token: string): Promise<Order | undefined> {
  const order = ORDER_DOCUMENT.test(id) && token !== '' ? await readOrder(id) : undefined
  return order && opensChoice(order, token) ? order : undefined
}

// The carrier redirects a booked parcel first; repeating it is idempotent.
async function sendOn(order: Order, store: string): Promise<ChooseStoreFailure | undefined> {
  const live = liveParcel(order)
  const ids = live && idsOf(live)
  const input = carrier(findCities())
  if (!ids || !input) return live === undefined ? undefined : 'carrier-away'
  try {
    await input.changeStore(ids, store)
    return undefined
  } catch (error) {
    if (!(error instanceof CarrierProblem)) throw error
    logFailure('change-store', error, { order: order.orderNumber })
    return error.kind === 'refused' ? 'carrier-refused' : 'carrier-away'
  }
}

async function writeChoice(order: Order, token: string, store: ChainStore) {
  const context = { now: new Date(), by: 'member' as const }
  const decide = (stored: Order) => storeChosen(stored, token, store, context)
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
  const problem = choiceProblem(order, input.token, store) ?? (await sendOn(order, store.number))
  return problem ? fail(problem) : writeChoice(order, input.token, store)
}

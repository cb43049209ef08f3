import { shippingMail } from '#lib/mail/mails-of.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'

import { type Run } from '../call.ts'
import { perform } from '../live.ts'
import type { World } from '../world.ts'
import { writeOrder } from './orders.ts'

/** Changes the shipping of an order of the model, and takes the mail of its parcel out while it waits. */
export function changeShipping(
  id: string,
  decide: (order: Order, areMailsWaiting: boolean) => OrderChange | undefined,
): Promise<Order | undefined> {
  const transact = (world: World): Run<Order | undefined> => {
    const order = world.orders[id]
    if (!order) return { seen: undefined, world, value: undefined }
    const mail = shippingMail(order)
    const isWaiting = mail === undefined || !world.gone.includes(mail)
    const change = decide(order, isWaiting)
    const seen = { order, isWaiting }
    if (!change) return { seen, world, value: order }
    const written = writeOrder(world, order, change)
    const isTold = !isWaiting && change.events.some(({ type }) => type === 'parcel.unshipped')
    const wrong = isTold ? [...written.wrong, `${id} was taken back after its mail`] : written.wrong
    const gone = mail === undefined ? written.gone : [...written.gone, mail]
    return { seen, world: { ...written, wrong, gone }, value: written.orders[id] }
  }
  return perform({ name: `change the shipping of ${id}`, transact })
}

/** The model never lists new shippings. */
export async function ordersShippedSince(): Promise<readonly Order[]> {
  return []
}

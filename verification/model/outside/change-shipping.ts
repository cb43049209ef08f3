import { shippingMail } from '#lib/mail/order-mails.ts'
import type { OrderDecision } from '#lib/order/order-store.ts'
import type { Decided } from '../../../e2e/memory/outside.ts'
import type { Run } from '../call.ts'
import { perform } from '../live.ts'
import type { World } from '../world.ts'
import { writeOrder } from './orders.ts'

/** Changes the shipping of an order of the model, and takes the mail of its parcel out while it waits. */
export function decideShipping<Answer>(
  id: string,
  decide: OrderDecision<Answer, boolean>['decide'],
): Promise<Decided<Answer>> {
  const transact = (world: World, isStored = false): Run<Decided<Answer>> => {
    const order = world.orders[id]
    if (!order) return { seen: undefined, world, value: undefined }
    const mail = shippingMail(order)
    const isWaiting = mail === undefined || !world.gone.includes(mail)
    const { change, answer } = decide(order, isWaiting, isStored)
    const seen = { order, isWaiting }
    if (!change) return { seen, world, value: { order, answer } }
    const written = writeOrder(world, order, change)
    const isNotified = !isWaiting && change.events.some(({ type }) => type === 'parcel.unshipped')
    const wrong = isNotified
      ? [...written.wrong, `${id} was taken back after its mail`]
      : written.wrong
    const gone = mail === undefined ? written.gone : [...written.gone, mail]
    const value = { order: written.orders[id] ?? order, answer }
    return { seen, world: { ...written, wrong, gone }, value }
  }
  return perform({ name: `change the shipping of ${id}`, transact })
}

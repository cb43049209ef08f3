import { factsPromisedBy, type Product } from '#lib/product/product.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import type { CancelRight } from './cancel-right-schema.ts'
import {
  canRequestCancellation,
  cancelUntil,
  isCancellationRequested,
} from './cancel-right-view.ts'
import { type ChangeContext, newEvent } from './events.ts'
import type { Order, OrderChange } from './order.ts'

/** The rights of an order of these products, as its placement copies them, or none if all is known. */
export function cancelRightsOf(
  items: readonly { readonly id: string }[],
  products: readonly Product[],
): readonly CancelRight[] {
  const ids = new Set(items.map(({ id }) => id))
  return products.flatMap((product) => {
    const factsBy = ids.has(product.id) ? factsPromisedBy(product) : undefined
    if (factsBy === undefined) return []
    return [{ product: product.id, title: product.title, factsBy, until: cancelUntil(factsBy) }]
  })
}

/** Why a buyer can't ask to cancel: the right is over, or was never there, or the parcel has left. */
export type CancelRequestRefusal = 'right-over' | 'has-left'

type Decision<Code extends string> = Result<OrderChange | undefined, Code>

/** The change by which a buyer asks to cancel, or undefined if they have. */
export function cancellationRequestChange(
  order: Order,
  context: ChangeContext,
): Decision<CancelRequestRefusal> {
  if (order.status === '已出貨' || order.status === '已完成') return fail('has-left')
  if (isCancellationRequested(order)) return ok(undefined)
  if (!canRequestCancellation(order, context.now)) return fail('right-over')
  return ok({ events: [newEvent('cancellation.requested', {}, context)] })
}

/** The change by which the owner notes that the buyer keeps the order after all. */
export function withdrawCancellation(
  order: Order,
  context: ChangeContext,
): Decision<'not-asked' | 'no-reason'> {
  if (!isCancellationRequested(order)) return fail('not-asked')
  if ((context.reason ?? '') === '') return fail('no-reason')
  return ok({ events: [newEvent('cancellation.withdrawn', {}, context)] })
}

function openRight({ status, cancelRights = [] }: Order, product: string): CancelRight | undefined {
  if (status !== '待付款' && status !== '已付款') return undefined
  return cancelRights.find(
    (cancelRight) => cancelRight.product === product && cancelRight.publishedOn === undefined,
  )
}

/** The change that tells an order that a product's facts are published, or undefined if it knows. */
export function publishFacts(
  order: Order,
  { product, on }: { readonly product: string; readonly on: string },
  context: ChangeContext,
): OrderChange | undefined {
  if (!openRight(order, product)) return undefined
  return { events: [newEvent('facts.published', { product, on, until: cancelUntil(on) }, context)] }
}

/** The change that moves the day of publication promised to an order, or undefined if it is that day. */
export function moveFactsDay(
  order: Order,
  { product, by }: { readonly product: string; readonly by: string },
  context: ChangeContext,
): OrderChange | undefined {
  const right = openRight(order, product)
  if (!right || right.factsBy === by) return undefined
  const data = { product, by, until: cancelUntil(by), before: right.factsBy }
  return { events: [newEvent('facts-day.changed', data, context)] }
}

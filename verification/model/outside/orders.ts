import { isDeepStrictEqual } from 'node:util'

import { DatabaseUnavailable } from '#lib/adapters/firestore/database.ts'
import { afterUses } from '#lib/discount/discount.ts'
import { afterMoves } from '#lib/inventory/stock.ts'
import { ownNumber } from '#lib/invoice/own-number.ts'
import { applyEvents, historySchema } from '#lib/order/apply.ts'
import { type OrderDecision, orderWrite } from '#lib/order/order-store.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import { countsUnits } from '#lib/order/reservation.ts'
import { liveParcel } from '#lib/parcel/order-parcel.ts'
import { moneyProblem } from '#lib/payment/money-problem.ts'
import { hasIssuer } from '#lib/settings/env.ts'
import { parcelProblems } from '../../../e2e/ecpay/parcel-rules.ts'
import type { Decided } from '../../../e2e/memory/outside.ts'
import type { Run } from '../call.ts'
import { CODE } from '../checkout.ts'
import { defineFailure, perform } from '../live.ts'
import { identity } from '../process.ts'
import { buttonProblems, withOrder, type World } from '../world.ts'

defineFailure('database', () => new DatabaseUnavailable('the model says so'))

function workOut(order: Order, input: OrderChange) {
  const { after: changed, events, mails, stock, uses } = orderWrite(order, input)
  const change = { ...input, events }
  return {
    after: changed,
    mails,
    moves: stock,
    uses,
    problems: [
      ...rebuildingProblems(order, changed, change),
      ...buttonProblems(order, change),
      ...numberProblems(order, changed, change.events),
    ],
  }
}

const writes = new Map<string, ReturnType<typeof workOut>>()

/** Forgets what was worked out, with the numbers by which it is known. */
export function forgetWrites(): void {
  writes.clear()
}

// Neither clock nor world decides it, so equal writes of a scenario are worked out once.
function writeOf(order: Order, input: OrderChange) {
  const key = `${identity(order)} ${identity(input)} ${hasIssuer()}`
  const write = writes.get(key) ?? workOut(order, input)
  writes.set(key, write)
  return write
}

/** The world after a change of an order, with the units that its end gives back. */
export function writeOrder(world: World, order: Order, change: OrderChange): World {
  const { after, mails, moves, uses: useMoves, problems } = writeOf(order, change)
  const taken = { ...world.taken }
  for (const { id } of moves) {
    taken[id] = afterMoves(taken[id] ?? { stock: 0, preorder: 0 }, moves, id)
  }
  const wrong = [
    ...world.wrong,
    ...shippingProblems(world, order, after),
    ...problems,
    ...parcelProblems(order, after),
    ...itemProblems(order, change.events),
  ]
  const known = after.payment?.disputes?.map(({ id }) => id) ?? []
  const knownDisputes = [...new Set([...world.knownDisputes, ...known])]
  const outbox = withMails(world.outbox, mails)
  const uses = afterUses(world.uses, CODE, useMoves)
  return { ...withOrder(world, after), taken, uses, wrong, knownDisputes, outbox }
}

// Asserts that the stored events alone rebuild the changed order.
function rebuildingProblems(
  before: Order,
  after: Order,
  { events, schedule }: OrderChange,
): readonly string[] {
  const stored = historySchema.parse(JSON.parse(JSON.stringify(events)))
  return isDeepStrictEqual({ ...applyEvents(before, stored), ...schedule }, after)
    ? []
    : [`${after.id} is not what ${events.map(({ type }) => type).join(', ')} make of it`]
}

// The number on an order is nobody's but the owner's to replace, or the next invoice's once it is void.
function numberProblems(before: Order, after: Order, events: OrderChange['events']) {
  const isReplaced =
    before.invoiceNumber !== undefined && before.invoiceNumber !== after.invoiceNumber
  const isByOwner = events.some(
    ({ type }) => type === 'invoice.recorded' || type === 'invoice.replaced',
  )
  const isClaimed = before.invoicing?.claim !== after.invoicing?.claim && after.invoicing?.claim
  return [
    ...(isReplaced && !isByOwner ? [`${before.invoiceNumber} was overwritten`] : []),
    ...(isClaimed && ownNumber(before) ? ['an issue was begun beside an own number'] : []),
  ]
}

// No other items once a parcel is booked or the money is not there, and nothing in exchange either.
function itemProblems(order: Order, events: OrderChange['events']): readonly string[] {
  const isSent = events.some(({ type }) => type === 'return.exchanged')
  if (isSent && moneyProblem(order)) return [`${order.id} was exchanged without its money`]
  const isChanged = events.some(({ type }) => type === 'items.changed')
  const isFixed = order.status !== '已付款' || moneyProblem(order) || liveParcel(order)
  return isChanged && isFixed ? [`the items of ${order.id} changed too late`] : []
}

// A known open dispute must block shipping.
function shippingProblems({ knownDisputes, disputes }: World, before: Order, after: Order) {
  if (before.status === after.status || after.status !== '已出貨') return []
  const open = knownDisputes.filter((id) => disputes[id]?.state === 'open')
  return open.map((id) => `${after.id} was shipped while ${id} was open`)
}

/** The outbox with these mails; an id that is there already counts twice. */
export function withMails(
  outbox: World['outbox'],
  mails: readonly { readonly id: string }[],
): World['outbox'] {
  const after = { ...outbox }
  for (const { id } of mails) after[id] = (after[id] ?? 0) + 1
  return after
}

/** Answers a question about the model's orders. */
export const readOrders = <Value>(name: string, question: (orders: readonly Order[]) => Value) =>
  perform<Value>({
    name,
    isRead: true,
    effects: (world) => [
      {
        label: 'done',
        fault: false,
        world,
        outcome: { value: question(Object.values(world.orders)) },
      },
      { label: 'no answer', fault: true, world, outcome: { failure: 'database' } },
    ],
  })

/** Runs a decision on a model order; the stock is always known. */
export function decideOrder<Answer>(
  id: string,
  { decide }: OrderDecision<Answer>,
): Promise<Decided<Answer>> {
  const transact = (world: World, isStored = false): Run<Decided<Answer>> => {
    const order = world.orders[id]
    if (!order) return { seen: undefined, world, value: undefined }
    const { taken } = world
    const { change, answer } = decide(order, new Map(Object.entries(taken)), isStored)
    const seen = countsUnits(order) ? order : { order, taken }
    if (!change) return { seen, world, value: { order, answer } }
    const after = writeOrder(world, order, change)
    return { seen, world: after, value: { order: after.orders[id] ?? order, answer } }
  }
  return perform({ name: `change ${id}`, transact })
}

/** Writes an order of the model as it is. */
export function rewriteOrder(
  name: string,
  id: string,
  write: (order: Order) => Order | undefined,
): Promise<void> {
  const transact = (world: World): Run<void> => {
    const order = world.orders[id]
    const after = order && write(order)
    return { seen: undefined, world: after ? withOrder(world, after) : world, value: undefined }
  }
  return perform({ name, transact })
}

import { countsUnits } from '#lib/order/reservation.ts'
import type { ProviderCapture, ProviderOrder } from '#lib/payment/provider.ts'
import type { Effect } from './call.ts'
import { isAtBank, refundsSeen } from './refunds.ts'
import {
  buyersCaptures,
  type InFlight,
  liveCaptures,
  type ModelCapture,
  type ModelProviderOrder,
  providerClock,
  refundedOf,
  TOTAL,
  withEvent,
  withProviderOrder,
  type World,
} from './world.ts'

/** The order number of a document of the model. */
export function numberOf(order: string): string {
  return `Order-${order}`
}

type ProviderInput = Pick<ModelProviderOrder, 'order' | 'hasKeys'>

function captureSeen(capture: ModelCapture, { order, hasKeys }: ProviderInput): ProviderCapture {
  const { id, back } = capture
  const refunded = refundedOf(capture)
  const takenBy = back.find(({ dispute }) => dispute !== undefined)?.dispute
  const isAll = refunded >= TOTAL
  const kept = refunded > 0 ? (isAll ? 'refunded' : 'partly-refunded') : capture.status
  return {
    id,
    status: capture.status === 'completed' ? kept : capture.status,
    amount: TOTAL,
    currency: 'TWD',
    ...(hasKeys ? { customId: order } : {}),
    invoiceId: numberOf(order),
    createTime: new Date(capture.at).toISOString(),
    ...(takenBy === undefined ? {} : { takenBack: isAtBank(takenBy) ? 'chargeback' : 'reversal' }),
  }
}

function termsOf(order: string) {
  return { amount: TOTAL, currency: 'TWD', customId: order, invoiceId: numberOf(order) }
}

/** Returns an order as the provider reports it; undefined once forgotten. */
export function lastSeenAt(world: World, ref: string): ProviderOrder | undefined {
  const known = world.provider[ref]
  if (!known || known.status === 'forgotten') return undefined
  return {
    id: ref,
    status: known.status,
    // A provider without keys does not report the request.
    ...(known.hasKeys ? termsOf(known.order) : {}),
    captures: known.captures.map((capture) => captureSeen(capture, known)),
    refunds: known.captures.flatMap((capture) => refundsSeen(capture, known.hasKeys)),
  }
}

/** Makes an order; the same key answers with the same one, and without a key each call makes another. */
export function createAt(world: World, order: string, key: string | undefined) {
  const hasKeys = key !== undefined
  const fresh = `${hasKeys ? 'PP' : 'LP'}${Object.keys(world.provider).length + 1}`
  const ref = (hasKeys ? world.createKeys[key] : undefined) ?? fresh
  const made: ModelProviderOrder = world.provider[ref] ?? {
    ref,
    hasKeys,
    order,
    status: 'open',
    refused: false,
    captures: [],
    refusedKeys: [],
  }
  const createKeys = hasKeys ? { ...world.createKeys, [key]: ref } : world.createKeys
  const after = withProviderOrder({ ...world, createKeys }, made)
  const seen = lastSeenAt(after, ref)
  if (!seen) throw new Error(`${ref} was forgotten as it was made`)
  return { world: after, seen }
}

/** A number at the cashier, as it is named; a number that is named again is the same. */
export function cashierOrder(world: World, order: string, attempt: number): ModelProviderOrder {
  const ref = `EC${attempt}`
  const fresh = { ref, order, hasKeys: false, isByBuyer: true, refused: false, captures: [] }
  return world.provider[ref] ?? { ...fresh, status: 'forgotten', refusedKeys: [] }
}

/** A number for a transfer or a store, made once for each of the shop's numbers. */
export function numberedOrder(
  world: World,
  number: { readonly order: string; readonly attempt: number; readonly expiresAt: number },
): ModelProviderOrder & { readonly expiresAt: number } {
  const { order, attempt, expiresAt } = number
  const made = cashierOrder(world, order, attempt)
  return { ...made, status: 'open', expiresAt, ...world.provider[made.ref] }
}

/** The world after the buyer paid a number at the cashier, which says so to the shop, or was refused there. */
export function paidAtCashier(
  world: World,
  order: ModelProviderOrder,
  status: 'completed' | 'declined',
): World {
  const { transferredAt: at = providerClock(world), ...known } = order
  const capture: ModelCapture = { id: `C${order.ref}`, status, at, back: [] }
  const ended = status === 'completed' ? ('completed' as const) : ('void' as const)
  const after = withProviderOrder(world, { ...known, status: ended, captures: [capture] })
  return status === 'completed' ? withEvent(after, { kind: 'told', ref: order.ref }) : after
}

const DAY = 24 * 60 * 60 * 1000

/** The world with the transfers shown that were made a day before its clock: no later does the cashier show one. */
export function showTransfers(world: World, within = DAY): World {
  return Object.values(world.provider)
    .filter(({ transferredAt = Infinity }) => transferredAt + within <= providerClock(world))
    .reduce((shown, order) => paidAtCashier(shown, order, 'completed'), world)
}

type Way = Effect<ProviderOrder>

const failing = (label: string, failure: string, world: World): Way => ({
  label,
  fault: false,
  world,
  outcome: { failure, at: providerClock(world) },
})

function wrong(world: World, what: string): World {
  return { ...world, wrong: [...world.wrong, what] }
}

// After a refusal, captures and requests need a newer approval.
function guardOrder(world: World, order: ModelProviderOrder): World {
  const refused = order.refused
    ? wrong(world, `${order.ref} was captured after a refusal without a newer approval`)
    : world
  // What the buyer pays at the cashier meanwhile is found afterwards.
  const buyers = new Set(buyersCaptures(refused, order.order))
  const own = liveCaptures(refused, order.order).filter(
    (liveCapture) => liveCapture.isByHand !== true && !buyers.has(liveCapture),
  )
  const isSecond = own.length > 0
  const once = isSecond ? wrong(refused, `${order.order} was captured twice`) : refused
  const bought = world.orders[order.order]
  const isCovered = bought === undefined || countsUnits(bought)
  return isCovered ? once : wrong(once, `${order.order} was captured without its units`)
}

function captureOrder(
  world: World,
  order: ModelProviderOrder,
  status: ModelCapture['status'],
): Way {
  const id = `C${order.ref}-${order.captures.length + 1}`
  const capture: ModelCapture = { id, status, at: providerClock(world), back: [] }
  const isRefusal = status === 'declined'
  const after = withProviderOrder(isRefusal ? world : guardOrder(world, order), {
    ...order,
    status: 'completed',
    refused: isRefusal,
    captures: [...order.captures, capture],
  })
  const kind = isRefusal ? 'declined' : 'captured'
  const result = order.hasKeys ? withEvent(after, { kind, ref: order.ref, captureId: id }) : after
  const value = lastSeenAt(result, order.ref)
  if (!value) throw new Error(`${order.ref} was forgotten as it was captured`)
  return { label: `capture ${status}`, fault: false, world: result, outcome: { value } }
}

function refusedWay(world: World, order: ModelProviderOrder, key: string): Way {
  const base = order.refused
    ? wrong(world, `${order.ref} was sent again after a refusal without a newer approval`)
    : world
  const after = withProviderOrder(base, {
    ...order,
    refused: true,
    refusedKeys: [...order.refusedKeys, key],
  })
  return failing('refused', 'refused', after)
}

// Results of a one-time confirm: a refusal is final.
function confirmAt(world: World, order: ModelProviderOrder): readonly Way[] {
  const dead = withProviderOrder(world, { ...order, status: 'void' })
  switch (order.status) {
    case 'approved':
      return [captureOrder(world, order, 'completed'), failing('refused', 'final', dead)]
    case 'completed':
      return [failing('confirmed before', 'read-back', world)]
    case 'open':
      // Whether a confirmation that comes too early ends the request is not known.
      return [
        failing('not approved', 'read-back', world),
        failing('not approved, and at its end', 'read-back', dead),
      ]
    case 'void':
    case 'forgotten':
      return [failing('gone', 'unknown', world)]
  }
}

/** Every way in which the provider may answer a capture. A key that was refused repeats its answer. */
export function captureAt(world: World, { ref, key }: InFlight): readonly Way[] {
  const order = world.provider[ref]
  if (!order || order.status === 'forgotten') return [failing('no such order', 'missing', world)]
  if (!order.hasKeys) return confirmAt(world, order)
  if (order.refusedKeys.includes(key)) return [failing('refused before', 'refused', world)]
  switch (order.status) {
    case 'open':
      return [failing('not approved', 'not-approved', world)]
    case 'void':
      return [failing('void', 'refused', world)]
    case 'completed':
      return [failing('captured before', 'read-back', world)]
    case 'approved': {
      const isTaken = world.isPaidElsewhere || liveCaptures(world, order.order).length > 0
      if (world.guard && isTaken) return [failing('duplicate', 'duplicate', world)]
      return [
        captureOrder(world, order, 'completed'),
        refusedWay(world, order, key),
        captureOrder(world, order, 'pending'),
        captureOrder(world, order, 'declined'),
      ]
    }
  }
}

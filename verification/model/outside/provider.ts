import {
  type CaptureToMake,
  type OrderToPay,
  type PaymentProvider,
  type ProviderDispute,
  type ProviderOrder,
  ProviderProblem,
  type RefundToMake,
} from '#lib/payment/provider.ts'
import { type Effect } from '../call.ts'
import { defineFailure, perform } from '../live.ts'
import { captureAt, createAt, lastSeenAt } from '../provider.ts'
import { refundAt } from '../refunds.ts'
import type { World } from '../world.ts'

const KINDS = [
  'unknown',
  'read-back',
  'not-approved',
  'duplicate',
  'missing',
  'refused',
  'final',
  'not-now',
  'unclear',
] as const

const isoOf = (at: number | undefined) =>
  at === undefined ? undefined : new Date(at).toISOString()

for (const kind of KINDS) {
  const issue = kind === 'refused' ? 'INSTRUMENT_DECLINED' : kind
  const overrides = { kind, status: 422, issue, debugId: undefined }
  defineFailure(kind, (at) => new ProviderProblem('model', { ...overrides, at: isoOf(at) }))
}

/** A call whose answer does not come. */
export const noAnswer = <Value>(label: string, world: World): Effect<Value> => ({
  label,
  fault: true,
  world,
  outcome: { failure: 'unknown' },
})

// Makes an order.
function createPaypalOrder(order: OrderToPay, key: string): Promise<ProviderOrder> {
  return perform({
    name: `create ${key}`,
    effects: (world) => {
      const { world: after, seen } = createAt(world, order.id, key)
      return [
        { label: 'created', fault: false, world: after, outcome: { value: seen } },
        noAnswer('no answer', world),
        noAnswer('created, answer lost', after),
      ]
    },
  })
}

/** Reads an order back from the model's provider. */
function findPaypalOrder(reference: string): Promise<ProviderOrder | undefined> {
  return perform({
    name: `ask about ${reference}`,
    effects: (world) => [
      { label: 'answered', fault: false, world, outcome: { value: lastSeenAt(world, reference) } },
      noAnswer('no answer', world),
      { label: 'unknown for once', fault: true, world, outcome: { value: undefined } },
    ],
  })
}

/** Captures an order at the model's provider, in every way that it may decide. */
function capturePaypalOrder({ reference, key }: CaptureToMake): Promise<ProviderOrder> {
  const later = (world: World): World => ({
    ...world,
    inFlight: [...world.inFlight, { ref: reference, key, at: world.clock }],
  })
  return perform({
    name: `capture ${key}`,
    effects: (world) => {
      const ways = captureAt(world, { ref: reference, key, at: world.clock })
      return [
        ...ways,
        ...ways.map(({ label, world: after }) =>
          noAnswer<ProviderOrder>(`${label}, answer lost`, after),
        ),
        noAnswer('no answer, still on its way', later(world)),
      ]
    },
    abandoned: later,
  })
}

/** Gives money back at the model's provider; a request without an answer may still arrive. */
function refundPaypalCapture(refund: RefundToMake): Promise<void> {
  const { captureId, key, amount } = refund
  const later = (world: World): World => ({
    ...world,
    inFlight: [
      ...world.inFlight,
      { ref: captureId, key, at: world.clock, refund: { captureId, amount } },
    ],
  })
  return perform({
    name: `refund ${key}`,
    effects: (world) => {
      const after = refundAt(world, refund)
      const way: Effect<void> = after
        ? { label: 'given back', fault: false, world: after, outcome: { value: undefined } }
        : { label: 'refund refused', fault: false, world, outcome: { failure: 'refused' } }
      return [
        way,
        ...(after ? [noAnswer<void>('given back, answer lost', after)] : []),
        noAnswer<void>('no answer, still on its way', later(world)),
      ]
    },
    abandoned: later,
  })
}

/** Reads a dispute back from the model's provider. */
function findPaypalDispute(id: string): Promise<ProviderDispute | undefined> {
  return perform({
    name: `ask about dispute ${id}`,
    effects: (world) => [
      { label: 'answered', fault: false, world, outcome: { value: world.disputes[id] } },
      noAnswer('no answer', world),
    ],
  })
}

/** The model's provider with keys. */
export const PAYPAL: PaymentProvider = {
  numberOf: (orderNumber) => orderNumber,
  create: createPaypalOrder,
  find: findPaypalOrder,
  capture: capturePaypalOrder,
  refund: refundPaypalCapture,
  findDispute: findPaypalDispute,
}

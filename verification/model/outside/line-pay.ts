import type {
  CaptureToMake,
  CreatedOrder,
  OrderToPay,
  PaymentProvider,
  ProviderOrder,
  RefundToMake,
} from '#lib/payment/provider.ts'
import { type Effect } from '../call.ts'
import { confirmationProblems } from '../invariants.ts'
import { perform } from '../live.ts'
import { captureAt, createAt, lastSeenAt } from '../provider.ts'
import { refundAt } from '../refunds.ts'
import { tick, type World } from '../world.ts'
import { noAnswer } from './provider.ts'

/** Asks the model's provider without keys for a payment; each call makes another. */
function createLinePayRequest(order: OrderToPay): Promise<CreatedOrder> {
  return perform({
    name: `create ${order.id} attempt ${order.attempt} without a key`,
    effects: (world) => {
      const { world: after, seen } = createAt(world, order.id, undefined)
      const value = { id: seen.id, approveAt: 'https://web-pay.line.me/' }
      return [
        { label: 'created', fault: false, world: after, outcome: { value } },
        noAnswer('no answer', world),
        noAnswer('created, answer lost', after),
      ]
    },
  })
}

/** Reads a payment back from the model's provider. */
function findLinePayPayment(reference: string): Promise<ProviderOrder | undefined> {
  return perform({
    name: `ask about ${reference}`,
    effects: (world) => [
      {
        label: 'answered',
        fault: false,
        world: tick(world),
        outcome: { value: lastSeenAt(world, reference) },
      },
      noAnswer('no answer', world),
      { label: 'unknown for once', fault: true, world, outcome: { value: undefined } },
    ],
  })
}

/** Reads paid orders back from the model's provider. */
function findLinePayPayments(references: readonly string[]): Promise<readonly ProviderOrder[]> {
  return perform({
    name: `ask about ${references.join(', ')} together`,
    effects: (world) => {
      const seen = references.flatMap((reference) => lastSeenAt(world, reference) ?? [])
      const value = seen.filter(({ captures }) => captures.length > 0)
      return [
        { label: 'answered', fault: false, world, outcome: { value } },
        noAnswer('no answer', world),
      ]
    },
  })
}

/** Confirms a payment at the model's provider; no key protects it, so it is looked at who sends it and when. */
function confirmLinePayRequest({ reference }: CaptureToMake): Promise<void> {
  const request = (world: World) => ({ ref: reference, key: reference, at: world.clock })
  const later = (world: World): World => {
    return { ...world, inFlight: [...world.inFlight, request(world)] }
  }
  return perform({
    name: `confirm ${reference}`,
    effects: (world) => {
      const looked = {
        ...world,
        wrong: [...world.wrong, ...confirmationProblems(world, reference)],
      }
      const ways = captureAt(looked, request(world))
      return [
        ...ways.map(({ outcome, ...way }): Effect<void> => {
          return { ...way, outcome: 'value' in outcome ? { value: undefined } : outcome }
        }),
        ...ways.map(({ label, world: after }) => noAnswer<void>(`${label}, answer lost`, after)),
        noAnswer<void>('no answer, still on its way', later(looked)),
      ]
    },
    abandoned: later,
  })
}

/** Gives money back at the model's provider; every request that arrives gives back. */
function refundLinePayPayment(refund: RefundToMake): Promise<void> {
  const { captureId, key, amount } = refund
  const later = (world: World): World => ({
    ...world,
    inFlight: [
      ...world.inFlight,
      { ref: captureId, key, at: world.clock, refund: { captureId, amount } },
    ],
  })
  return perform({
    name: `refund ${key} without a key`,
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

/** The model's provider without keys. */
export const LINE_PAY: PaymentProvider = {
  // The model's orders have their own number there too.
  numberOf: (orderNumber) => orderNumber,
  create: createLinePayRequest,
  find: findLinePayPayment,
  findPaid: findLinePayPayments,
  capture: confirmLinePayRequest,
  refund: refundLinePayPayment,
}

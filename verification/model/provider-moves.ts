import type { ProviderEvent } from '#lib/payment/provider.ts'
import { FIRST } from './checkout.ts'
import { launch, onInstances } from './processes.ts'
import { PROGRAMS } from './programs.ts'
import { type Move, spend, type State } from './state.ts'
import {
  type ModelCapture,
  type ModelEvent,
  type ModelProviderOrder,
  providerClock,
  withEvent,
  withProviderOrder,
  type World,
} from './world.ts'

// An event may be made as late as it comes: the worst that a provider can do.
function hintOf(event: ModelEvent, world: World): ProviderEvent {
  const { id, kind, ref, captureId, disputeId } = event
  const at = world.isPrompt ? event.at : providerClock(world)
  const approvedAt = kind === 'approved' ? new Date(at).toISOString() : undefined
  const base = { provider: 'paypal', id, type: kind, approvedAt, orderDocument: FIRST }
  if (kind === 'told') {
    const isNumber = world.provider[ref]?.expiresAt !== undefined
    const provider = isNumber ? 'ecpay-code' : 'ecpay'
    return { ...base, provider, reference: ref, isPaidNotice: true }
  }
  if (kind === 'dispute') return { ...base, disputeId }
  return kind === 'refunded' ? { ...base, captureId } : { ...base, reference: ref }
}

/** The delivery of an event; it may come any number of times, in any order. */
export function delivery(state: State, event: ModelEvent, instance = 0): Promise<State> {
  const events = state.world.events.map((modelEvent) =>
    modelEvent === event ? { ...modelEvent, deliveries: modelEvent.deliveries + 1 } : modelEvent,
  )
  const hint = hintOf(event, state.world)
  const about = event.disputeId ?? event.captureId ?? event.ref
  const name = `webhook ${event.id} ${event.kind} of ${about} at ${hint.approvedAt}`
  const world = { ...state.world, events }
  const program = { name, run: () => PROGRAMS.webhook(hint) }
  return launch({ ...state, world }, program, instance)
}

/** The webhooks that may arrive, each at most twice. */
export function deliveries(state: State): readonly Move[] {
  const after = spend(state, 'deliver')
  if (!after) return []
  return state.world.events
    .filter((event) => event.deliveries < 2)
    .flatMap((event) =>
      onInstances(state, `webhook ${event.id} arrives: ${event.kind} of ${event.ref}`, (instance) =>
        delivery(after, event, instance),
      ),
    )
}

/** A capture of the model with its order at the provider. */
export type AttemptRef = { readonly order: ModelProviderOrder; readonly capture: ModelCapture }

/** Every capture of the model. */
export function everyCapture({ world }: State): readonly AttemptRef[] {
  return Object.values(world.provider).flatMap((order) =>
    order.captures.map((capture) => ({ order, capture })),
  )
}

/** The world with one capture changed. */
export function withCapture(
  world: World,
  { order, capture }: AttemptRef,
  next: ModelCapture,
): World {
  const captures = order.captures.map((modelCapture) =>
    modelCapture === capture ? next : modelCapture,
  )
  return withProviderOrder(world, { ...order, captures })
}

/** Expiry moves: an open order is forgotten, an approved one becomes void. */
export function expiries(state: State): readonly Move[] {
  const after = spend(state, 'expire')
  if (!after) return []
  return Object.values(state.world.provider)
    .filter(({ isByBuyer }) => isByBuyer !== true)
    .filter(({ status }) => status === 'open' || status === 'approved')
    .map((order) => {
      const status = order.status === 'open' ? ('forgotten' as const) : ('void' as const)
      const world = withProviderOrder(state.world, { ...order, status })
      return {
        label: `${order.ref} runs out at the provider`,
        next: async () => ({ ...after, world }),
      }
    })
}

/** Moves that end the review of a pending capture. */
export function settlements(state: State): readonly Move[] {
  return everyCapture(state)
    .filter(({ capture }) => capture.status === 'pending')
    .flatMap(({ order, capture }) =>
      (['completed', 'declined'] as const).map((status) => {
        const kind = status === 'completed' ? ('captured' as const) : ('declined' as const)
        const world = withCapture(state.world, { order, capture }, { ...capture, status })
        const result = withEvent(world, { kind, ref: order.ref, captureId: capture.id })
        return {
          label: `the provider's review of ${capture.id} ends: ${status}`,
          next: async () => ({ ...state, world: result }),
        }
      }),
    )
}

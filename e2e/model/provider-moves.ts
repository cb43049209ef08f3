import type { ProviderEvent } from '#lib/payment/provider.ts'

import { FIRST } from './checkout.ts'
import { launched, onInstances } from './processes.ts'
import { PROGRAMS } from './programs.ts'
import { type Move, spent, type State } from './state.ts'
import {
  type ModelCapture,
  type ModelEvent,
  type ModelProviderOrder,
  providerClock,
  withEvent,
  withProviderOrder,
  type World,
  TOTAL,
} from './world.ts'

// An event may be made as late as it comes: the worst that a provider can do.
function hintOf(event: ModelEvent, world: World): ProviderEvent {
  const { id, kind, ref, captureId, disputeId } = event
  const at = world.isPrompt ? event.at : providerClock(world)
  const approvedAt = kind === 'approved' ? new Date(at).toISOString() : undefined
  const base = { provider: 'paypal', id, type: kind, approvedAt, orderDocument: FIRST }
  if (kind === 'dispute') return { ...base, disputeId }
  return kind === 'refunded' ? { ...base, captureId } : { ...base, reference: ref }
}

/** The delivery of an event; it may come any number of times, in any order. */
export function delivery(state: State, event: ModelEvent, instance = 0): Promise<State> {
  const events = state.world.events.map((one) =>
    one === event ? { ...one, deliveries: one.deliveries + 1 } : one,
  )
  const hint = hintOf(event, state.world)
  const name = `webhook ${event.id} ${event.kind} of ${event.ref} at ${hint.approvedAt}`
  const world = { ...state.world, events }
  const program = { name, run: () => PROGRAMS.webhook(hint) }
  return launched({ ...state, world }, program, instance)
}

/** The webhooks that may arrive, each at most twice. */
export function deliveries(state: State): readonly Move[] {
  const after = spent(state, 'deliver')
  if (!after) return []
  return state.world.events
    .filter((event) => event.deliveries < 2)
    .flatMap((event) =>
      onInstances(state, `webhook ${event.id} arrives: ${event.kind} of ${event.ref}`, (instance) =>
        delivery(after, event, instance),
      ),
    )
}

type AtProvider = { readonly order: ModelProviderOrder; readonly capture: ModelCapture }

function everyCapture({ world }: State): readonly AtProvider[] {
  return Object.values(world.provider).flatMap((order) =>
    order.captures.map((capture) => ({ order, capture })),
  )
}

function withCapture(world: World, { order, capture }: AtProvider, next: ModelCapture): World {
  const captures = order.captures.map((one) => (one === capture ? next : one))
  return withProviderOrder(world, { ...order, captures })
}

/** What runs out at the provider: an open order is forgotten, an approved one is void. */
export function expiries(state: State): readonly Move[] {
  const after = spent(state, 'expire')
  if (!after) return []
  return Object.values(state.world.provider)
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

/** How the provider's reviews of pending captures end. */
export function settlements(state: State): readonly Move[] {
  return everyCapture(state)
    .filter(({ capture }) => capture.status === 'pending')
    .flatMap(({ order, capture }) =>
      (['completed', 'declined'] as const).map((status) => {
        const kind = status === 'completed' ? ('captured' as const) : ('declined' as const)
        const world = withCapture(state.world, { order, capture }, { ...capture, status })
        const told = withEvent(world, { kind, ref: order.ref, captureId: capture.id })
        return {
          label: `the provider's review of ${capture.id} ends: ${status}`,
          next: async () => ({ ...state, world: told }),
        }
      }),
    )
}

/** What is given back at the provider, a part or all; nothing while a dispute is open. */
export function refunds(state: State): readonly Move[] {
  const after = spent(state, 'refund')
  if (!after) return []
  return everyCapture(state)
    .filter(({ capture }) => capture.status === 'completed' && capture.refunded === 0)
    .filter(({ capture }) => state.world.disputes[`D-${capture.id}`]?.state !== 'open')
    .flatMap(({ order, capture }) =>
      [80, TOTAL].map((refunded) => {
        const world = withCapture(state.world, { order, capture }, { ...capture, refunded })
        const event = { kind: 'refunded', ref: order.ref, captureId: capture.id } as const
        const told = order.hasKeys ? withEvent(world, event) : world
        return {
          label: `${refunded} of ${capture.id} is given back at the provider`,
          next: async () => ({ ...after, world: told }),
        }
      }),
    )
}

type DisputeStep = { readonly state: 'open' | 'won' | 'lost'; readonly refunded: number }

// A dispute takes the money at once or only holds it; won, it is there again.
const OPENINGS: readonly DisputeStep[] = [
  { state: 'open', refunded: 0 },
  { state: 'open', refunded: TOTAL },
]
const ENDS: readonly DisputeStep[] = [
  { state: 'won', refunded: 0 },
  { state: 'lost', refunded: TOTAL },
]

function disputed(state: State, at: AtProvider, step: DisputeStep): World {
  const { order, capture } = at
  const id = `D-${capture.id}`
  const dispute = { id, state: step.state, reason: 'ITEM', captures: [{ id: capture.id }] }
  const world = { ...state.world, disputes: { ...state.world.disputes, [id]: dispute } }
  const moved = withCapture(world, at, { ...capture, refunded: step.refunded })
  return withEvent(moved, { kind: 'dispute', ref: order.ref, disputeId: id })
}

/** What becomes of disputes about captures that nothing was given back of. */
export function disputes(state: State): readonly Move[] {
  const after = spent(state, 'dispute')
  if (!after) return []
  return everyCapture(state).flatMap((at) => {
    if (!at.order.hasKeys) return []
    const known = state.world.disputes[`D-${at.capture.id}`]
    const canOpen = !known && at.capture.status === 'completed' && at.capture.refunded === 0
    const ways = known?.state === 'open' ? ENDS : canOpen ? OPENINGS : []
    return ways.map((step) => ({
      label: `a dispute about ${at.capture.id} is ${step.state}, ${step.refunded} is taken back`,
      next: async () => ({ ...after, world: disputed(state, at, step) }),
    }))
  })
}

import { FIRST } from './checkout.ts'
import { type AttemptRef, everyCapture, withCapture } from './provider-moves.ts'
import { disputesOf, isAtBank, withBack } from './refunds.ts'
import { type Move, spend, type State } from './state.ts'
import {
  liveCaptures,
  providerClock,
  refundedOf,
  withEvent,
  withProviderOrder,
  type World,
  TOTAL,
} from './world.ts'

const isHeld = (state: State, { capture }: AttemptRef) =>
  disputesOf(state.world, capture.id).some((providerDispute) => providerDispute.state === 'open')

/** Refunds in the provider's console, partial or full; none during a dispute. */
export function refunds(state: State): readonly Move[] {
  const after = spend(state, 'refund')
  if (!after) return []
  return everyCapture(state)
    .filter((at) => at.capture.status === 'completed' && !isHeld(state, at))
    .flatMap((at) => {
      const { order, capture } = at
      const left = TOTAL - refundedOf(capture)
      return [80, left].flatMap((amount): Move[] => {
        if (amount > left || left === 0) return []
        const world = withCapture(state.world, at, withBack(capture, { amount }))
        const event = { kind: 'refunded', ref: order.ref, captureId: capture.id } as const
        const result = order.hasKeys ? withEvent(world, event) : world
        const label = `${amount} of ${capture.id} is given back at the provider`
        return [{ label, next: async () => ({ ...after, world: result }) }]
      })
    })
}

/** Captures of approved orders in the provider's console. */
export function consoleCaptures(state: State): readonly Move[] {
  const after = spend(state, 'capture')
  if (!after) return []
  const { world } = state
  return Object.values(world.provider)
    .filter(({ status, order, hasKeys }) => {
      const isTaken = world.guard && liveCaptures(world, order).length > 0
      return status === 'approved' && hasKeys && !isTaken
    })
    .map((order) => {
      const id = `C${order.ref}-${order.captures.length + 1}`
      const at = providerClock(world)
      const capture = { id, status: 'completed', at, back: [], isByHand: true } as const
      const captures = [...order.captures, capture]
      const taken = withProviderOrder(world, { ...order, status: 'completed', captures })
      const result = withEvent(taken, { kind: 'captured', ref: order.ref, captureId: id })
      const label = `${order.ref} is captured at the provider, not by the shop`
      return { label, next: async () => ({ ...after, world: result }) }
    })
}

/** Money that somebody takes under our order's number outside of the shop; the guard then refuses ours. */
export function paymentsElsewhere(state: State): readonly Move[] {
  const after = spend(state, 'elsewhere')
  const isFree = state.world.guard && liveCaptures(state.world, FIRST).length === 0
  if (!after || !isFree) return []
  const world = { ...state.world, isPaidElsewhere: true }
  const label = "the order's number is paid outside of the shop"
  return [{ label, next: async () => ({ ...after, world }) }]
}

/** A part of a payment that somebody disputes, beside a refund. */
const PART = 700

type Step = { readonly state: 'open' | 'won' | 'lost'; readonly taken: boolean }

// A dispute takes the money at once or only holds it; won, it is there again.
const OPENINGS: readonly Step[] = [
  { state: 'open', taken: false },
  { state: 'open', taken: true },
]
const ENDS: readonly Step[] = [
  { state: 'won', taken: false },
  { state: 'lost', taken: true },
]

function disputeMove(
  state: State,
  at: AttemptRef,
  { id, step }: { readonly id: string; readonly step: Step },
): World {
  const { order, capture } = at
  const rest = { ...capture, back: capture.back.filter(({ dispute }) => dispute !== id) }
  const left = TOTAL - refundedOf(rest)
  const usual = left < TOTAL ? Math.min(PART, left) : left
  const amount = state.world.disputes[id]?.amount ?? usual
  const channel = isAtBank(id) ? ('bank' as const) : ('provider' as const)
  const dispute = { id, state: step.state, reason: 'ITEM', channel, amount }
  const disputes = {
    ...state.world.disputes,
    [id]: { ...dispute, captures: [{ id: capture.id }] },
  }
  const next = step.taken ? withBack(rest, { amount, dispute: id }) : rest
  const moved = withCapture({ ...state.world, disputes }, at, next)
  return withEvent(moved, { kind: 'dispute', ref: order.ref, disputeId: id })
}

/** Dispute moves of a capture: at the bank, and after a win at the provider. */
export function disputes(state: State): readonly Move[] {
  const after = spend(state, 'dispute')
  if (!after) return []
  return everyCapture(state).flatMap((at) => {
    const { order, capture } = at
    if (!order.hasKeys) return []
    const known = disputesOf(state.world, capture.id)
    const last = known.at(-1)
    const isOver = last === undefined || last.state === 'won'
    const isWhole = capture.status === 'completed' && refundedOf(capture) < TOTAL
    const canOpen = known.length < 2 && isOver && isWhole
    const ways = last?.state === 'open' ? ENDS : canOpen ? OPENINGS : []
    const number = last?.state === 'open' ? known.length : known.length + 1
    const id = `D-${capture.id}-${number}`
    return ways.map((step) => ({
      label: `${id} is ${step.state}${step.taken ? ', its money is taken back' : ''}`,
      next: async () => ({ ...after, world: disputeMove(state, at, { id, step }) }),
    }))
  })
}

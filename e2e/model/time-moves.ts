import { heldUntil } from '#lib/order/hold.ts'
import { IN_FLIGHT } from '#lib/payment/payment.ts'

import { launch, onInstances } from './processes.ts'
import { PROGRAMS } from './programs.ts'
import { type Move, spend, type State } from './state.ts'
import type { World } from './world.ts'

// When so much time has passed, requests on their way have arrived or are gone.
function later(world: World, clock: number): World {
  const now = Math.max(clock, world.clock)
  return { ...world, clock: now, inFlight: world.inFlight.filter(({ at }) => now - at < IN_FLIGHT) }
}

/** Time that passes until the first hold ends, unless a request is being answered. */
export function waits(state: State): readonly Move[] {
  const after = spend(state, 'wait')
  const holds = Object.values(state.world.orders).flatMap((order) => heldUntil(order) ?? [])
  const end = Math.min(...holds.map((until) => until.getTime()))
  if (!after || state.processes.length > 0 || end <= state.world.clock) return []
  const world = later(state.world, end)
  return Number.isFinite(end)
    ? [{ label: 'the time of a hold ends', next: async () => ({ ...after, world }) }]
    : []
}

/** A paid order that was looked at so often without news is not looked at for the rest of its year. */
const DAYS = 3

function dueChecks({ world }: State): readonly string[] {
  return Object.values(world.orders).flatMap(({ check, status }) => {
    const isWatched = status !== '待付款' && check?.urgent === false
    return !check || (isWatched && check.looks >= DAYS) ? [] : [check.at]
  })
}

/**
 * The next sweep: time passes until something is due, unless a request is being answered.
 * Undefined when nothing is due, or not yet.
 */
export async function sweep(state: State, instance = 0): Promise<State | undefined> {
  const checks = dueChecks(state)
  if (checks.length === 0) return undefined
  const due = Math.min(...checks.map((at) => Date.parse(at)))
  if (due > state.world.clock && state.processes.length > 0) return undefined
  const world = later(state.world, due)
  return launch({ ...state, world }, { name: 'sweep', run: PROGRAMS.sweep }, instance)
}

/** The sweep, where something is left to be looked at. */
export function sweeps(state: State): readonly Move[] {
  const after = spend(state, 'sweep')
  if (!after || dueChecks(state).length === 0) return []
  return onInstances(
    state,
    'the sweep runs',
    async (instance) => (await sweep(after, instance)) ?? after,
  )
}

import { IN_FLIGHT } from '#lib/payment/payment.ts'
import type { ProviderEvent } from '#lib/payment/provider.ts'

import { FIRST } from './checkout.ts'
import { untrue } from './invariants.ts'
import { begin, type End, type Effect } from './process.ts'
import { PROGRAMS, type Told } from './programs.ts'
import { captureAt, TOTAL } from './provider.ts'
import type { Scenario } from './scenarios.ts'
import { type Process, spent, type State, type Tab } from './state.ts'
import { type ModelEvent, withEvent, withProviderOrder, type World } from './world.ts'

/** One move of a run: what happens, in words, and the state that it leads to. */
export type Move = { readonly label: string; readonly next: () => Promise<State> }

type Program = {
  readonly name: string
  readonly run: () => Promise<Told>
  readonly tab?: number
  readonly reference?: string
}

async function launched(state: State, program: Program): Promise<State> {
  const point = await begin(program.name, program.run, state.world.clock)
  const { run: _run, ...rest } = program
  const process: Process = { ...rest, point }
  return ended({ ...state, processes: [...state.processes, process] }, process)
}

function isTold(value: unknown): value is Told {
  return typeof value === 'object' && value !== null
}

function told(tab: Tab, process: Process, answer: Told): Tab {
  const { window, refusals } = answer
  if (window) {
    const seen = { ...tab.refusals, [window.reference]: window.refusals }
    return { ...tab, window: window.reference, approved: false, refusals: seen }
  }
  if (process.reference === undefined || refusals === undefined) return tab
  return { ...tab, refusals: { ...tab.refusals, [process.reference]: refusals } }
}

// A process that has come to its end tells its shopper; what it tells must be so at that moment.
function ended(state: State, process: Process): State {
  const end: End | undefined = process.point.end
  if (!end) return state
  const processes = state.processes.filter((one) => one !== process)
  const answer = 'value' in end && isTold(end.value) ? end.value : {}
  const wrong = untrue(state.world, answer)
  const isKnown = 'value' in end || /^(DatabaseUnavailable|ProviderProblem)/.test(end.error)
  return {
    ...state,
    processes,
    tabs: state.tabs.map((tab, index) =>
      index === process.tab ? told(tab, process, answer) : tab,
    ),
    wrong: [...state.wrong, ...wrong, ...(isKnown || 'value' in end ? [] : [end.error])],
  }
}

async function stepped(
  state: State,
  process: Process,
  call: number,
  effect: Effect<unknown>,
): Promise<State> {
  const { world, outcome } = effect
  const point = await process.point.after({ call, outcome, now: world.clock })
  const next = { ...process, point }
  const processes = state.processes.map((one) => (one === process ? next : one))
  return ended({ ...state, world, processes }, next)
}

function isAllowed({ label }: Effect<unknown>, { ways }: Scenario): boolean {
  if (label.startsWith('refused') && !label.startsWith('refused before')) {
    return ways.includes('refused')
  }
  if (label.startsWith('capture pending')) return ways.includes('pending')
  return !label.startsWith('capture declined') || ways.includes('declined')
}

function steps(state: State, scenario: Scenario): Move[] {
  return state.processes.flatMap((process) =>
    [...process.point.waiting].flatMap(([id, call]) =>
      call.effects(state.world).flatMap((effect): Move[] => {
        const after = effect.fault ? spent(state, 'fault') : state
        if (!after || !isAllowed(effect, scenario)) return []
        const label = `${process.name}: ${call.name}: ${effect.label}`
        return [{ label, next: () => stepped(after, process, id, effect) }]
      }),
    ),
  )
}

function crashes(state: State): Move[] {
  const after = spent(state, 'crash')
  if (!after) return []
  return state.processes.flatMap((process) => {
    const processes = state.processes.filter((one) => one !== process)
    const lost: Move = {
      label: `${process.name}: the process is killed`,
      next: async () => ({ ...after, processes }),
    }
    const sent = [...process.point.waiting.values()].flatMap((call): Move[] => {
      const { abandoned } = call
      return abandoned
        ? [
            {
              label: `${process.name}: the process is killed, ${call.name} is on its way`,
              next: async () => ({ ...after, processes, world: abandoned(state.world) }),
            },
          ]
        : []
    })
    return [lost, ...sent]
  })
}

function arrivals(state: State, scenario: Scenario): Move[] {
  return state.world.inFlight.flatMap((request, index) => {
    const inFlight = state.world.inFlight.filter((_, at) => at !== index)
    return captureAt({ ...state.world, inFlight }, request)
      .filter((way) => isAllowed(way, scenario))
      .map(({ label, world }) => ({
        label: `a late capture of ${request.ref} arrives: ${label}`,
        next: async () => ({ ...state, world }),
      }))
  })
}

function isBusy(state: State, tab: number): boolean {
  return state.processes.some((process) => process.tab === tab)
}

const tabName = (tab: number) => `tab ${tab + 1}`

function shopperMoves(state: State): Move[] {
  return state.tabs.flatMap((tab, index) => {
    const busy = isBusy(state, index)
    const kind = busy ? 'double' : undefined
    const base = kind ? spent(state, kind) : state
    if (!base) return []
    return [...pressMoves(base, tab, index), ...approvalMoves(base, tab, index)]
  })
}

function pressMoves(state: State, tab: Tab, index: number): Move[] {
  const after = spent(state, 'press')
  const refreshed = spent(state, 'refresh')
  const { method } = tab
  const start: Program = {
    name: `${tabName(index)} ${method} start`,
    tab: index,
    run: () => PROGRAMS.start(FIRST, method),
  }
  const refresh: Program = {
    name: `${tabName(index)} refresh`,
    tab: index,
    run: () => PROGRAMS.refresh(FIRST),
  }
  return [
    ...(after
      ? [{ label: `${tabName(index)} presses ${method}`, next: () => launched(after, start) }]
      : []),
    ...(refreshed
      ? [{ label: `${tabName(index)} asks again`, next: () => launched(refreshed, refresh) }]
      : []),
  ]
}

function approvalMoves(state: State, tab: Tab, index: number): Move[] {
  const { window: reference, approved, refusals } = tab
  if (reference === undefined) return []
  const order = state.world.provider[reference]
  const canApprove = order?.status === 'open' || (order?.status === 'approved' && order.refused)
  const after = canApprove ? spent(state, 'approve') : undefined
  const withTab = (from: State, next: Tab): State => ({
    ...from,
    tabs: from.tabs.map((one, at) => (at === index ? next : one)),
  })
  const seen = refusals[reference] ?? 0
  const capture: Program = {
    name: `${tabName(index)} capture ${reference} after ${seen} refusals`,
    tab: index,
    reference,
    run: () => PROGRAMS.capture(FIRST, reference, seen),
  }
  const isDouble = isBusy(state, index)
  const told = withTab(state, { ...tab, approved: false })
  return [
    ...(after && order
      ? [
          {
            label: `the buyer approves ${reference} in ${tabName(index)}`,
            next: async () => {
              const opened = withProviderOrder(state.world, {
                ...order,
                status: 'approved',
                refused: false,
              })
              const world = withEvent(opened, { kind: 'approved', ref: reference })
              return withTab({ ...after, world }, { ...tab, approved: true })
            },
          },
        ]
      : []),
    ...(approved || isDouble
      ? [
          {
            label: `${tabName(index)} tells the shop that ${reference} is approved`,
            next: () => launched(told, capture),
          },
        ]
      : []),
  ]
}

function hintOf(event: ModelEvent): ProviderEvent {
  const { id, kind, ref, captureId, disputeId, at } = event
  const approvedAt = kind === 'approved' ? new Date(at).toISOString() : undefined
  const base = { id, type: kind, approvedAt }
  if (kind === 'dispute') return { ...base, disputeId }
  return kind === 'refunded' ? { ...base, captureId } : { ...base, reference: ref }
}

/** The delivery of an event; it may come any number of times, in any order. */
export function delivery(state: State, event: ModelEvent): Promise<State> {
  const events = state.world.events.map((one) =>
    one === event ? { ...one, deliveries: one.deliveries + 1 } : one,
  )
  const hint = hintOf(event)
  const name = `webhook ${event.id} ${event.kind} of ${event.ref}`
  const world = { ...state.world, events }
  return launched({ ...state, world }, { name, run: () => PROGRAMS.webhook(hint) })
}

function deliveries(state: State): Move[] {
  const after = spent(state, 'deliver')
  if (!after) return []
  return state.world.events
    .filter((event) => event.deliveries < 2)
    .map((event) => ({
      label: `webhook ${event.id} arrives: ${event.kind} of ${event.ref}`,
      next: () => delivery(after, event),
    }))
}

/** The world when so much time has passed that requests on their way have arrived or are gone. */
function later(world: World, clock: number): World {
  const isGone = clock - world.clock >= IN_FLIGHT
  return { ...world, clock: Math.max(clock, world.clock), inFlight: isGone ? [] : world.inFlight }
}

/** The next sweep: time passes until something is due, unless a request of somebody's is still being answered. */
export async function sweep(state: State): Promise<State | undefined> {
  const checks = Object.values(state.world.orders).flatMap(({ check }) => check?.at ?? [])
  if (checks.length === 0) return undefined
  const due = Math.min(...checks.map((at) => Date.parse(at)))
  if (due > state.world.clock && state.processes.length > 0) return undefined
  const world = later(state.world, due)
  return launched({ ...state, world }, { name: 'sweep', run: PROGRAMS.sweep })
}

function sweeps(state: State): Move[] {
  const after = spent(state, 'sweep')
  const isDue = Object.values(state.world.orders).some(({ check }) => check !== undefined)
  return after && isDue && (state.processes.length === 0 || state.processes.length < 3)
    ? [{ label: 'the sweep runs', next: async () => (await sweep(after)) ?? after }]
    : []
}

function expiries(state: State): Move[] {
  const after = spent(state, 'expire')
  if (!after) return []
  return Object.values(state.world.provider)
    .filter(({ status }) => status === 'open' || status === 'approved')
    .map((order) => {
      const status = order.status === 'open' ? 'forgotten' : 'void'
      return {
        label: `${order.ref} runs out at the provider`,
        next: async () => ({
          ...after,
          world: withProviderOrder(state.world, { ...order, status }),
        }),
      }
    })
}

function settlements(state: State): Move[] {
  return Object.values(state.world.provider).flatMap((order) =>
    order.captures
      .filter(({ status }) => status === 'pending')
      .flatMap((capture) =>
        (['completed', 'declined'] as const).map((status) => ({
          label: `the provider's review of ${capture.id} ends: ${status}`,
          next: async () => {
            const captures = order.captures.map((one) =>
              one === capture ? { ...one, status } : one,
            )
            const world = withProviderOrder(state.world, { ...order, captures })
            const kind = status === 'completed' ? 'captured' : 'declined'
            const event = { kind, ref: order.ref, captureId: capture.id } as const
            return { ...state, world: withEvent(world, event) }
          },
        })),
      ),
  )
}

function refunds(state: State): Move[] {
  const after = spent(state, 'refund')
  if (!after) return []
  return Object.values(state.world.provider).flatMap((order) =>
    order.captures
      .filter(({ status, refunded }) => status === 'completed' && refunded === 0)
      .flatMap((capture) =>
        [80, TOTAL].map((refunded) => ({
          label: `${refunded} of ${capture.id} is given back at the provider`,
          next: async () => {
            const captures = order.captures.map((one) =>
              one === capture ? { ...one, refunded } : one,
            )
            const world = withProviderOrder(state.world, { ...order, captures })
            const event = { kind: 'refunded', ref: order.ref, captureId: capture.id } as const
            return { ...after, world: withEvent(world, event) }
          },
        })),
      ),
  )
}

function cancels(state: State): Move[] {
  const cancelled = spent(state, 'cancel')
  const confirmed = spent(state, 'confirm')
  return [
    ...(cancelled
      ? [
          {
            label: 'the member cancels the order',
            next: () => launched(cancelled, { name: 'cancel', run: () => PROGRAMS.cancel(FIRST) }),
          },
        ]
      : []),
    ...(confirmed
      ? [
          {
            label: 'the member changes the checkout and confirms again',
            next: () => launched(confirmed, { name: 'confirm', run: PROGRAMS.confirm }),
          },
        ]
      : []),
  ]
}

/** Every move that a state allows, always in the same order. */
export function movesOf(state: State, scenario: Scenario): readonly Move[] {
  return [
    ...steps(state, scenario),
    ...crashes(state),
    ...arrivals(state, scenario),
    ...shopperMoves(state),
    ...deliveries(state),
    ...sweeps(state),
    ...expiries(state),
    ...settlements(state),
    ...refunds(state),
    ...cancels(state),
  ]
}

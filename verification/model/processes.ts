import { type Call, type Effect, TRANSACTION_WAYS, type TransactionWay } from './call.ts'
import { arrive } from './ecpay.ts'
import { untrue } from './invariants.ts'
import { arriveAtCharge } from './outside/ecpay-cashier.ts'
import { begin } from './process.ts'
import type { ProgramAnswer } from './programs.ts'
import { captureAt } from './provider.ts'
import { refundAt } from './refunds.ts'
import type { Scenario } from './scenario.ts'
import { type Move, type Process, spend, type State, type Tab } from './state.ts'
import { withoutClaims } from './world.ts'

/** A process of the shop that is to begin: what it does, for which tab, about which reference. */
export type Program = Omit<Process, 'point'> & { readonly run: () => Promise<ProgramAnswer> }

function isNotified(value: unknown): value is ProgramAnswer {
  return typeof value === 'object' && value !== null
}

function toldTab(tab: Tab, process: Process, { window, refusals }: ProgramAnswer): Tab {
  if (window) {
    const { approvedAfter: _approvedAfter, ...rest } = tab
    const seen = { ...tab.refusals, [window.reference]: window.refusals }
    return { ...rest, window: window.reference, refusals: seen }
  }
  if (process.reference === undefined || refusals === undefined) return tab
  return { ...tab, refusals: { ...tab.refusals, [process.reference]: refusals } }
}

// These say that nothing is known; any other error is the shop's own fault.
const UNKNOWN = /^(DatabaseUnavailable|ProviderProblem)/

// Ends a process; its answer must be true at that moment.
function endProcess(before: State, process: Process): State {
  const { end } = process.point
  if (!end) return before
  const state = { ...before, world: withoutClaims(before.world, process.name) }
  const processes = state.processes.filter((one) => one !== process)
  if ('error' in end) {
    const wrong = UNKNOWN.test(end.error) ? state.wrong : [...state.wrong, end.error]
    return { ...state, processes, wrong }
  }
  const answer = isNotified(end.value) ? end.value : {}
  const tabs = state.tabs.map((tab, index) =>
    index === process.tab ? toldTab(tab, process, answer) : tab,
  )
  return { ...state, processes, tabs, wrong: [...state.wrong, ...untrue(state.world, answer)] }
}

type Moment = Pick<State, 'world'> & Pick<Process, 'point'>
function moveProcess(state: State, process: Process, at: Moment): State {
  const next = { ...process, point: at.point }
  const processes = state.processes.map((one) => (one === process ? next : one))
  return endProcess({ ...state, world: at.world, processes }, next)
}

async function stepProcess(
  state: State,
  process: Process,
  call: number,
  { world, outcome }: Effect<unknown>,
): Promise<State> {
  const point = await process.point.after({ call, outcome, now: world.clock })
  return moveProcess(state, process, { world, point })
}

async function transactProcess(
  state: State,
  process: Process,
  call: number,
  way: TransactionWay,
): Promise<State> {
  return moveProcess(state, process, await process.point.afterTransaction(call, state.world, way))
}

/** Starts a process and its first read as one move. Its unique name seeds its ids. */
export async function launch(state: State, given: Program, instance = 0): Promise<State> {
  const { run, ...program } = given
  const count = (state.launches[program.name] ?? 0) + 1
  const name = count === 1 ? program.name : `${program.name} (${count})`
  const skew = state.skews[instance] ?? 0
  const point = await begin({ name, run, skew }, state.world.clock)
  const process: Process = { ...program, name, point }
  const launches = { ...state.launches, [program.name]: count }
  const processes = [...state.processes, process]
  const begun = endProcess({ ...state, launches, processes }, process)
  const [[id, call] = [0, undefined], ...others] = point.waiting
  const [read] = call?.isRead ? (call.effects?.(state.world, false) ?? []) : []
  return read && others.length === 0 ? stepProcess(begun, process, id, read) : begun
}

/** The same move on each instance of the shop: their clocks differ. */
export function onInstances(
  { skews }: State,
  label: string,
  next: (instance: number) => Promise<State>,
): readonly Move[] {
  return skews.map((skew, instance) => ({
    label: skew === 0 ? label : `${label} (by a clock ${skew / 1000} s away)`,
    next: () => next(instance),
  }))
}

function isAllowed({ label }: Effect<unknown>, { ways }: Scenario): boolean {
  if (label.startsWith('refused before')) return true
  if (label.startsWith('refused')) return ways.includes('refused')
  if (label.startsWith('capture pending')) return ways.includes('pending')
  return !label.startsWith('capture declined') || ways.includes('declined')
}

type Waiting = { readonly process: Process; readonly id: number; readonly call: Call }

function afterWay(state: State, way: TransactionWay): State | undefined {
  if (way === 'done') return state
  return spend(state, way === 'aborted' ? 'abort' : 'fault')
}

function transactions(state: State, { process, id, call }: Waiting): readonly Move[] {
  return TRANSACTION_WAYS.flatMap((way): Move[] => {
    const after = afterWay(state, way)
    if (!after) return []
    const label = `${process.name}: ${call.name}: ${way}`
    return [{ label, next: () => transactProcess(after, process, id, way) }]
  })
}

function answers(
  state: State,
  scenario: Scenario,
  { process, id, call }: Waiting,
): readonly Move[] {
  const withFaults = (state.budget.fault ?? 0) > 0
  return (call.effects?.(state.world, withFaults) ?? []).flatMap((effect): Move[] => {
    const after = effect.fault ? spend(state, 'fault') : state
    if (!after || !isAllowed(effect, scenario)) return []
    const label = `${process.name}: ${call.name}: ${effect.label}`
    return [{ label, next: () => stepProcess(after, process, id, effect) }]
  })
}

/** The steps of the processes at work: every waiting call, in every way that it can go. */
export function steps(state: State, scenario: Scenario, of = state.processes): readonly Move[] {
  return of.flatMap((process) =>
    [...process.point.waiting].flatMap(([id, call]) => {
      const waiting = { process, id, call }
      return call.transact ? transactions(state, waiting) : answers(state, scenario, waiting)
    }),
  )
}

/**
 * Moves that create a provider order. Invisible before its reference is stored, so fewer
 * interleavings are tried.
 */
export function creations(state: State, scenario: Scenario): readonly Move[] {
  if ((state.budget.crash ?? 0) > 0) return []
  const creating = state.processes.find(({ point }) =>
    [...point.waiting.values()].every(({ name }) => name.startsWith('create ')),
  )
  return creating ? steps(state, scenario, [creating]) : []
}

/** The deaths of the processes at work; a capture that was sent may still arrive. */
export function crashes(state: State): readonly Move[] {
  const after = spend(state, 'crash')
  if (!after) return []
  return state.processes.flatMap((process) => {
    const processes = state.processes.filter((one) => one !== process)
    const label = `${process.name}: the process is killed`
    const forgotten = withoutClaims(state.world, process.name)
    const sent = [...process.point.waiting.values()].flatMap(({ name, abandoned }): Move[] => {
      if (!abandoned) return []
      const world = abandoned(forgotten)
      const next = async () => ({ ...after, processes, world })
      return [{ label: `${label}, and ${name} is on its way`, next }]
    })
    return [{ label, next: async () => ({ ...after, processes, world: forgotten }) }, ...sent]
  })
}

/** Arrivals of captures that no process waits for. */
export function arrivals(state: State, scenario: Scenario): readonly Move[] {
  return state.world.inFlight.flatMap((request, index) => {
    const inFlight = state.world.inFlight.filter((_, at) => at !== index)
    const arrived = { ...state.world, inFlight }
    const { key, refund, ecpay, act } = request
    if (act) {
      const next = async () => ({ ...state, world: arriveAtCharge(arrived, act) })
      return [{ label: `a late ${key} arrives`, next }]
    }
    if (ecpay || refund) {
      const world = ecpay ? arrive(arrived, ecpay) : refund && refundAt(arrived, { ...refund, key })
      const next = async () => ({ ...state, world: world ?? arrived })
      return [{ label: `a late ${key} arrives`, next }]
    }
    return captureAt(arrived, request)
      .filter((way) => isAllowed(way, scenario))
      .map(({ label, world }) => ({
        label: `a late capture of ${request.ref} arrives: ${label}`,
        next: async () => ({ ...state, world }),
      }))
  })
}

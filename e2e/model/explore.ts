import { violations } from './invariants.ts'
import { restViolations } from './rest.ts'
import { identity } from './process.ts'
import { movesOf } from './moves.ts'
import { delivery } from './provider-moves.ts'
import { sweep } from './time-moves.ts'
import type { Scenario } from './scenario.ts'
import { SCENARIOS } from './scenarios.ts'
import { initial, type Move, type State } from './state.ts'
import type { ModelCapture, ModelProviderOrder } from './world.ts'

/** A run that ends in something that must not be: which moves were chosen, and what they were in words. */
export type Counterexample = {
  readonly scenario: string
  readonly choices: readonly number[]
  readonly story: readonly string[]
  readonly wrong: readonly string[]
}

/** State of a search. */
export type Search = {
  readonly scenario: string
  readonly states: number
  readonly moves: number
  readonly rests: number
  readonly complete: boolean
  readonly counterexample?: Counterexample
}

// The launch counter only creates names, so it is not part of the key.
function key({ world, tabs, budget, processes, wrong }: State): string {
  const points = processes.map(({ point }) => point.id).toSorted((one, other) => one - other)
  const { orders, provider, ...rest } = world
  const parts = [...Object.values(orders), ...Object.values(provider), ...Object.values(rest)]
  const known = [...parts, ...tabs, budget, wrong].map(identity)
  return `${known.join(' ')}|${points.join(' ')}`
}

/** No run to rest takes more sweeps than this. */
const MOST_SWEEPS = 60

const QUIET: Scenario = {
  name: '',
  guard: false,
  tabs: [],
  ways: [],
  budget: {},
  atOnce: 1,
  quick: false,
}

// Lets the first of everything happen until no process is at work: no faults, no new moves of the shopper.
async function finishProcesses(state: State): Promise<State> {
  let current = state
  for (let steps = 0; current.processes.length > 0; steps += 1) {
    if (steps > 500) throw new Error('A process never ends')
    const [first] = movesOf({ ...current, budget: {} }, QUIET)
    if (!first) throw new Error('A process waits for nothing')
    current = await first.next()
  }
  return current
}

async function swept(state: State): Promise<State> {
  let current = state
  for (let rounds = 0; rounds < MOST_SWEEPS; rounds += 1) {
    const next = await sweep(current)
    if (!next) return current
    current = await finishProcesses(next)
  }
  return { ...current, wrong: [...current.wrong, 'the sweep never has done'] }
}

async function deliverEvents(state: State): Promise<State> {
  let current = state
  for (const { id } of state.world.events) {
    const event = current.world.events.find((one) => one.id === id)
    if (event) current = await finishProcesses(await delivery(current, event))
  }
  return current
}

// The provider ends its reviews.
async function endReviews(state: State): Promise<State> {
  let current = state
  for (;;) {
    const ends = movesOf({ ...current, budget: {} }, QUIET).find(({ label }) =>
      label.startsWith("the provider's review"),
    )
    if (!ends) return current
    current = await ends.next()
  }
}

/** The state once everything is healthy: first by sweeps alone, as if every webhook were lost, then with the webhooks. */
async function atRest(state: State): Promise<readonly string[]> {
  const calm = await swept(await endReviews(await finishProcesses(state)))
  const isMoneyKnown = restViolations({ ...calm, world: untold(calm.world) })
  const rested = await swept(await deliverEvents(calm))
  return [...isMoneyKnown, ...violations(rested), ...restViolations(rested)]
}

// A refund or dispute whose webhook is lost is found by comparing the books, not by the sweep.
function untold(world: State['world']): State['world'] {
  const provider = Object.fromEntries(
    Object.entries(world.provider).map(([ref, order]) => [
      ref,
      {
        ...order,
        captures: heardOf(world, order).map((capture) => ({
          ...capture,
          // A provider without keys sends no event; the sweep finds the refund.
          back: order.hasKeys ? knownBack(world, order.order, capture) : capture.back,
        })),
      },
    ]),
  )
  return { ...world, provider, disputes: {} }
}

// Only the event reports a manual capture of an order that is no longer polled.
function heardOf({ orders }: State['world'], { order, captures }: ModelProviderOrder) {
  const { payment } = Object.values(orders).find(({ id }) => id === order) ?? {}
  const known = new Set(payment?.attempts.map(({ captureId }) => captureId))
  return captures.filter(({ id, isByHand = false }) => !isByHand || known.has(id))
}

// The shop's refunds, and other refunds as far as the shop knows them.
function knownBack({ orders }: State['world'], order: string, { id, back }: ModelCapture) {
  const { payment } = Object.values(orders).find((one) => one.id === order) ?? {}
  if (payment?.captureId !== undefined && payment.captureId !== id) return back
  const own = back.filter(({ key }) => key !== undefined)
  const others = own.reduce((rest, { amount }) => rest - amount, payment?.refundedAmount ?? 0)
  return [...own, { id: '', amount: others }]
}

type Frame = { readonly state: State; readonly moves: readonly Move[]; next: number }

function storyOf(stack: readonly Frame[]) {
  const taken = stack.flatMap(({ moves, next }) => (next > 0 ? [{ moves, choice: next - 1 }] : []))
  return {
    choices: taken.map(({ choice }) => choice),
    story: taken.map(({ moves, choice }) => moves[choice]?.label ?? ''),
  }
}

/** Searches a scenario whole, or until `most` milliseconds have passed; stops at the first counterexample. */
export async function explore(scenario: Scenario, most: number): Promise<Search> {
  const began = performance.now()
  const seen = new Set<string>()
  const rested = new Set<string>()
  const stack: Frame[] = []
  let moves = 0
  let found: readonly string[] = []
  const visit = async (state: State): Promise<void> => {
    const id = key(state)
    if (seen.has(id)) return
    seen.add(id)
    found = violations(state)
    if (found.length === 0 && state.processes.length === 0) {
      rested.add(id)
      found = await atRest(state)
    }
    if (found.length === 0) stack.push({ state, moves: movesOf(state, scenario), next: 0 })
  }
  await visit(initial(scenario))
  while (stack.length > 0 && found.length === 0 && performance.now() - began < most) {
    const frame = stack.at(-1)
    const move = frame?.moves[frame.next]
    if (!frame || !move) {
      stack.pop()
      continue
    }
    frame.next += 1
    moves += 1
    await visit(await move.next())
  }
  const result = { scenario: scenario.name, states: seen.size, moves, rests: rested.size }
  const complete = stack.length === 0
  if (found.length === 0) return { ...result, complete }
  const counterexample = { scenario: scenario.name, ...storyOf(stack), wrong: found }
  return { ...result, complete: false, counterexample }
}

/** Plays the moves of a counterexample again, and answers what is wrong at its end. */
export async function replay({ scenario: name, choices }: Counterexample) {
  const scenario = SCENARIOS.find((one) => one.name === name)
  if (!scenario) throw new Error(`No scenario is called ${name}`)
  let state = initial(scenario)
  const story: string[] = []
  for (const choice of choices) {
    const move = movesOf(state, scenario)[choice]
    if (!move) throw new Error('This run is of another model')
    story.push(move.label)
    state = await move.next()
  }
  const wrong = [...violations(state), ...(await atRest(state))]
  return { story, wrong, state }
}

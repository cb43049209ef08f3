import { atRest, beginning } from './at-rest.ts'
import { violations } from './invariants.ts'
import { movesOf } from './moves.ts'
import { forgetWrites } from './outside/orders.ts'
import { identity } from './process.ts'
import type { Scenario } from './scenario.ts'
import { SCENARIOS } from './scenarios.ts'
import type { Move, State } from './state.ts'

/** A run that ends in something that must not be: which moves were chosen, and what they were as text. */
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
  const points = processes.map(({ point }) => point.id).toSorted((a, b) => a - b)
  const { orders, provider, ...rest } = world
  const parts = [...Object.values(orders), ...Object.values(provider), ...Object.values(rest)]
  const known = [...parts, ...tabs, budget, wrong].map(identity)
  return `${known.join(' ')}|${points.join(' ')}`
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
export async function explore(scenario: Scenario, max: number): Promise<Search> {
  const began = performance.now()
  const seen = new Set<string>()
  const rested = new Set<string>()
  const stack: Frame[] = []
  let moves = 0
  let found: readonly string[] = []
  let isReached = scenario.reaches === undefined
  const visit = async (state: State): Promise<void> => {
    const id = key(state)
    if (seen.has(id)) return
    seen.add(id)
    found = violations(state)
    if (found.length === 0 && state.processes.length === 0) {
      rested.add(id)
      isReached ||= scenario.reaches?.(state.world) ?? true
      found = await atRest(state)
    }
    if (found.length === 0) stack.push({ state, moves: movesOf(state, scenario), next: 0 })
  }
  forgetWrites()
  await visit(await beginning(scenario))
  while (stack.length > 0 && found.length === 0 && performance.now() - began < max) {
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
  if (complete && found.length === 0 && !isReached) found = ['it never comes to what it is to try']
  if (found.length === 0) return { ...result, complete }
  const counterexample = { scenario: scenario.name, ...storyOf(stack), wrong: found }
  return { ...result, complete: false, counterexample }
}

/** Plays the moves of a counterexample again, and answers what is wrong at its end. */
export async function replay({ scenario: name, choices }: Counterexample) {
  const scenario = SCENARIOS.find((one) => one.name === name)
  if (!scenario) throw new Error(`No scenario is called ${name}`)
  let state = await beginning(scenario)
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

import { mock } from 'node:test'

import { resetQuestionLimits } from '#lib/payment/question-limits.ts'
import type { Call, Outcome, TransactionWay } from './call.ts'
import type { World } from './world.ts'

const FAILURES = new Map<string, (at?: number) => Error>()

/** Registers how a failure is thrown, by its name. */
export function defineFailure(name: string, make: (at?: number) => Error): void {
  FAILURES.set(name, make)
}

type Waiting = { readonly call: Call; answer(outcome: Outcome<unknown>): void }

/** How a process ended. */
export type End = { readonly value: unknown } | { readonly error: string }

/** A process that runs: what it waits for, and how it ended. */
export type Live = {
  readonly name: string
  /** Clock offset of the process in milliseconds. */
  readonly skew: number
  readonly waiting: Map<number, Waiting>
  calls: number
  ids: number
  end?: End
}

let running: Live | undefined

mock.timers.enable({ apis: ['Date'], now: 0 })

// A replayed process must draw the same ids, and no other process the same ones. `mock.method`
// would keep every call with its stack.
Object.defineProperty(globalThis.crypto, 'randomUUID', {
  value: () => {
    if (!running) throw new Error('An id was drawn outside of a process')
    running.ids += 1
    return `${running.name}/${running.ids}`
  },
})

/**
 * Sets what the shop's clock shows, in milliseconds since 1970. What the process remembers of the questions that it asked
 * would be of another branch of the search.
 */
export function setClock(now: number): void {
  mock.timers.setTime(now)
  resetQuestionLimits()
}

function failureOf(name: string, at: number | undefined): Error {
  return FAILURES.get(name)?.(at) ?? new Error(name)
}

/** Makes an adapter call of the process that is running; the search carries it out. */
export function perform<Value>(call: Call<Value>): Promise<Value> {
  const live = running
  if (!live) throw new Error(`${call.name} outside of a process`)
  return new Promise((resolve, reject) => {
    live.calls += 1
    live.waiting.set(live.calls, {
      call,
      answer(outcome: Outcome<Value>) {
        if ('value' in outcome) resolve(outcome.value)
        else reject(failureOf(outcome.failure, outcome.at))
      },
    })
  })
}

// A tick comes after every promise job; the shop waits for nothing else in a search.
const nextTurn = () => new Promise<void>((resolve) => process.nextTick(resolve))

/** A process that is to begin: its name, what it does, and how far its clock is ahead. */
export type Beginning = {
  readonly name: string
  readonly run: () => Promise<unknown>
  readonly skew: number
}

/** Starts a process at a time of the world. */
export async function start({ name, run: program, skew }: Beginning, now: number): Promise<Live> {
  const live: Live = { name, skew, waiting: new Map(), calls: 0, ids: 0 }
  running = live
  setClock(now + skew)
  const run = async () => {
    try {
      live.end = { value: await program() }
    } catch (error) {
      live.end = { error: error instanceof Error ? `${error.name}: ${error.message}` : 'unknown' }
    }
  }
  void run()
  await nextTurn()
  return live
}

/** The outcome of a call as a process observes it, with its time. */
export type Observation = {
  readonly call: number
  readonly outcome: Outcome<unknown>
  readonly now: number
}

function waitingFor(live: Live, call: number): Waiting {
  const waiting = live.waiting.get(call)
  if (!waiting) throw new Error('A replay took another way than the first run')
  return waiting
}

/** Passes a call's outcome to a process. */
export async function feed(live: Live, { call, outcome, now }: Observation): Promise<void> {
  const waiting = waitingFor(live, call)
  live.waiting.delete(call)
  running = live
  setClock(now + live.skew)
  waiting.answer(outcome)
  await nextTurn()
}

const UNANSWERED = { failure: 'database' } as const

/** Result of a transaction; without an outcome it was aborted. */
export type TransactionResult = {
  readonly world: World
  readonly seen: readonly unknown[]
  readonly outcome?: Outcome<unknown>
}

// Runs a transaction's function as often as its way says.
function runTransaction(
  live: Live,
  call: number,
  world: World,
  way: TransactionWay,
): TransactionResult {
  const { transact } = waitingFor(live, call).call
  if (!transact) throw new Error('Only a transaction can be run')
  running = live
  setClock(world.clock + live.skew)
  const first = transact(world)
  const seen = [first.seen]
  switch (way) {
    case 'aborted':
      return { world, seen }
    case 'no answer':
      return { world, seen, outcome: UNANSWERED }
    case 'done, answer lost':
      return { world: first.world, seen, outcome: UNANSWERED }
    case 'done':
      return { world: first.world, seen, outcome: { value: first.value } }
    case 'done, run again': {
      // Without a write, a rerun finds nothing.
      if (first.world === world) return { world, seen, outcome: { value: first.value } }
      setClock(first.world.clock + live.skew)
      const second = transact(first.world, true)
      const outcome = { value: second.value }
      return { world: second.world, seen: [...seen, second.seen], outcome }
    }
  }
}

/** Runs a transaction one way and passes the outcome to the process, unless aborted. */
export async function feedTransaction(
  live: Live,
  call: number,
  world: World,
  way: TransactionWay,
): Promise<TransactionResult> {
  const done = runTransaction(live, call, world, way)
  if (done.outcome) await feed(live, { call, outcome: done.outcome, now: done.world.clock })
  return done
}

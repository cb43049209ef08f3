import { mock } from 'node:test'

import type { World } from './world.ts'

/** What an adapter call comes to: a value, or a failure by its name. */
export type Outcome<Value> = { readonly value: Value } | { readonly failure: string }

/** One way for a call to go: what it does to the world, what the caller hears, and whether it counts as a fault. */
export type Effect<Value> = {
  readonly label: string
  readonly fault: boolean
  readonly world: World
  readonly outcome: Outcome<Value>
}

/** A call of the shop to its database or provider, waiting to be carried out. */
export type Call<Value = unknown> = {
  readonly name: string
  /** Whether it only reads the database. */
  readonly isRead?: boolean
  /** Every way in which the call can go in this world, with faults or without. */
  readonly effects: (world: World, withFaults: boolean) => readonly Effect<Value>[]
  /** The world as it is when the caller dies before it hears of the call; a request may still be on its way. */
  readonly abandoned?: (world: World) => World
}

const FAILURES = new Map<string, () => Error>()

/** Registers how a failure is thrown, by its name. */
export function defineFailure(name: string, make: () => Error): void {
  FAILURES.set(name, make)
}

type Waiting = { readonly call: Call; answer(outcome: Outcome<unknown>): void }

/** How a process ended. */
export type End = { readonly value: unknown } | { readonly error: string }

type Live = { readonly waiting: Map<number, Waiting>; calls: number; end?: End }

let running: Live | undefined

mock.timers.enable({ apis: ['Date'], now: 0 })

/** Sets what the shop's clock shows, in milliseconds since 1970. */
export function setClock(now: number): void {
  mock.timers.setTime(now)
}

function failureOf(name: string): Error {
  return FAILURES.get(name)?.() ?? new Error(name)
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
        else reject(failureOf(outcome.failure))
      },
    })
  })
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

async function start(program: () => Promise<unknown>, now: number): Promise<Live> {
  const live: Live = { waiting: new Map(), calls: 0 }
  running = live
  setClock(now)
  const run = async () => {
    try {
      live.end = { value: await program() }
    } catch (error) {
      live.end = { error: error instanceof Error ? `${error.name}: ${error.message}` : 'unknown' }
    }
  }
  void run()
  await settled()
  return live
}

type Observation = {
  readonly call: number
  readonly outcome: Outcome<unknown>
  readonly now: number
}

async function feed(live: Live, { call, outcome, now }: Observation): Promise<void> {
  const waiting = live.waiting.get(call)
  if (!waiting) throw new Error('A replay took another way than the first run')
  live.waiting.delete(call)
  running = live
  setClock(now)
  waiting.answer(outcome)
  await settled()
}

/**
 * How far a process has come: what it has heard so far, what it waits for, or how it ended. A process is
 * deterministic, so equal observations mean an equal point; that is how states are recognized again.
 */
export type Point = {
  readonly id: number
  readonly waiting: ReadonlyMap<number, Call>
  readonly end: End | undefined
  readonly after: (observation: Observation) => Promise<Point>
}

const texts = new Map<string, number>()
const identities = new WeakMap<object, number>()

/** A number that is the same for values of the same contents; asked again for the same object it costs nothing. */
export function identity(value: unknown): number {
  const isObject = typeof value === 'object' && value !== null
  const known = isObject ? identities.get(value) : undefined
  if (known !== undefined) return known
  const text = value === undefined ? 'undefined' : JSON.stringify(value)
  const id = texts.get(text) ?? texts.size
  texts.set(text, id)
  if (isObject) identities.set(value, id)
  return id
}

let points = 0

function pointOf(first: Live, replay: () => Promise<Live>): Point {
  let unused: Live | undefined = first
  const children = new Map<string, Promise<Point>>()
  points += 1
  const advance = async (observation: Observation) => {
    const live = unused ?? (await replay())
    unused = undefined
    await feed(live, observation)
    return pointOf(live, async () => {
      const again = await replay()
      await feed(again, observation)
      return again
    })
  }
  return {
    id: points,
    waiting: new Map([...first.waiting].map(([id, { call }]) => [id, call])),
    end: first.end,
    after: (observation) => {
      const { call, outcome, now } = observation
      const heard = 'value' in outcome ? identity(outcome.value) : outcome.failure
      const key = `${call} ${heard} ${now}`
      const known = children.get(key) ?? advance(observation)
      children.set(key, known)
      return known
    },
  }
}

const roots = new Map<string, Promise<Point>>()

/** The beginning of a process; the same name at the same time is the same process, so the name says all that it is given. */
export function begin(name: string, program: () => Promise<unknown>, now: number): Promise<Point> {
  const key = `${name}@${now}`
  const known =
    roots.get(key) ?? start(program, now).then((live) => pointOf(live, () => start(program, now)))
  roots.set(key, known)
  return known
}

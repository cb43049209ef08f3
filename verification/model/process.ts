import { type Call, type TransactionWay } from './call.ts'
import {
  type Beginning,
  type End,
  feed,
  feedTransaction,
  type Live,
  type Observation,
  start,
} from './live.ts'
import type { World } from './world.ts'

/**
 * Progress of a process: its observations and what it waits for. Equal observations of a
 * deterministic process mean equal progress.
 */
export type Point = {
  readonly id: number
  readonly waiting: ReadonlyMap<number, Call>
  readonly end: End | undefined
  readonly after: (observation: Observation) => Promise<Point>
  /** The point after one way of a transaction that it waits for, with the world after it. */
  readonly afterTransaction: (
    call: number,
    world: World,
    way: TransactionWay,
  ) => Promise<{ readonly point: Point; readonly world: World }>
}

const texts = new Map<string, number>()
// A weak map is looked up and collected at twice the cost. It only spares the text of what it has seen: a search forgets
// it at its beginning, and where it has grown to some gigabytes of kept values.
const identities = new Map<object, number>()
const MOST_KNOWN = 4_000_000

function intern(text: string): number {
  const id = texts.get(text) ?? texts.size
  texts.set(text, id)
  return id
}

// A step changes few parts of an object; the numbers of the others are known.
function textOf(value: object): string {
  if (value instanceof Date) return `D${value.getTime()}`
  if (Array.isArray(value)) return `[${value.map(partOf).join(',')}`
  return Object.entries(value).reduce(
    (text, [name, part]) => (part === undefined ? text : `${text},${name}:${partOf(part)}`),
    '{',
  )
}

function partOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? `#${identity(value)}` : JSON.stringify(value)
}

/** A number by contents: equal for equal values of plain data, cached by object. */
export function identity(value: unknown): number {
  if (typeof value !== 'object' || value === null) return intern(partOf(value))
  const known = identities.get(value)
  if (known !== undefined) return known
  const id = intern(textOf(value))
  if (identities.size >= MOST_KNOWN) identities.clear()
  identities.set(value, id)
  return id
}

let points = 0

function pointOf(first: Live, replay: () => Promise<Live>): Point {
  let unused: Live | undefined = first
  const children = new Map<string, Promise<Point>>()
  points += 1
  const fresh = async () => {
    const live = unused ?? (await replay())
    unused = undefined
    return live
  }
  const advance = async (observation: Observation) => {
    const live = await fresh()
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
      const heard = 'value' in outcome ? identity(outcome.value) : failureText(outcome)
      const key = `${call} ${heard} ${now}`
      const known = children.get(key) ?? advance(observation)
      children.set(key, known)
      return known
    },
    afterTransaction: async (call, world, way) => {
      const live = await fresh()
      const { world: after, seen, outcome } = await feedTransaction(live, call, world, way)
      const heard = outcome && ('value' in outcome ? identity(outcome.value) : outcome.failure)
      // The closure after a single run follows from its answer; after an aborted run it does not.
      const left = outcome && seen.length === 1 ? '' : seen.map(identity).join(',')
      const key = `${call} ${left} ${heard} ${after.clock}`
      const point =
        children.get(key) ??
        pointOf(live, async () => {
          const again = await replay()
          await feedTransaction(again, call, world, way)
          return again
        })
      children.set(key, Promise.resolve(point))
      return { point: await point, world: after }
    },
  }
}

const failureText = ({ failure, at = 0 }: { readonly failure: string; readonly at?: number }) =>
  `${failure} ${at}`

const roots = new Map<string, Promise<Point>>()

/** Forgets how processes begin and every number of a value, where what is outside of the shop changes. */
export function forgetProcesses(): void {
  roots.clear()
  texts.clear()
  identities.clear()
}

/** The beginning of a process; the same name at the same time is the same process, so the name says all that it is given. */
export function begin(beginning: Beginning, now: number): Promise<Point> {
  const key = `${beginning.name}@${now + beginning.skew}`
  const known =
    roots.get(key) ??
    start(beginning, now).then((live) => pointOf(live, () => start(beginning, now)))
  roots.set(key, known)
  return known
}

import { mock } from 'node:test'

/** Stands for `node:test`: tests are collected as they are named, to be run as often as somebody wants to. */

type Body = (context: object) => unknown

type Scope = {
  readonly parent?: Scope
  readonly before: Body[]
  readonly after: Body[]
  readonly beforeEach: Body[]
  readonly afterEach: Body[]
  hasBegun: boolean
}

/** A test of a file, with the hooks around it. */
export type CollectedTest = {
  readonly file: string
  readonly name: string
  readonly body: Body
  readonly scope: Scope
}

/** A test that answers later, in milliseconds, has failed; the slowest one takes a second. */
const LATE = 15_000

/** Every test that was named so far, in order. */
export const collectedTests: CollectedTest[] = []

let file = ''
let scope = newScope()
// Tests take the clock away.
const { setTimeout: startTimer, clearTimeout: stopTimer, setImmediate: startSoon } = globalThis
let stray: unknown

function newScope(parent?: Scope): Scope {
  return { parent, before: [], after: [], beforeEach: [], afterEach: [], hasBegun: false }
}

/** Collects the tests that loading a file names. */
export async function collectFile(name: string, load: () => Promise<unknown>): Promise<void> {
  file = name
  scope = newScope()
  await load()
}

const isBody = (word: unknown): word is Body => typeof word === 'function'

function bodyOf(words: readonly unknown[]): Body {
  const body = words.find(isBody)
  if (!body) throw new Error(`${file} has a test without a body`)
  return body
}

export function test(name: string, ...words: readonly unknown[]): void {
  collectedTests.push({ file, name, body: bodyOf(words), scope })
}

export function describe(_name: string, ...words: readonly unknown[]): void {
  const outer = scope
  scope = newScope(outer)
  bodyOf(words)({})
  scope = outer
}

export const before = (hook: Body) => scope.before.push(hook)
export const after = (hook: Body) => scope.after.push(hook)
export const beforeEach = (hook: Body) => scope.beforeEach.push(hook)
export const afterEach = (hook: Body) => scope.afterEach.push(hook)
export { mock }

const scopesOf = (inner: Scope): readonly Scope[] => [
  ...(inner.parent ? scopesOf(inner.parent) : []),
  inner,
]

async function runHooks(hooks: readonly Body[]): Promise<void> {
  for (const hook of hooks) await hook({})
}

async function runWithHooks({ name, body, scope: inner }: CollectedTest): Promise<void> {
  const scopes = scopesOf(inner)
  const ends: Body[] = []
  // Each test has a tracker of its own, as node:test has it.
  const own: typeof mock = Reflect.construct(mock.constructor, [])
  for (const one of scopes) {
    if (!one.hasBegun) await runHooks(one.before)
    one.hasBegun = true
  }
  try {
    for (const one of scopes) await runHooks(one.beforeEach)
    await body({ name, mock: own, after: (hook: Body) => ends.push(hook) })
  } finally {
    own.reset()
    await runHooks(ends)
    for (const one of scopes.toReversed()) await runHooks(one.afterEach)
  }
}

/** Runs a test with its hooks and returns whether it passes, in time and without an error beside it. */
export async function passes(one: CollectedTest): Promise<boolean> {
  stray = undefined
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = startTimer(() => reject(new Error('late')), LATE)
  })
  try {
    await Promise.race([runWithHooks(one), late])
    // An error beside it is told after this turn.
    await new Promise((resolve) => startSoon(resolve))
    return stray === undefined
  } catch {
    // What it replaced would stay replaced.
    mock.reset()
    return false
  } finally {
    stopTimer(timer)
  }
}

function noteStray(error: unknown): void {
  stray = error ?? 'nothing'
}

/** An error of nobody's fails the test during which it comes. */
export function catchStrayErrors(): void {
  process.on('unhandledRejection', noteStray).on('uncaughtException', noteStray)
}

import assert from 'node:assert/strict'
import { stripTypeScriptTypes } from 'node:module'
import { after, test } from 'node:test'

import { editsOf, OPERATORS, withEdit } from './operators.ts'
import { type Change, SWITCH, switched } from './switched.ts'

type Run = (a: number, b: number) => unknown

const VALUES = [-1, 0, 1, 2, 3]

/** Sources whose `run` answers two numbers, with every operator and what is hard to switch. */
const SOURCES: Readonly<Record<string, string>> = {
  'a refusal that narrows a type': `
type Item = { readonly kind: 'a' | 'b'; readonly n?: number }
export function run(a: number, b: number) {
  const item: Item = { kind: a > b ? 'a' : 'b', ...(a >= 1 ? { n: a } : {}) }
  if (item.n === undefined || item.n <= b) return undefined
  if (item.kind !== 'a') return false
  return item.n + 1
}`,
  'what awaits': `
const wait = async (value: number) => value
const isEven = async (value: number) => (await wait(value)) % 2 === 0
export async function run(a: number, b: number) {
  const isMore = (await wait(a)) > b && (await wait(b)) !== 2
  if (isMore && !(await isEven(a))) return [await wait(a + 1)]
  for await (const one of [wait(a), wait(b)]) {
    if (one === 1 || one < a) return one
  }
  return isMore
}`,
  'what yields': `
function* steps(a: number, b: number): Generator<number, boolean, number> {
  const isFirst = a > b && (yield a) !== 2
  if (isFirst || (yield b) === 1) return true
  yield a + 1
  return false
}
export function run(a: number, b: number) {
  const all = steps(a, b)
  return [all.next(0), all.next(1), all.next(2), all.next(3)]
}`,
  'what may be missing': `
export function run(a: number, b: number) {
  const list = a > 2 ? undefined : [a, b, a - b]
  const far = list?.every((one) => one >= 0)
  return [far, list?.some((one) => one > 1 && one <= 3) ?? Math.max(a, b) === Math.min(a, b)]
}`,
  'loops that are left, and ends': `
export function run(a: number, b: number) {
  const seen: (string | number)[] = []
  outer: for (const one of [a, b, 3]) {
    switch (true) {
      case one > 2:
        seen.push('big')
        break
      case one === 1 && a < b:
        continue outer
      default:
        if (one !== b && one >= 0) break outer
        seen.push('other')
    }
    try {
      if (one < a) throw new Error('less')
      for (let at = a + 1; at < 4; at += 1) if (at === b) continue outer
    } catch {
      if (one === b) return seen
    } finally {
      seen.push(one + 1)
    }
  }
  return seen
}`,
  'functions in tables, classes and defaults': `
const isLess = (a: number, b: number) => a < b
const RULES = {
  most: (a: number, b: number) => Math.max(a, b),
  pair: (a: number, b: number) => ({ isSame: a === b, next: a + 1 }),
  not: (a: number, b: number) => (a > 1 && !isLess(a, b)) || (!isLess(b, a) && b !== 0),
}
class Pair {
  readonly #a: number
  constructor(a: number, b: number) {
    if (a > b) this.#a = b
    else this.#a = a
  }
  get isSmall() {
    return this.#a < 1
  }
}
export function run(a: number, b: number) {
  const { c = a > b, d = later(a) } = { c: b === 2 ? true : undefined }
  function later(value: number, isOne = value === 1): boolean {
    if (isOne) return false
    return true
  }
  const { isSmall } = new Pair(a, b)
  ;[a, b].sort((one, other) => Math.min(one, 1) - Math.min(other, 1))
  return [c, d, isSmall, ...Object.values(RULES).map((rule) => rule(a, b))]
}`,
}

let on: number | undefined
Object.assign(globalThis, { [SWITCH]: (id: number) => id === on })

async function load(source: string): Promise<Run> {
  const code = encodeURIComponent(stripTypeScriptTypes(source))
  const loaded: { readonly run: Run } = await import(`data:text/javascript,${code}`)
  return loaded.run
}

async function outcomes(run: Run): Promise<readonly string[]> {
  const pairs = VALUES.flatMap((a) => VALUES.map((b) => [a, b] as const))
  return Promise.all(
    pairs.map(async ([a, b]) => {
      try {
        return JSON.stringify([await run(a, b)])
      } catch (error) {
        return String(error)
      }
    }),
  )
}

const changesOf = (source: string): readonly Change[] =>
  editsOf(source).map((edit, id) => ({ id, source: withEdit(source, edit) }))

after(() => Reflect.deleteProperty(globalThis, SWITCH))

for (const [what, source] of Object.entries(SOURCES)) {
  test(`a switch that is on is the edit itself, and none is the source: ${what}`, async () => {
    const changes = changesOf(source)
    const { text, left } = switched(source, changes)
    assert.deepEqual(left, [])
    const run = await load(text)
    const unchanged = await outcomes(await load(source))
    assert.deepEqual(await outcomes(run), unchanged)
    for (const { id, source: edited } of changes) {
      on = id
      const seen = await outcomes(run)
      on = undefined
      assert.deepEqual(seen, await outcomes(await load(edited)), edited)
    }
  })
}

test('every operator is tried', () => {
  const tried = new Set(
    Object.values(SOURCES)
      .flatMap(editsOf)
      .map(({ name }) => name),
  )
  assert.deepEqual([...tried].toSorted(), OPERATORS.map(([name]) => name).toSorted())
})

const STEPS = `
export function run(a, b) {
  let sum = 0
  if (a > b) sum += a
  sum += b
  for (let at = 0; at < 2; at += 1) if (a === at) sum += 10
  if (a > 1 && b > 1) sum += 100
  return sum
}`

const EDITS: readonly (readonly [what: string, rule: string, without: string])[] = [
  ['a step is gone', '  sum += b\n', ''],
  ['two steps are gone', '  if (a > b) sum += a\n  sum += b\n', ''],
  ['a step comes before', '  sum += b', '  sum *= 2\n  const more = 3\n  sum += more\n  sum += b'],
  ['a loop is another', 'at < 2; at += 1) if (a === at)', 'at < 3; at += 2) if (b === at)'],
  ['a condition binds less', 'b > 1', 'b > 1 || b > 0'],
  ['all is another', 'a > b) sum += a\n  sum += b\n  for', 'b > a) sum += 7\n  for'],
]

test('edits of several lines are switched beside small ones', async () => {
  const edited = EDITS.map(([, rule, without]) => STEPS.replace(rule, without))
  const small = changesOf(STEPS)
  const changes = edited.map((source, index) => ({ id: small.length + index, source }))
  const run = await load(switched(STEPS, [...small, ...changes]).text)
  assert.deepEqual(await outcomes(run), await outcomes(await load(STEPS)))
  for (const { id, source } of [...small, ...changes]) {
    on = id
    const seen = await outcomes(run)
    on = undefined
    assert.deepEqual(seen, await outcomes(await load(source)), source)
  }
})

test('what no function holds, and what cannot be read, has no switch', () => {
  const source = 'class Fixed {\n  static isSmall = 1 < 2\n}\nexport const run = (a, b) => a ?? b'
  const changes = [
    { id: 0, source: source.replace('<', '>') },
    { id: 1, source: source.replace('a ?? b', 'a ?? b || a') },
    { id: 2, source: source.replace('a ?? b', 'b ?? a') },
  ]
  const { text, left } = switched(source, changes)
  assert.deepEqual(left, [0, 1])
  assert.match(text, /=> \(__isChangeOn\(2\) \? \(b \?\? a\) : \(a \?\? b\)\)/)
})

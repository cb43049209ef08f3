import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { test } from 'node:test'

import { type Answer, askGroup, type Wanted } from './ask-group.ts'
import { switched } from './switched.ts'

const ROOT = join(import.meta.dirname, '..', '..')

const SOURCE = `
export const START = 1 + 1
let first: number | undefined
export const isLess = (a: number, b: number) => a < b
export function sum(until: number): number {
  let all = 0
  for (let at = 0; at < until; at += 1) {
    all += at
  }
  return all
}
export function once(value: number): number {
  if (first === undefined) first = value + 1
  return first
}
export const half = (value: number) => value / (1 + 1)
export const never = () => false
`

const TESTS = `
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { half, isLess, once, START, sum } from './numbers.ts'
const two = half(4)
describe('numbers', () => {
  let three = 0
  before(() => { three = 3 })
  test('sum', () => assert.equal(sum(three), START + two - 1))
  test('less', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    assert.ok(isLess(1, 2))
  })
  test('once', () => { assert.equal(once(three), 4) })
})
`

const OTHER_TESTS = `
import { test } from 'node:test'
import { isLess } from './numbers.ts'
test('other', () => isLess(2, 1))
`

type Known = { readonly by?: string; readonly isReached?: boolean; readonly alone?: number }

/** Changes of the source, with what a process knows of them. */
const CHANGES: readonly (readonly [what: string, rule: string, without: string, known: Known])[] = [
  ['a test asks', 'at += 1', 'at += 2', { by: 'sum' }],
  ['a loop has no end', 'at += 1', 'at += 0', { by: 'sum' }],
  [
    'an error is nobody’s',
    'a < b',
    '(void Promise.reject(new Error("x")), a < b)',
    { by: 'other' },
  ],
  ['no test asks', 'a < b', 'a <= b', {}],
  ['it is remembered', 'value + 1', 'value - 1', { isReached: false, alone: 1 }],
  ['it is asked at import', '1 + 1\nlet', '1 - 1\nlet', { isReached: false, alone: 2 }],
  ['one file asks at import', '(1 + 1)', '(1 - 1)', { isReached: false, alone: 1 }],
  ['nothing comes to it', '=> false', '=> true', { isReached: false }],
]

test('a process with a group of tests knows of each change by which test it is noticed, and where it must be asked alone', async (t) => {
  const folder = join(ROOT, '.local', `mutants-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  t.after(() => rmSync(folder, { recursive: true }))
  const sourcesOf = {
    'numbers.ts': SOURCE,
    'numbers.test.ts': TESTS,
    'other.test.ts': OTHER_TESTS,
  }
  for (const [name, text] of Object.entries(sourcesOf)) writeFileSync(join(folder, name), text)
  const [file = '', ...tests] = Object.keys(sourcesOf).map((name) =>
    relative(ROOT, join(folder, name)),
  )
  const changes = CHANGES.map(([, rule, without], id) => ({
    id,
    source: SOURCE.replace(rule, without),
  }))
  const sources = join(folder, 'sources.json')
  writeFileSync(sources, JSON.stringify({ [file]: switched(SOURCE, changes).text }))
  const answers = new Map<number, Answer>()
  await askGroup(
    { files: tests, sources, folder, isInOrder: false },
    changes.map(({ id }) => ({ id, file, isSwitched: true })),
    ({ id }: Wanted, answer) => answers.set(id, answer),
  )
  for (const [index, [what, , , known]] of CHANGES.entries()) {
    const { by, isReached, alone } = answers.get(index) ?? { alone: [] }
    const seen = { by: by?.split(': ')[1], isReached, alone: alone.length }
    assert.deepEqual(seen, { by: undefined, isReached: true, alone: 0, ...known }, what)
  }
})

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
export const never = () => false
`

const TESTS = `
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { isLess, once, START, sum } from './numbers.ts'
describe('numbers', () => {
  let three = 0
  before(() => { three = 3 })
  test('sum', () => assert.equal(sum(three), START + 1))
  test('less', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    assert.ok(isLess(1, 2))
  })
  test('once', () => { assert.equal(once(three), 4) })
})
`

/** Changes of the source, with what a process knows of them. */
const CHANGES: readonly (readonly [what: string, rule: string, without: string, by?: string])[] = [
  ['what a test asks', 'at += 1', 'at += 2', 'sum'],
  ['a loop without an end', 'at += 1', 'at += 0', 'sum'],
  ['an error of nobody', 'a < b', '(void Promise.reject(new Error("x")), a < b)', 'less'],
  ['what no test asks', 'a < b', 'a <= b'],
  ['what is remembered', 'value + 1', 'value - 1'],
  ['what is asked at import', '1 + 1', '1 - 1'],
  ['what nothing comes to', '=> false', '=> true'],
]

test('a process with a group of tests knows of each change by which test it is noticed, and where it must be asked alone', async (t) => {
  const folder = join(ROOT, '.local', `mutants-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  t.after(() => rmSync(folder, { recursive: true }))
  const file = relative(ROOT, join(folder, 'numbers.ts'))
  const tests = relative(ROOT, join(folder, 'numbers.test.ts'))
  writeFileSync(join(ROOT, file), SOURCE)
  writeFileSync(join(ROOT, tests), TESTS)
  const changes = CHANGES.map(([, rule, without], id) => ({
    id,
    source: SOURCE.replace(rule, without),
  }))
  const sources = join(folder, 'sources.json')
  writeFileSync(sources, JSON.stringify({ [file]: switched(SOURCE, changes).text }))
  const answers = new Map<number, Answer>()
  await askGroup(
    { files: [tests], sources, folder, isInOrder: false },
    changes.map(({ id }) => ({ id, file, isSwitched: true })),
    ({ id }: Wanted, answer) => answers.set(id, answer),
  )
  assert.deepEqual(
    CHANGES.map(([what], id) => {
      const { by, isReached, alone } = answers.get(id) ?? { by: 'nothing', alone: [] }
      return [what, by?.split(': ')[1], isReached, alone.length]
    }),
    CHANGES.map(([what, , , by]) => {
      const isAlone = what === 'what is remembered' || what === 'what is asked at import'
      const isReached = !isAlone && what !== 'what nothing comes to'
      return [what, by, isReached, isAlone ? 1 : 0]
    }),
  )
})

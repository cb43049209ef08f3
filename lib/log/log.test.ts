import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { test, type TestContext } from 'node:test'

import { DatabaseUnavailable } from '../adapters/firestore/database.ts'
import { OrderUnreadable } from '../order/order-store.ts'
import {
  stackFrames,
  captureConsole,
  log,
  muteNotes,
  logRequestFailure,
  logUnavailable,
} from './log.ts'

/** A project's folder with a built file in it, and the frame of an error at the start of that file, with this text as its map. */
function frameOf(t: TestContext, map: string | undefined) {
  const project = mkdtempSync(join(tmpdir(), 'ourtee-log-'))
  t.after(() => rmSync(project, { recursive: true }))
  const file = join(project, 'chunks/built.js')
  mkdirSync(join(project, 'chunks'))
  if (map !== undefined) writeFileSync(`${file}.map`, map)
  const error = new Error('wrong')
  error.stack = `Error: wrong\n    at run (${file}:1:1)`
  return { project, file, frame: stackFrames(error)[0] }
}

const part = { version: 3, sources: ['../lib/price.ts'], names: [], mappings: 'AAIE' }
const inSections = { version: 3, sections: [{ offset: { line: 0, column: 0 }, map: part }] }

for (const map of [part, inSections]) {
  const kind = 'sections' in map ? 'of sections' : 'of one part'
  test(`a place in the build is named by its source, by a map ${kind} beside it`, (t) => {
    const { project, frame } = frameOf(t, JSON.stringify(map))
    const source = relative(process.cwd(), join(project, 'lib/price.ts'))
    assert.equal(frame, `at ${source}:5:3`)
  })
}

for (const [what, map] of [
  ['no map', undefined],
  ['a map that is none', '<html>'],
] as const) {
  test(`a place in the build stays as it is with ${what}`, (t) => {
    const { file, frame } = frameOf(t, map)
    assert.equal(frame, `at run (${file}:1:1)`)
  })
}

/** Captures console output and parses each line. */
function linesPrinted(t: TestContext, print: (output: Console) => void): unknown[] {
  const listeners = process.listeners('warning')
  t.after(() => {
    process.removeAllListeners('warning')
    for (const listener of listeners) process.on('warning', listener)
  })
  const lines: string[] = []
  const keep = (text: string) => lines.push(text)
  t.mock.method(console, 'error', keep)
  t.mock.method(console, 'log', keep)
  captureConsole(console)
  print(console)
  return lines.map((line) => JSON.parse(line))
}

test("a package's output becomes one line of JSON each", (t) => {
  const lines = linesPrinted(t, (output) => {
    output.warn('one\n  two', 3)
    output.error('\u001B[31mred\u001B[39m')
    output.error('failed', new TypeError('no such thing'))
  })
  assert.partialDeepStrictEqual(lines, [
    { severity: 'WARNING', event: 'console', text: 'one two 3' },
    { severity: 'ERROR', event: 'console', error: { message: 'red' } },
    { severity: 'ERROR', event: 'console', error: { name: 'TypeError', message: 'no such thing' } },
  ])
})

test('the log keeps its own lines, and what Next prints of a request that was logged is left out', (t) => {
  const reported = Object.assign(new Error('x'), { digest: 'BCDFGHJK' })
  const lines = linesPrinted(t, (output) => {
    log('order-placed', {}, 'ERROR')
    output.error('\u001B[31m⨯\u001B[39m', reported)
    output.error(' ⨯', new Error('unknown to the log'))
  })
  assert.deepEqual(
    lines.map((line) => Object(line).event),
    ['order-placed', 'console'],
  )
})

test('a command leaves out notes, and keeps warnings and errors', (t) => {
  t.after(() => muteNotes(false))
  const lines = linesPrinted(t, () => {
    log('before')
    muteNotes()
    log('note')
    log('warning', {}, 'WARNING')
    log('error', {}, 'ERROR')
  })
  assert.deepEqual(
    lines.map((line) => Object(line).event),
    ['before', 'warning', 'error'],
  )
})

const place = { method: 'GET', routePath: '/account', routeType: 'render' }

test('two failures of one kind have two codes, and each is in its own line of the log', ({
  mock,
}) => {
  const printed = mock.method(console, 'error', () => {})
  const failures = [
    new DatabaseUnavailable('x'),
    new DatabaseUnavailable('x'),
    new OrderUnreadable('x'),
  ]
  for (const failure of failures) logRequestFailure(failure, place)
  const codes = printed.mock.calls.map(
    ({ arguments: [line] }) => JSON.parse(String(line)).reference,
  )
  assert.deepEqual(
    codes,
    failures.map(({ digest }) => digest),
  )
  assert.equal(new Set(codes).size, failures.length)
  assert.ok(codes.every((code) => /^[2-9B-DF-HJ-NP-TV-XZ]{8}$/.test(code)))
})

test('a refused action shows the code of its failure', ({ mock }) => {
  mock.method(console, 'error', () => {})
  const failure = new DatabaseUnavailable('x')
  assert.equal(logUnavailable('ship', failure).reference, failure.digest)
})

import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { captureConsole, log, muteNotes } from './log.ts'

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

test("a package's output becomes one line of JSON each (rule 629)", (t) => {
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

test('the log keeps its own lines, and what Next prints of a request that was logged is left out (rule 629)', (t) => {
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

test('a command leaves out notes, and keeps warnings and errors (rule 629)', (t) => {
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

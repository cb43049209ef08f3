import assert from 'node:assert/strict'
import { test } from 'node:test'

import { DatabaseUnavailable } from '#lib/adapters/firestore/database.ts'
import { OrderUnreadable } from '#lib/order/order-store.ts'
import { linesPrinted } from './log.fixture.ts'
import { log, logRequestFailure, logUnavailable, muteNotes } from './log.ts'

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

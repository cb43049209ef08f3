import assert from 'node:assert/strict'
import { test } from 'node:test'

import { DatabaseUnavailable } from '../adapters/firestore/database.ts'
import { OrderUnreadable } from '../order/order-store.ts'
import { logRequestFailure, logUnavailable } from './log.ts'

const place = { method: 'GET', routePath: '/account', routeType: 'render' }

test('two failures of one kind have two codes, and each is in its own line of the log (rule 630)', ({
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

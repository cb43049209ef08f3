import assert from 'node:assert/strict'
import { test } from 'node:test'

import { ApiError, ArgumentsValidationError } from '@paypal/paypal-server-sdk'

import type { ProblemKind } from '#lib/payment/provider.ts'
import { paypalProblem } from './client.ts'

const request = {
  method: 'POST' as const,
  url: 'https://api-m.sandbox.paypal.com/v2/checkout/orders/PP1/capture',
  headers: { authorization: 'Bearer secret-token' },
}

function makeFailure(
  statusCode: number,
  body: string,
  headers: Record<string, string> = {},
): ApiError {
  return new ApiError({ request, response: { statusCode, body, headers } }, 'failed')
}

function answer(statusCode: number, issue: string): ApiError {
  return makeFailure(
    statusCode,
    JSON.stringify({ name: 'UNPROCESSABLE_ENTITY', debug_id: 'd1', details: [{ issue }] }),
  )
}

const answers: [number, string, ProblemKind][] = [
  [422, 'ORDER_ALREADY_CAPTURED', 'read-back'],
  [422, 'DUPLICATE_REQUEST_ID', 'read-back'],
  [422, 'ORDER_NOT_APPROVED', 'not-approved'],
  [422, 'DUPLICATE_INVOICE_ID', 'duplicate'],
  [422, 'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED', 'final'],
  [422, 'INSTRUMENT_DECLINED', 'refused'],
  [422, 'PAYER_ACTION_REQUIRED', 'refused'],
  [422, 'PAYER_CANNOT_PAY', 'refused'],
  [403, 'PERMISSION_DENIED', 'refused'],
  [400, 'INVALID_PARAMETER_VALUE', 'refused'],
  [404, 'INVALID_RESOURCE_ID', 'missing'],
  [404, 'RESOURCE_NOT_FOUND', 'missing'],
  // Another address than PayPal's answers so: nothing is known then.
  [404, 'UNKNOWN', 'unknown'],
  [401, 'ORDER_NOT_APPROVED', 'unknown'],
  [408, 'INSTRUMENT_DECLINED', 'unknown'],
  [409, 'INSTRUMENT_DECLINED', 'unknown'],
  [429, 'RATE_LIMIT_REACHED', 'unknown'],
  [500, 'INSTRUMENT_DECLINED', 'unknown'],
  [503, 'SERVICE_UNAVAILABLE', 'unknown'],
]

for (const [status, issue, kind] of answers) {
  test(`${status} ${issue} means ${kind}`, () => {
    const problem = paypalProblem('capture', answer(status, issue))
    assert.equal(problem.kind, kind)
    assert.equal(problem.status, status)
    assert.equal(problem.issue, issue)
    assert.equal(problem.debugId, 'd1')
  })
}

const bodies: [string, string, string][] = [
  ['no details', '{"name":"NOT_AUTHORIZED"}', 'NOT_AUTHORIZED'],
  ['empty details', '{"name":"NOT_AUTHORIZED","details":[]}', 'NOT_AUTHORIZED'],
  ['details of another shape', '{"name":"X","details":"y"}', 'UNKNOWN'],
  ['no JSON', '<html>', 'UNKNOWN'],
  ['no body', '', 'UNKNOWN'],
]

for (const [name, body, issue] of bodies) {
  test(`an answer with ${name} is ${issue}, with the debug id of its header`, () => {
    const problem = paypalProblem('get', makeFailure(422, body, { 'paypal-debug-id': 'd2' }))
    assert.equal(problem.issue, issue)
    assert.equal(problem.debugId, 'd2')
    assert.equal(problem.kind, 'refused')
  })
}

test('an answer tells the end of its second by the clock of PayPal', () => {
  const date = 'Mon, 23 Nov 2026 02:03:04 GMT'
  for (const name of ['date', 'Date']) {
    const { at } = paypalProblem('capture', makeFailure(422, '{}', { [name]: date }))
    assert.equal(at, '2026-11-23T02:03:04.999Z')
  }
  const unknown: readonly Record<string, string>[] = [{}, { date: 'soon' }]
  for (const headers of unknown) {
    assert.equal(paypalProblem('capture', makeFailure(422, '{}', headers)).at, undefined)
  }
})

class TimedOut extends Error {
  override readonly name = 'AxiosError'
}

const failed = (code: unknown) => Object.assign(new Error('x'), { code })

const unanswered: [unknown, ProblemKind, string][] = [
  [new TimedOut('timeout of 10000ms exceeded'), 'unknown', 'AxiosError'],
  [new Error('x'), 'unknown', 'Error'],
  [failed('ECONNREFUSED'), 'unknown', 'ECONNREFUSED'],
  // Axios wraps what the network says; a code that is a number is none of the network's.
  [new TimedOut('x', { cause: failed('EAI_AGAIN') }), 'unknown', 'EAI_AGAIN'],
  [failed(7), 'unknown', 'Error'],
  [
    [1, 2, 3].reduce<Error>((cause) => new Error('x', { cause }), failed('TOO_DEEP')),
    'unknown',
    'Error',
  ],
  ['thrown text', 'unknown', 'Error'],
  [new ArgumentsValidationError({ id: [] }), 'refused', 'ArgumentsValidationError'],
]

for (const [error, kind, issue] of unanswered) {
  test(`${issue} without an answer means ${kind}`, () => {
    const problem = paypalProblem('create', error)
    assert.deepEqual([problem.kind, problem.issue, problem.status], [kind, issue, undefined])
  })
}

test('a problem holds no token and nothing else of the request', () => {
  const problem = paypalProblem('capture', answer(422, 'INSTRUMENT_DECLINED'))
  assert.doesNotMatch(
    JSON.stringify(problem) + problem.message + problem.stack,
    /secret-token|Bearer/,
  )
  assert.equal(problem.cause, undefined)
})

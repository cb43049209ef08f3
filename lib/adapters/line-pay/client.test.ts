import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  signature,
  withIdsAsText,
  ordersFromLinePay,
  type LinePayCallName,
  linePayProblem,
} from './client.ts'
import type { ProblemKind } from '../../order/payment/provider.ts'

const ID = '2026112212345678913'

test('a call is signed over secret, path, what is sent and nonce', () => {
  const sent = 'transactionId=2026092201234567891'
  const overrides = { path: '/v4/payments', sent, nonce: 'fixed-test-nonce' }
  const expected = 'sbBhICurJ4FQiMbsaZC5IGgahObH8rn5/cpQkt/13P8='
  assert.equal(signature('synthetic-test-secret', overrides), expected)
})

for (const [overrides, expected] of [
  [`{"a":${ID}}`, `{"a":"${ID}"}`],
  [`{"a":"${ID} and \\" ${ID}"}`, `{"a":"${ID} and \\" ${ID}"}`],
  ['{"a":123456789012345}', '{"a":123456789012345}'],
  ['{"a":-1234567890123456}', '{"a":"-1234567890123456"}'],
  ['{"a":12345678901234567.5}', '{"a":12345678901234567.5}'],
  [`[${ID},${ID}]`, `["${ID}","${ID}"]`],
] as const) {
  test(`the ids in ${overrides} become text`, () => {
    assert.equal(withIdsAsText(overrides), expected)
  })
}

const record = (transactionId: string, overrides: object = {}) => ({
  transactionId,
  payStatus: 'CAPTURE',
  currency: 'TWD',
  orderId: 'Order2026112212-0001-1',
  payInfo: [{ method: 'CREDIT_CARD', amount: 3080 }],
  ...overrides,
})

test('a record that can not be read is named, and does not hide the others (rule 428)', () => {
  const read = ordersFromLinePay([record('1'), record('2', { payInfo: [] }), null, record('4')])
  assert.ok(read)
  assert.deepEqual(
    read.orders.map(({ id }) => id),
    ['1', '4'],
  )
  assert.deepEqual(read.unreadable, [
    { payment: '2', field: 'payInfo' },
    { payment: undefined, field: '' },
  ])
})

test('a record that is no list can not be read at all', () => {
  assert.equal(ordersFromLinePay({ info: 'none' }), undefined)
})

test('money that is only authorised, or was voided, is none that the shop knows (rule 40)', () => {
  const statuses = ['CAPTURE', 'REFUND', 'AUTHORIZATION', 'VOIDED_AUTHORIZATION', undefined]
  const read = ordersFromLinePay(statuses.map((payStatus, at) => record(`${at}`, { payStatus })))
  assert.deepEqual(
    read?.orders.map(({ captures }) => captures[0]?.status),
    ['completed', 'completed', 'other', 'other', 'completed'],
  )
})

const cases: [LinePayCallName, string, ProblemKind][] = [
  ['request', '2101', 'refused'],
  ['request', '1172', 'refused'],
  ['request', '9000', 'unknown'],
  ['check', '1159', 'missing'],
  ['check', '1106', 'unknown'],
  ['details', '1150', 'missing'],
  // Not the buyer's to mend, and no answer to whether money was taken.
  ...['1104', '1106', '1124', '2101', '1178'].map(
    (code): [LinePayCallName, string, ProblemKind] => ['confirm', code, 'unknown'],
  ),
  ...['1101', '1141', '1142', '1170', '1280', '1288', '1296', '1298', '2024'].map(
    (code): [LinePayCallName, string, ProblemKind] => ['confirm', code, 'final'],
  ),
  ...['1145', '1179', '1180', '1198', '1199', '1900', '190A', '1999', '9000', '7777'].map(
    (code): [LinePayCallName, string, ProblemKind] => ['confirm', code, 'unknown'],
  ),
  ...['1152', '1169', '1172'].map((code): [LinePayCallName, string, ProblemKind] => [
    'confirm',
    code,
    'read-back',
  ]),
  ['confirm', '1183', 'final'],
  ['confirm', '1184', 'final'],
  ['refund', '1184', 'refused'],
  ['confirm', '1150', 'missing'],
  ['confirm', '1155', 'missing'],
  ['refund', '1164', 'refused'],
  ['refund', '1165', 'refused'],
  ['refund', '1163', 'refused'],
  ['refund', '1198', 'unknown'],
  ['refund', '9000', 'unknown'],
]

for (const [request, code, kind] of cases) {
  test(`${code} at ${request} is ${kind}`, () => {
    const problem = linePayProblem(request, code)
    assert.equal(problem.kind, kind)
    assert.equal(problem.issue, `LINE_PAY_${code}`)
  })
}

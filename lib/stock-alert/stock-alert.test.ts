import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  answerRequest,
  hasExpired,
  type StockAlert,
  stockAlertFieldsSchema,
  alertsAtOnce,
  alertMailIds,
  backInStockMail,
} from './stock-alert.ts'

const NOW = new Date('2026-11-23T08:00:00.000Z')
const DAY = 24 * 60 * 60_000
const ago = (days: number) => new Date(NOW.getTime() - days * DAY).toISOString()

function makeAlert(overrides: Partial<StockAlert> = {}): StockAlert {
  return {
    id: 'a'.repeat(32),
    product: 'shirt',
    size: 'M',
    email: 'ada@example.com',
    keyHash: '',
    createdAt: ago(0),
    ...overrides,
  }
}

const fields = { product: 'shirt', size: 'M', email: 'Ａda@Example.com ' }

test('an address is kept in small letters and usual characters', () => {
  assert.equal(stockAlertFieldsSchema.parse(fields).email, 'ada@example.com')
})

const broken: readonly (readonly [name: string, change: object])[] = [
  ['no address', { email: '' }],
  ['two addresses', { email: 'a@b.example, c@d.example' }],
  ['a header', { email: 'a@b.example\nbcc: c@d.example' }],
  ['a size that there is not', { size: 'XXXL' }],
  ['a field that the form does not have', { owner: true }],
]
for (const [name, change] of broken) {
  test(`${name} is refused`, () => {
    assert.equal(stockAlertFieldsSchema.safeParse({ ...fields, ...change }).success, false)
  })
}

const own = makeAlert()
const others = (count: number, createdAt: string, confirmedAt?: string) =>
  Array.from({ length: count }, (_, index) =>
    makeAlert({ id: `${index}`, createdAt, ...(confirmedAt ? { confirmedAt } : {}) }),
  )

const requests: readonly (readonly [string, readonly StockAlert[], string])[] = [
  ['a first request', [], 'store'],
  ['asked a minute ago, not confirmed', [own], 'known'],
  ['asked two days ago, not confirmed', [makeAlert({ createdAt: ago(2) })], 'store'],
  ['confirmed', [makeAlert({ createdAt: ago(30), confirmedAt: ago(30) })], 'known'],
  ['confirmed more than a year ago', [makeAlert({ confirmedAt: ago(366) })], 'store'],
  ['two others today', others(2, ago(0)), 'store'],
  ['three others today', others(3, ago(0.5)), 'too-often'],
  ['nine others', others(9, ago(5), ago(5)), 'store'],
  ['ten others', others(10, ago(5), ago(5)), 'too-often'],
  ['ten others that expired', others(10, ago(8)), 'store'],
]
for (const [name, alerts, answer] of requests) {
  test(`${name}: ${answer}`, () => {
    assert.equal(answerRequest(own.id, alerts, NOW), answer)
  })
}

test('an alert lives a week unconfirmed and a year confirmed', () => {
  assert.equal(hasExpired(makeAlert({ createdAt: ago(6.9) }), NOW), false)
  assert.equal(hasExpired(makeAlert({ createdAt: ago(7) }), NOW), true)
  assert.equal(hasExpired(makeAlert({ createdAt: ago(300), confirmedAt: ago(299) }), NOW), false)
  assert.equal(hasExpired(makeAlert({ createdAt: ago(366), confirmedAt: ago(365) }), NOW), true)
})

test('three people are reported of each unit, fifty at most in a run', () => {
  assert.deepEqual([0, 1, 5, 100, Number.POSITIVE_INFINITY].map(alertsAtOnce), [0, 3, 15, 50, 50])
})

test('an alert that is asked for anew has mails of its own', () => {
  const ids = [makeAlert(), makeAlert({ createdAt: ago(9) })].flatMap(alertMailIds)
  assert.equal(new Set(ids).size, 4)
  assert.equal(ids.includes(backInStockMail(makeAlert(), '晴天', 'https://a.example').id), true)
})

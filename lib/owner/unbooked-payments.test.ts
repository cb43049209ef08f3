import assert from 'node:assert/strict'
import { test } from 'node:test'

import { makeAttempt, makeOrder, makePayment, TOTAL } from '#lib/payment/orders.fixture.ts'
import { daySpan } from './month.ts'
import { unbookedPayments } from './unbooked-payments.ts'

const span = daySpan('2026-11-21')

const numbered = (sequence: number, code = '2026112110') =>
  `Order${code}-${String(sequence).padStart(4, '0')}`

const numberOf = (number: string, attempt: number) => `${number}-${attempt}`

/** A provider with payments under these numbers of attempts; notes what it was asked. */
function providerWith(paid: readonly string[]) {
  const asked: string[] = []
  const findNumbered = async (numbers: readonly string[]) => {
    assert.ok(numbers.length <= 100)
    asked.push(...numbers)
    return paid
      .filter((number) => numbers.includes(number))
      .map((invoiceId) => {
        const capture = { id: `C-${invoiceId}`, status: 'completed', amount: TOTAL } as const
        const captures = [{ ...capture, currency: 'TWD', invoiceId, createTime: '' }]
        return { id: capture.id, status: 'completed', captures, refunds: [] } as const
      })
  }
  return { provider: { findNumbered, numberOf }, asked }
}

const known = [1, 2, 4].map((sequence) => {
  const orderNumber = numbered(sequence)
  const attempts = [makeAttempt({ provider: 'line-pay', state: 'captured', captureId: 'C1' })]
  const payment = makePayment(attempts, { captureId: 'C1' })
  return makeOrder({ id: `doc-${sequence}`, orderNumber, status: '已付款', payment })
})

const payments: readonly (readonly [string, string, string, string])[] = [
  ['a lost order between two others', `${numbered(3)}-1`, 'unknown-order', numbered(3)],
  ['the second attempt of a lost order', `${numbered(3)}-2`, 'unknown-order', numbered(3)],
  ['a lost order after the last', `${numbered(9)}-1`, 'unknown-order', numbered(9)],
  [
    'a lost order of an hour without any',
    `${numbered(2, '2026112123')}-1`,
    'unknown-order',
    numbered(2, '2026112123'),
  ],
  [
    'a lost attempt of an order that is there',
    `${numbered(4)}-2`,
    'other-transaction',
    numbered(4),
  ],
]

for (const [name, number, what, order] of payments) {
  test(`${name} that the provider has as paid is found`, async () => {
    const { provider } = providerWith([number])
    assert.deepEqual(await unbookedPayments(provider, { span, orders: known }), [
      { what, number: order, transaction: `C-${number}`, amount: TOTAL },
    ])
  })
}

test('lost orders are looked for as long as any is found, no number twice', async () => {
  const paid = [20, 40, 60].map((sequence) => `${numbered(sequence)}-1`)
  const { provider, asked } = providerWith([...paid, `${numbered(200)}-1`])
  const found = await unbookedPayments(provider, { span, orders: known })
  assert.deepEqual(
    found.map(({ number }) => number),
    [20, 40, 60].map((sequence) => numbered(sequence)),
  )
  assert.equal(new Set(asked).size, asked.length)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { ProviderEvent } from '#lib/payment/provider.ts'
import { defined } from '#lib/result.ts'
import { parsePaypalEvent } from './messages.ts'

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
const capture = { rel: 'up', href: 'https://api.paypal.com/v2/payments/captures/C1' }
const related = { supplementary_data: { related_ids: { order_id: 'PP1' } } }

const hints: [string, object, Partial<ProviderEvent>][] = [
  [
    'CHECKOUT.ORDER.APPROVED',
    { id: 'PP1', purchase_units: [{ custom_id: 'doc-1' }] },
    { reference: 'PP1', orderDocument: 'doc-1', approvedAt: '2026-11-21T02:00:00.500Z' },
  ],
  ['CHECKOUT.ORDER.COMPLETED', { id: 'PP1' }, { reference: 'PP1' }],
  ['CHECKOUT.PAYMENT-APPROVAL.REVERSED', { order_id: 'PP1' }, { reference: 'PP1' }],
  [
    'PAYMENT.CAPTURE.COMPLETED',
    { id: 'C1', custom_id: 'doc-1', ...related },
    { reference: 'PP1', orderDocument: 'doc-1' },
  ],
  ['PAYMENT.CAPTURE.REFUNDED', { id: 'R1', links: [capture] }, { captureId: 'C1' }],
  ['PAYMENT.CAPTURE.REVERSED', { id: 'R1', links: [{ ...capture, rel: 'self' }] }, {}],
  [
    'CUSTOMER.DISPUTE.CREATED',
    { dispute_id: 'PP-D-1', links: [capture], ...related },
    { disputeId: 'PP-D-1' },
  ],
  ['CUSTOMER.DISPUTE.RESOLVED', { id: 'PP-D-2' }, { disputeId: 'PP-D-2' }],
  ['CUSTOMER.DISPUTE.UPDATED', { dispute_id: '../orders' }, {}],
  ['PAYMENT.CAPTURE.DENIED', { supplementary_data: { related_ids: { order_id: '../x' } } }, {}],
]

for (const [type, resource, expected] of hints) {
  test(`${type} ${JSON.stringify(resource).slice(0, 60)} hints at ${JSON.stringify(expected)}`, () => {
    const create_time = '2026-11-21T10:00:00.5+08:00'
    const event = parsePaypalEvent(bytes({ id: 'WH-1', event_type: type, create_time, resource }))
    assert.deepEqual(defined(event ?? {}), {
      provider: 'paypal',
      id: 'WH-1',
      type,
      ...expected,
    })
  })
}

test('an event without a time is no approval', () => {
  const event = { id: 'WH-1', event_type: 'CHECKOUT.ORDER.APPROVED', resource: { id: 'PP1' } }
  assert.equal(parsePaypalEvent(bytes(event))?.approvedAt, undefined)
})

const good = { id: 'WH-1', event_type: 'X', resource: {} }
const malformed: [string, Uint8Array][] = [
  ['no JSON', new TextEncoder().encode('{')],
  ['no UTF-8', new Uint8Array([0x22, 0xff, 0x22])],
  ['a list', bytes([good])],
  ['null', bytes(null)],
  ['an event without a resource', bytes({ ...good, resource: undefined })],
  ['an event without a type', bytes({ ...good, event_type: undefined })],
  ['an id that is a path', bytes({ ...good, id: '../x' })],
  ['an id that is too long', bytes({ ...good, id: 'x'.repeat(101) })],
  ['a time that is none', bytes({ ...good, create_time: 'yesterday' })],
]

for (const [name, body] of malformed) {
  test(`${name} is no event`, () => assert.equal(parsePaypalEvent(body), undefined))
}

test('the least that is an event is one', () => {
  assert.equal(parsePaypalEvent(bytes(good))?.id, 'WH-1')
})

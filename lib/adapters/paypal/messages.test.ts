import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { ProviderEvent } from '../../order/payment/provider.ts'
import { defined } from '../../result.ts'
import {
  parsePaypalEvent,
  disputeFrom,
  certificateStore,
  CertificateUnavailable,
  isCertificateAddress,
} from './messages.ts'

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

type Wire = Parameters<typeof disputeFrom>[0]

const twd = (value: string) => ({ currency_code: 'TWD', value })
const wire: Wire = {
  dispute_id: 'PP-D-1',
  status: 'UNDER_REVIEW',
  reason: 'UNAUTHORISED',
  dispute_channel: 'INTERNAL',
  dispute_amount: twd('3080.00'),
  disputed_transactions: [{ seller_transaction_id: 'C1', custom: 'doc-1' }],
}
const makeResolved = (outcome_code: string | undefined) => ({
  status: 'RESOLVED',
  dispute_outcome: { outcome_code },
})

const STATES: readonly (readonly [what: string, Partial<Wire>, state: string])[] = [
  ['one under review', {}, 'open'],
  ['one under review with an outcome', { dispute_outcome: { outcome_code: 'ACCEPTED' } }, 'open'],
  ['one that the buyer won', makeResolved('RESOLVED_BUYER_FAVOUR'), 'lost'],
  ['one that the seller accepted', makeResolved('ACCEPTED'), 'lost'],
  ['one that the seller won', makeResolved('RESOLVED_SELLER_FAVOUR'), 'won'],
  ['one that the buyer took back', makeResolved('CANCELED_BY_BUYER'), 'won'],
  ['one without an outcome', makeResolved(undefined), 'won'],
]

for (const [what, overrides, state] of STATES) {
  test(`${what} is ${state} for the shop`, () => {
    assert.equal(disputeFrom({ ...wire, ...overrides }).state, state)
  })
}

test('a dispute names who decides, what it is about, and how much where it is about one capture', () => {
  assert.deepEqual(disputeFrom(wire), {
    id: 'PP-D-1',
    state: 'open',
    reason: 'UNAUTHORISED',
    channel: 'provider',
    amount: 3080,
    isAnswered: true,
    captures: [{ id: 'C1', orderDocument: 'doc-1' }],
  })
  for (const status of ['OPEN', 'WAITING_FOR_SELLER_RESPONSE', 'OTHER', 'RESOLVED']) {
    assert.equal(disputeFrom({ ...wire, status }).isAnswered, undefined, status)
  }
  const waits = disputeFrom({ ...wire, status: 'WAITING_FOR_BUYER_RESPONSE' })
  assert.equal(waits.isAnswered, true)
  assert.equal(disputeFrom({ ...wire, dispute_channel: 'EXTERNAL' }).channel, 'bank')
  const due = { ...wire, seller_response_due_date: '2026-12-05T12:00:00.000+08:00' }
  assert.equal(disputeFrom(due).respondBy, '2026-12-05T04:00:00.000Z')
  const two = [...wire.disputed_transactions, { seller_transaction_id: 'C2' }]
  assert.equal(disputeFrom({ ...wire, disputed_transactions: two }).amount, undefined)
  assert.equal(disputeFrom({ ...wire, dispute_amount: twd('1.50') }).amount, undefined)
  const dollars = { currency_code: 'USD', value: '3080' }
  assert.equal(disputeFrom({ ...wire, dispute_amount: dollars }).amount, undefined)
})

const AT = 'https://api.paypal.com/v1/notifications/certs/'

for (const [address, expected] of [
  [`${AT}CERT-360caa42`, true],
  ['http://api.paypal.com/v1/notifications/certs/CERT-1', false],
  ['https://api.paypal.com.evil.example/v1/notifications/certs/CERT-1', false],
  ['https://user@api.paypal.com/v1/notifications/certs/CERT-1', false],
  [`${AT}CERT-1?x`, false],
  [`${AT}../x`, false],
  [AT + 'x'.repeat(101), false],
  ['https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1', false],
  ['', false],
] as const) {
  test(`${address.slice(0, 70)} ${expected ? 'is' : 'is not'} asked for a certificate`, () => {
    assert.equal(isCertificateAddress(address, { environment: 'live' }), expected)
  })
}

test('a good certificate is fetched once, also by two at a time', async () => {
  let count = 0
  const get = certificateStore(async (address) => {
    count += 1
    return address
  })
  assert.deepEqual(await Promise.all([get('a'), get('a')]), ['a', 'a'])
  assert.equal(await get('a'), 'a')
  assert.equal(count, 1)
})

test('one that PayPal does not know is asked for again after ten minutes', async () => {
  let now = 0
  let count = 0
  const get = certificateStore(
    async () => {
      count += 1
      return undefined
    },
    () => now,
  )
  for (const [minute, times] of [
    [0, 1],
    [1, 1],
    [9, 1],
    [10, 2],
  ] as const) {
    now = minute * 60_000
    assert.equal(await get('a'), undefined)
    assert.equal(count, times)
  }
})

test('one that failed is asked for again after ten seconds, and nothing is known of it before', async () => {
  let now = 0
  let count = 0
  const get = certificateStore(
    async () => {
      count += 1
      throw new Error('away')
    },
    () => now,
  )
  for (const [second, times] of [
    [0, 1],
    [9, 1],
    [10, 2],
  ] as const) {
    now = second * 1000
    await assert.rejects(get('a'), CertificateUnavailable)
    assert.equal(count, times)
  }
})

test('ten certificates are kept, and a thousand names of none: made-up ones fill no memory', async () => {
  const fetched: string[] = []
  const get = certificateStore(async (address) => {
    fetched.push(address)
    return address.startsWith('bad') ? undefined : address
  })
  const fill = async (kind: string, most: number) => {
    for (let number = 0; number <= most; number += 1) await get(`${kind}-${number}`)
    const before = fetched.length
    await get(`${kind}-${most}`)
    await get(`${kind}-0`)
    assert.deepEqual(fetched.slice(before), [`${kind}-0`])
  }
  await fill('good', 10)
  await fill('bad', 1000)
})

test('three are fetched at a time, and a known one does not wait', async () => {
  const waiting: (() => void)[] = []
  const get = certificateStore(async (address) => {
    if (address !== 'known') await new Promise<void>((resolve) => waiting.push(resolve))
    return address
  })
  await get('known')
  const three = ['a', 'b', 'c'].map(get)
  await assert.rejects(get('d'), CertificateUnavailable)
  assert.equal(await get('known'), 'known')
  for (const end of waiting) end()
  assert.deepEqual(await Promise.all(three), ['a', 'b', 'c'])
  const fourth = get('d')
  waiting.at(-1)?.()
  assert.equal(await fourth, 'd')
})

test('made-up names never keep the last good certificate waiting, on a new instance either', async () => {
  const never = new Promise<string>(() => {})
  const fetchOne = async (address: string) => (address === 'good' ? address : never)
  const saved: string[] = []
  const memory = {
    read: async () => saved.at(-1),
    save: async (address: string) => void saved.push(address),
  }
  assert.equal(await certificateStore(fetchOne, Date.now, memory)('good'), 'good')
  assert.deepEqual(saved, ['good'])
  const get = certificateStore(fetchOne, Date.now, memory)
  for (const made of ['a', 'b', 'c']) void get(made)
  await assert.rejects(get('d'), CertificateUnavailable)
  assert.equal(await get('good'), 'good')
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { at, StandIn, textAt } from './stand-in.fixture.ts'
import { Receiver } from './webhook-receiver.ts'

const receiver = new Receiver()
let standIn = new StandIn()

before(async () => {
  await receiver.start()
  standIn = new StandIn('--webhook-url', receiver.url)
  await standIn.start()
})
after(async () => {
  await standIn.close()
  receiver.close()
})

async function dispute(
  invoice: string,
  asked: object = {},
): Promise<{ id: string; capture: string }> {
  const capture = await standIn.paid(invoice)
  const opened = await standIn.control('POST', `/captures/${capture}/dispute`, asked)
  return { id: textAt(opened, 'dispute_id'), capture }
}

function byText(one: readonly unknown[], other: readonly unknown[]): number {
  return one.join().localeCompare(other.join())
}

function resolve(id: string, outcome: string): Promise<unknown> {
  return standIn.control('POST', `/disputes/${id}/resolve`, { outcome })
}

async function captureAt(capture: string): Promise<unknown[]> {
  const { body } = await standIn.call('GET', `/v2/payments/captures/${capture}`)
  return [at(body, 'status'), at(body, 'status_details', 'reason')]
}

test('an open dispute is shown, told, held in the ledger, and stops refunds', async () => {
  const { id, capture } = await dispute('OT-1', { reason: 'UNAUTHORISED', amount: '80' })
  const { status, body } = await standIn.call('GET', `/v1/customer/disputes/${id}`)
  assert.equal(status, 200)
  const transaction = at(body, 'disputed_transactions', 0)
  assert.deepEqual(
    ['seller_transaction_id', 'invoice_number', 'custom'].map((name) => at(transaction, name)),
    [capture, 'OT-1', 'id-of-OT-1'],
  )
  assert.deepEqual(
    [at(body, 'reason'), at(body, 'status'), at(body, 'dispute_amount', 'value')],
    ['UNAUTHORISED', 'OPEN', '80'],
  )
  assert.equal(at(body, 'dispute_outcome'), undefined)
  assert.deepEqual((await standIn.ledger(capture)).slice(1), [['T1110', '-80']])
  const refused = await standIn.call('POST', `/v2/payments/captures/${capture}/refund`, {})
  assert.deepEqual(
    [refused.status, at(refused.body, 'details', 0, 'issue')],
    [422, 'TRANSACTION_DISPUTED'],
  )
  await standIn.control('POST', '/webhooks/flush')
  const told = receiver.received
    .map(({ event }) => event)
    .findLast((event) => at(event, 'resource', 'dispute_id') === id)
  assert.deepEqual(
    [at(told, 'event_type'), at(told, 'resource_type'), at(told, 'resource')],
    ['CUSTOMER.DISPUTE.CREATED', 'dispute', body],
  )
})

test('each change of a dispute is told; only the last one tells an outcome', async () => {
  const { id } = await dispute('OT-2')
  await standIn.control('POST', `/disputes/${id}/update`, { status: 'UNDER_REVIEW' })
  await resolve(id, 'RESOLVED_SELLER_FAVOUR')
  await standIn.control('POST', '/webhooks/flush')
  const told = receiver.received
    .filter(({ event }) => at(event, 'resource', 'dispute_id') === id)
    .map(({ event }) => [
      at(event, 'event_type'),
      at(event, 'resource', 'status'),
      at(event, 'resource', 'dispute_outcome', 'outcome_code'),
    ])
  assert.deepEqual(told.toSorted(byText), [
    ['CUSTOMER.DISPUTE.CREATED', 'OPEN', undefined],
    ['CUSTOMER.DISPUTE.RESOLVED', 'RESOLVED', 'RESOLVED_SELLER_FAVOUR'],
    ['CUSTOMER.DISPUTE.UPDATED', 'UNDER_REVIEW', undefined],
  ])
  await assert.rejects(resolve(id, 'RESOLVED_BUYER_FAVOUR'), /409/)
})

const lost = ['REFUNDED', 'CHARGEBACK']
const kept = ['COMPLETED', undefined]
const fee = ['T1108', '146']
const endings = [
  ['RESOLVED_SELLER_FAVOUR', 'EXTERNAL', kept, []],
  ['CANCELED_BY_BUYER', 'EXTERNAL', kept, []],
  ['DENIED', 'EXTERNAL', kept, []],
  ['RESOLVED_WITH_PAYOUT', 'INTERNAL', kept, []],
  [
    'RESOLVED_WITH_PAYOUT',
    'EXTERNAL',
    kept,
    [
      ['T1201', '-3080'],
      ['T1205', '3080'],
    ],
  ],
  ['RESOLVED_BUYER_FAVOUR', 'EXTERNAL', lost, [fee, ['T1201', '-3080']]],
  ['ACCEPTED', 'EXTERNAL', lost, [fee, ['T1201', '-3080']]],
  ['RESOLVED_BUYER_FAVOUR', 'INTERNAL', ['REFUNDED', 'BUYER_COMPLAINT'], [['T1106', '-3080'], fee]],
] as const
for (const [outcome, channel, capture, rows] of endings) {
  test(`${channel} dispute, ${outcome}: the hold ends, the capture is ${capture[0]}`, async () => {
    const made = await dispute(`OT-${channel}-${outcome}`, { channel })
    const done = await resolve(made.id, outcome)
    assert.equal(at(done, 'dispute_outcome', 'outcome_code'), outcome)
    assert.deepEqual(await captureAt(made.capture), capture)
    const held = [
      ['T1110', '-3080'],
      ['T1111', '3080'],
    ]
    assert.deepEqual(
      (await standIn.ledger(made.capture)).slice(1),
      [...rows, ...held].toSorted(byText),
    )
  })
}

test('a chargeback stops refunds; won back, the capture is COMPLETED again and can be refunded', async () => {
  const { id, capture } = await dispute('OT-3')
  await resolve(id, 'RESOLVED_BUYER_FAVOUR')
  const refund = `/v2/payments/captures/${capture}/refund`
  const refused = await standIn.call('POST', refund, {})
  assert.equal(at(refused.body, 'details', 0, 'issue'), 'REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK')
  await resolve(id, 'RESOLVED_SELLER_FAVOUR')
  assert.deepEqual(await captureAt(capture), kept)
  const codes = (await standIn.ledger(capture)).map(([code]) => code)
  assert.deepEqual(codes, ['T0006', 'T1108', 'T1108', 'T1110', 'T1111', 'T1201', 'T1202'])
  const order = await standIn.control('GET', '/orders?ref=OT-3')
  assert.deepEqual(at(order, 'orders', 0, 'refunds'), [])
  assert.equal((await standIn.call('POST', refund, {})).status, 201)
})

test('disputes are found by transaction, in PayPal’s short form, and listed for tests', async () => {
  const { id, capture } = await dispute('OT-4')
  const path = `/v1/customer/disputes?disputed_transaction_id=${capture}`
  const found = (await standIn.call('GET', path)).body
  assert.deepEqual([at(found, 'items', 0, 'dispute_id'), at(found, 'items', 1)], [id, undefined])
  assert.equal(at(found, 'items', 0, 'disputed_transactions'), undefined)
  const listed = await standIn.control('GET', `/disputes?ref=${capture}`)
  assert.equal(at(listed, 'disputes', 0, 'dispute_id'), id)
})

test('a dispute needs the token, its capture money, and knows scenarios of op dispute', async () => {
  const { id, capture } = await dispute('OT-5')
  const path = `/v1/customer/disputes/${id}`
  assert.equal((await fetch(`${standIn.base}${path}`)).status, 401)
  assert.equal((await standIn.call('GET', '/v1/customer/disputes/PP-D-0')).status, 404)
  for (const act of ['dispute', 'reverse'])
    await assert.rejects(standIn.control('POST', `/captures/${capture}/${act}`), /409/)
  await standIn.control('POST', '/faults', { name: '503', op: 'dispute', orderRef: 'OT-5' })
  assert.deepEqual(
    [(await standIn.call('GET', path)).status, (await standIn.call('GET', path)).status],
    [503, 200],
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { standInWithReceiver } from './receiver.fixture.ts'
import { at, issueOf, textAt } from './stand-in.fixture.ts'

const { receiver, standIn } = standInWithReceiver()

async function dispute(invoice: string, request = {}): Promise<{ id: string; capture: string }> {
  const capture = await standIn.paid(invoice)
  const opened = await standIn.control('POST', `/captures/${capture}/dispute`, request)
  return { id: textAt(opened, 'dispute_id'), capture }
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
  const { body } = await standIn.call('GET', `/v1/customer/disputes/${id}`)
  const transaction = at(body, 'disputed_transactions', 0)
  assert.equal(at(transaction, 'seller_transaction_id'), capture)
  assert.equal(at(transaction, 'custom'), 'id-of-OT-1')
  assert.equal(at(body, 'dispute_amount', 'value'), '80')
  assert.deepEqual(await standIn.ledger(capture), ['T0006 3080', 'T1110 -80'])
  assert.equal(issueOf(await standIn.refund(capture)), 'TRANSACTION_DISPUTED')
  for (const act of ['dispute', 'reverse'])
    await assert.rejects(standIn.control('POST', `/captures/${capture}/${act}`), /409/)
  await standIn.fault('OT-1', { name: '503', op: 'dispute' })
  assert.equal((await standIn.call('GET', `/v1/customer/disputes/${id}`)).status, 503)
})

test('each change of a dispute is reported; only the last one tells an outcome', async () => {
  const { id } = await dispute('OT-2')
  await standIn.control('POST', `/disputes/${id}/update`, { status: 'UNDER_REVIEW' })
  await resolve(id, 'RESOLVED_SELLER_FAVOUR')
  await standIn.control('POST', '/webhooks/flush')
  const result = receiver.of(id).map(({ event }) => {
    const outcome = at(event, 'resource', 'dispute_outcome', 'outcome_code')
    return [at(event, 'event_type'), at(event, 'resource', 'status'), outcome].join(' ')
  })
  assert.deepEqual(result.toSorted(), [
    'CUSTOMER.DISPUTE.CREATED OPEN ',
    'CUSTOMER.DISPUTE.RESOLVED RESOLVED RESOLVED_SELLER_FAVOUR',
    'CUSTOMER.DISPUTE.UPDATED UNDER_REVIEW ',
  ])
  await assert.rejects(resolve(id, 'RESOLVED_BUYER_FAVOUR'), /409/)
})

const kept = ['COMPLETED', undefined]
const lost = ['REFUNDED', 'CHARGEBACK']
const charged = ['T1108 146', 'T1201 -3080']
for (const [outcome, channel, capture, lines] of [
  ['RESOLVED_SELLER_FAVOUR', 'EXTERNAL', kept, []],
  ['CANCELED_BY_BUYER', 'EXTERNAL', kept, []],
  ['DENIED', 'INTERNAL', kept, []],
  ['RESOLVED_WITH_PAYOUT', 'EXTERNAL', kept, []],
  ['RESOLVED_BUYER_FAVOUR', 'EXTERNAL', lost, charged],
  ['ACCEPTED', 'EXTERNAL', lost, charged],
  [
    'RESOLVED_BUYER_FAVOUR',
    'INTERNAL',
    ['REFUNDED', 'BUYER_COMPLAINT'],
    ['T1106 -3080', 'T1108 146'],
  ],
] as const) {
  test(`${channel} dispute, ${outcome}: the reservation ends, the capture is ${capture[0]}`, async () => {
    const made = await dispute(`OT-${channel}-${outcome}`, { channel })
    await resolve(made.id, outcome)
    assert.deepEqual(await captureAt(made.capture), capture)
    const all = ['T0006 3080', 'T1110 -3080', 'T1111 3080', ...lines].toSorted()
    assert.deepEqual(await standIn.ledger(made.capture), all)
  })
}

for (const [channel, code, refused] of [
  ['EXTERNAL', 'T1202', 'REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK'],
  ['INTERNAL', 'T1205', 'CAPTURE_FULLY_REFUNDED'],
] as const) {
  test(`a lost ${channel} dispute stops refunds until it is won back with ${code}`, async () => {
    const { id, capture } = await dispute(`OT-back-${channel}`, { channel })
    await resolve(id, 'RESOLVED_BUYER_FAVOUR')
    assert.equal(issueOf(await standIn.refund(capture)), refused)
    await resolve(id, 'RESOLVED_SELLER_FAVOUR')
    assert.deepEqual(await captureAt(capture), kept)
    const ledger = await standIn.ledger(capture)
    assert.ok(ledger.includes(`${code} 3080`) && ledger.includes('T1108 -146'))
    const listed = await standIn.control('GET', `/orders?ref=OT-back-${channel}`)
    assert.deepEqual(at(listed, 'orders', 0, 'refunds'), [])
    assert.equal((await standIn.refund(capture)).status, 201)
  })
}

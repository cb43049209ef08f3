import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { at, type Answer, StandIn, textAt } from './stand-in.fixture.ts'

const standIn = new StandIn()
before(() => standIn.start())
after(() => standIn.close())

function refund(capture: string, body: object = {}, requestId?: string): Promise<Answer> {
  const headers = requestId === undefined ? {} : { 'paypal-request-id': requestId }
  return standIn.call('POST', `/v2/payments/captures/${capture}/refund`, body, headers)
}

function part(value: string): object {
  return { amount: { currency_code: 'TWD', value } }
}

function issueOf({ body }: Answer): unknown {
  return at(body, 'details', 0, 'issue')
}

async function shownIn(invoice: string): Promise<unknown[]> {
  const listed = await standIn.control('GET', `/orders?ref=${invoice}`)
  const { body } = await standIn.call(
    'GET',
    `/v2/checkout/orders/${textAt(listed, 'orders', 0, 'id')}`,
  )
  const payments = at(body, 'purchase_units', 0, 'payments')
  const refunds = at(payments, 'refunds')
  const values = Array.isArray(refunds) ? refunds.map((one) => at(one, 'amount', 'value')) : []
  return [at(payments, 'captures', 0, 'status'), ...values]
}

test('a part, then the rest: the order shows each refund, and the ledger refers to the capture', async () => {
  const capture = await standIn.paid('OT-1')
  const first = await refund(capture, part('80'))
  assert.deepEqual([first.status, at(first.body, 'status')], [201, 'COMPLETED'])
  assert.deepEqual(await shownIn('OT-1'), ['PARTIALLY_REFUNDED', '80'])
  const rest = await refund(capture)
  assert.deepEqual(
    ['gross_amount', 'total_refunded_amount'].map((name) =>
      at(rest.body, 'seller_payable_breakdown', name, 'value'),
    ),
    ['3000', '3080'],
  )
  assert.deepEqual(await shownIn('OT-1'), ['REFUNDED', '80', '3000'])
  assert.equal(issueOf(await refund(capture)), 'CAPTURE_FULLY_REFUNDED')
  assert.deepEqual(await standIn.ledger(capture), [
    ['T0006', '3080'],
    ['T1107', '-3000'],
    ['T1107', '-80'],
  ])
})

const lostReplies = ['lose-reply', 'hang-after-acting', '500-after-acting', 'bad-reply'] as const
const unmade = ['drop', '500', '503', '429', '401'] as const
const strikes = [
  ...lostReplies.map((name) => [name, 200] as const),
  ...unmade.map((name) => [name, 201] as const),
]
for (const [name, status] of strikes) {
  test(`after ${name} the same request id answers ${status}, and one refund is made`, async () => {
    const capture = await standIn.paid(`OT-${name}`)
    await standIn.control('POST', '/faults', { name, op: 'refund', orderRef: capture })
    const id = `refund:${name}`
    await Promise.race([
      refund(capture, part('80'), id).catch(() => undefined),
      new Promise((resolve) => AbortSignal.timeout(500).addEventListener('abort', resolve)),
    ])
    assert.equal((await refund(capture, part('80'), id)).status, status)
    assert.deepEqual(await shownIn(`OT-${name}`), ['PARTIALLY_REFUNDED', '80'])
  })
}

test('a refund’s request id is kept 45 days; with another body it is refused', async () => {
  const own = new StandIn()
  await own.start()
  try {
    const path = `/v2/payments/captures/${await own.paid('OT-key')}/refund`
    const once = (value: string): Promise<Answer> =>
      own.call('POST', path, part(value), { 'paypal-request-id': 'refund:key' })
    const first = await once('80')
    assert.equal(issueOf(await once('81')), 'PAYPAL_REQUEST_ID_PREVIOUSLY_USED')
    await own.control('POST', '/advance', { hours: 45 * 24 - 1 })
    const again = await once('80')
    assert.deepEqual([again.status, at(again.body, 'id')], [200, at(first.body, 'id')])
    await own.control('POST', '/advance', { hours: 45 * 24 })
    assert.equal((await once('80')).status, 201)
  } finally {
    await own.close()
  }
})

test('what PayPal refuses by itself: too much, pending, an invoice id used before, another currency', async () => {
  const capture = await standIn.paid('OT-2')
  assert.equal(issueOf(await refund(capture, part('3081'))), 'REFUND_AMOUNT_EXCEEDED')
  const usd = { amount: { currency_code: 'USD', value: '1' } }
  assert.equal(issueOf(await refund(capture, usd)), 'REFUND_CAPTURE_CURRENCY_MISMATCH')
  await refund(capture, { ...part('1'), invoice_id: 'OT-2-R1' })
  const twice = await refund(capture, { ...part('1'), invoice_id: 'OT-2-R1' })
  assert.equal(issueOf(twice), 'DUPLICATE_INVOICE_ID')
  const pending = await standIn.paid('OT-3', { outcome: 'CAPTURE_PENDING' })
  assert.equal(issueOf(await refund(pending)), 'PENDING_CAPTURE')
  const failed = await standIn.paid('OT-4', { outcome: 'CAPTURE_DECLINED' })
  assert.equal(issueOf(await refund(failed)), 'REFUND_NOT_ALLOWED')
})

const issues = [
  'PARTIAL_REFUND_NOT_ALLOWED',
  'MAX_NUMBER_OF_REFUNDS_EXCEEDED',
  'REFUND_TIME_LIMIT_EXCEEDED',
  'REFUND_FAILED_INSUFFICIENT_FUNDS',
  'REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK',
  'REFUND_AMOUNT_TOO_LOW',
] as const
test('every other refusal comes by the scenario issue', async () => {
  const capture = await standIn.paid('OT-5')
  for (const issue of issues) {
    await standIn.control('POST', '/faults', {
      name: 'issue',
      issue,
      op: 'refund',
      orderRef: 'OT-5',
    })
    const answer = await refund(capture, {}, 'refund:OT-5')
    assert.deepEqual([answer.status, issueOf(answer)], [422, issue])
  }
  assert.equal((await refund(capture, {}, 'refund:OT-5')).status, 201)
})

const endings = [
  ['COMPLETED', 'PARTIALLY_REFUNDED'],
  ['FAILED', 'COMPLETED'],
  ['CANCELLED', 'COMPLETED'],
] as const
for (const [result, after] of endings) {
  test(`a pending refund that is ${result} leaves the capture ${after}`, async () => {
    const invoice = `OT-pending-${result}`
    const capture = await standIn.paid(invoice)
    await standIn.control('POST', '/faults', { name: 'refund-pending', orderRef: invoice })
    const made = await refund(capture, part('80'))
    assert.deepEqual(
      [at(made.body, 'status'), at(made.body, 'status_details', 'reason')],
      ['PENDING', 'ECHECK'],
    )
    assert.equal((await shownIn(invoice))[0], 'COMPLETED')
    assert.equal(issueOf(await refund(capture, part('3001'))), 'REFUND_AMOUNT_EXCEEDED')
    const id = textAt(made.body, 'id')
    await standIn.control('POST', `/refunds/${id}/settle`, { result })
    const read = await standIn.call('GET', `/v2/payments/refunds/${id}`)
    assert.equal(at(read.body, 'status'), result)
    assert.equal((await shownIn(invoice))[0], after)
    await standIn.control('POST', '/webhooks/flush')
    await assert.rejects(standIn.control('POST', `/refunds/${id}/settle`, { result }), /409/)
  })
}

test('fees go back with a reversal, and with refunds when the account has it so', async () => {
  const own = new StandIn('--refund-fees', 'on')
  await own.start()
  try {
    const [refunded, reversed] = [await own.paid('OT-6'), await own.paid('OT-7')]
    await own.control('POST', `/captures/${refunded}/refund`, { value: '1540' })
    assert.deepEqual((await own.ledger(refunded)).slice(1), [
      ['T1107', '-1540'],
      ['T1109', '73'],
    ])
    await own.control('POST', `/captures/${reversed}/reverse`)
    assert.deepEqual((await own.ledger(reversed)).slice(1), [
      ['T1106', '-3080'],
      ['T1108', '146'],
    ])
  } finally {
    await own.close()
  }
})

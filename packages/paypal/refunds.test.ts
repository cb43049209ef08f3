import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { at, issueOf, StandIn, textAt } from './stand-in.fixture.ts'

const standIn = new StandIn()
before(() => standIn.start())
after(() => standIn.close())

/** The state of an order's capture, and the amounts of its refunds, as PayPal shows the order. */
async function shownIn(invoice: string): Promise<unknown[]> {
  const listed = await standIn.control('GET', `/orders?ref=${invoice}`)
  const id = textAt(listed, 'orders', 0, 'id')
  const { body } = await standIn.call('GET', `/v2/checkout/orders/${id}`)
  const payments = at(body, 'purchase_units', 0, 'payments')
  const refunds: unknown = at(payments, 'refunds')
  const values = Array.isArray(refunds)
    ? refunds.map((refund) => at(refund, 'amount', 'value'))
    : []
  return [at(payments, 'captures', 0, 'status'), ...values]
}

test('a part, then the rest: the order and the ledger show each refund', async () => {
  const capture = await standIn.paid('OT-1')
  const first = await standIn.refund(capture, '80')
  assert.deepEqual([first.status, at(first.body, 'status')], [201, 'COMPLETED'])
  assert.deepEqual(await shownIn('OT-1'), ['PARTIALLY_REFUNDED', '80'])
  const { body } = await standIn.refund(capture)
  const amounts = at(body, 'seller_payable_breakdown')
  assert.equal(at(amounts, 'gross_amount', 'value'), '3000')
  assert.equal(at(amounts, 'total_refunded_amount', 'value'), '3080')
  assert.deepEqual(await shownIn('OT-1'), ['REFUNDED', '80', '3000'])
  assert.equal(issueOf(await standIn.refund(capture)), 'CAPTURE_FULLY_REFUNDED')
  assert.deepEqual(await standIn.ledger(capture), ['T0006 3080', 'T1107 -3000', 'T1107 -80'])
})

for (const [name, status] of [
  ['lose-reply', 200],
  ['hang-after-acting', 200],
  ['500-after-acting', 200],
  ['bad-reply', 200],
  ['drop', 201],
  ['503', 201],
  ['401', 201],
] as const) {
  test(`after ${name} the same request id answers ${status}, and one refund is made`, async () => {
    const capture = await standIn.paid(`OT-${name}`)
    await standIn.fault(capture, { name, op: 'refund' })
    const refund = () => standIn.refund(capture, '80', {}, `refund:${name}`)
    await Promise.race([
      refund().catch(() => undefined),
      new Promise((resolve) => AbortSignal.timeout(500).addEventListener('abort', resolve)),
    ])
    const made = await refund()
    assert.equal(made.status, status)
    assert.deepEqual(await shownIn(`OT-${name}`), ['PARTIALLY_REFUNDED', '80'])
    const read = await standIn.call('GET', `/v2/payments/refunds/${textAt(made.body, 'id')}`)
    assert.deepEqual(read.body, made.body)
  })
}

test('a request id is kept 45 days; with another body it is refused', async (t) => {
  const own = new StandIn()
  t.after(() => own.close())
  await own.start()
  const capture = await own.paid('OT-key')
  const refund = (value: string) => own.refund(capture, value, {}, 'refund:key')
  const first = await refund('80')
  assert.equal(issueOf(await refund('81')), 'PAYPAL_REQUEST_ID_PREVIOUSLY_USED')
  await own.control('POST', '/advance', { hours: 45 * 24 - 1 })
  const again = await refund('80')
  assert.deepEqual([again.status, again.body], [200, first.body])
  await own.control('POST', '/advance', { hours: 45 * 24 })
  assert.equal((await refund('80')).status, 201)
})

test('refusals of a refund by PayPal itself', async () => {
  const capture = await standIn.paid('OT-2')
  const usd = { amount: { currency_code: 'USD', value: '1' } }
  await standIn.refund(capture, '1', { invoice_id: 'OT-2-R1' })
  const refused = [
    [await standIn.refund(capture, '3080'), 'REFUND_AMOUNT_EXCEEDED'],
    [await standIn.refund(capture, '1.50'), 'DECIMALS_NOT_SUPPORTED'],
    [await standIn.refund(capture, '1', usd), 'REFUND_CAPTURE_CURRENCY_MISMATCH'],
    [await standIn.refund(capture, '1', { invoice_id: 'OT-2-R1' }), 'DUPLICATE_INVOICE_ID'],
    [await standIn.refund(capture, '1', { note: 'x' }), 'INVALID_PARAMETER_SYNTAX'],
    [await standIn.refund('NOSUCHCAPTURE'), 'INVALID_RESOURCE_ID'],
    [await standIn.refund(await standIn.paid('OT-3', 'CAPTURE_PENDING')), 'PENDING_CAPTURE'],
    [await standIn.refund(await standIn.paid('OT-4', 'CAPTURE_DECLINED')), 'REFUND_NOT_ALLOWED'],
  ] as const
  for (const [answer, issue] of refused) assert.equal(issueOf(answer), issue)
})

test('every other refusal comes by the fault issue', async () => {
  const capture = await standIn.paid('OT-5')
  for (const issue of [
    'PARTIAL_REFUND_NOT_ALLOWED',
    'MAX_NUMBER_OF_REFUNDS_EXCEEDED',
    'REFUND_TIME_LIMIT_EXCEEDED',
    'REFUND_FAILED_INSUFFICIENT_FUNDS',
    'REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK',
    'REFUND_AMOUNT_TOO_LOW',
  ]) {
    await standIn.fault('OT-5', { name: 'issue', issue, op: 'refund' })
    const answer = await standIn.refund(capture, undefined, {}, 'refund:OT-5')
    assert.deepEqual([answer.status, issueOf(answer)], [422, issue])
  }
  assert.equal((await standIn.refund(capture, undefined, {}, 'refund:OT-5')).status, 201)
})

for (const [result, after] of [
  ['COMPLETED', 'PARTIALLY_REFUNDED'],
  ['FAILED', 'COMPLETED'],
  ['CANCELLED', 'COMPLETED'],
] as const) {
  test(`a pending refund that is ${result} leaves the capture ${after}`, async () => {
    const invoice = `OT-${result}`
    const capture = await standIn.paid(invoice)
    await standIn.fault(invoice, { name: 'refund-pending' })
    const { body } = await standIn.refund(capture, '80')
    const id = textAt(body, 'id')
    assert.deepEqual(
      [at(body, 'status'), at(body, 'status_details', 'reason')],
      ['PENDING', 'ECHECK'],
    )
    assert.equal((await shownIn(invoice))[0], 'COMPLETED')
    assert.equal(issueOf(await standIn.refund(capture, '3001')), 'REFUND_AMOUNT_EXCEEDED')
    await standIn.control('POST', `/refunds/${id}/settle`, { result })
    const read = await standIn.call('GET', `/v2/payments/refunds/${id}`)
    assert.equal(at(read.body, 'status'), result)
    assert.equal((await shownIn(invoice))[0], after)
    await assert.rejects(standIn.control('POST', `/refunds/${id}/settle`, { result }), /409/)
  })
}

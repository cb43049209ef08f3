import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { at, orderOf, StandIn, textAt } from './stand-in.fixture.ts'

const standIn = new StandIn()
before(() => standIn.start())
after(() => standIn.close())

function issueOf(answer: { body: unknown }): unknown {
  return at(answer.body, 'details', 0, 'issue')
}

test('an order without payment source: 201 CREATED with an approve link; short unless asked otherwise', async () => {
  const answer = await standIn.call('POST', '/v2/checkout/orders', orderOf('OT-1'), {
    prefer: 'return=minimal',
  })
  assert.equal(answer.status, 201)
  assert.deepEqual(Object.keys(answer.body ?? {}), ['id', 'status', 'links'])
  assert.equal(at(answer.body, 'status'), 'CREATED')
  assert.equal(at(answer.body, 'links', 1, 'rel'), 'approve')
  assert.match(answer.headers.get('paypal-debug-id') ?? '', /^[0-9a-f]{13}$/)
})

test('captures of each state of an order', async () => {
  const open = await standIn.order('OT-2', { approved: false })
  assert.equal(issueOf(await standIn.capture(open)), 'ORDER_NOT_APPROVED')
  await standIn.control('POST', `/orders/${open}/approve`)
  // The same id may be used again: nothing had been tried under it.
  assert.equal((await standIn.capture(open)).status, 201)
  assert.equal((await standIn.capture(open)).status, 200)
  const other = await standIn.capture(open, 'another')
  assert.equal(other.status, 422)
  assert.equal(issueOf(other), 'ORDER_ALREADY_CAPTURED')
  assert.equal((await standIn.capture('NOSUCHORDER')).status, 404)
})

test('an invoice number is paid once, whatever the order', async () => {
  const [one, two] = [await standIn.order('OT-3'), await standIn.order('OT-3')]
  assert.equal((await standIn.capture(one)).status, 201)
  assert.equal(issueOf(await standIn.capture(two)), 'DUPLICATE_INVOICE_ID')
  assert.deepEqual(at(await standIn.control('GET', '/captures?ref=OT-3'), 'captures', 1), undefined)
})

test('without the invoice guard an invoice number can be paid twice; a reset puts it back', async (t) => {
  const own = new StandIn('--invoice-guard', 'off')
  t.after(() => own.close())
  await own.start()
  assert.equal(at(await own.control('GET', '/settings'), 'invoiceGuard'), false)
  const ids = [
    await own.order('OT-twice'),
    await own.order('OT-twice'),
    await own.order('OT-twice'),
  ]
  const [one = '', two = '', three = ''] = ids
  assert.deepEqual([(await own.capture(one)).status, (await own.capture(two)).status], [201, 201])
  await own.control('POST', '/settings', { invoiceGuard: true })
  assert.equal(issueOf(await own.capture(three)), 'DUPLICATE_INVOICE_ID')
  await own.control('POST', '/reset')
  assert.equal(at(await own.control('GET', '/settings'), 'invoiceGuard'), false)
  await assert.rejects(own.control('POST', '/settings', { invoiceGard: false }), /400/)
})

test('a declined instrument stays declined under its request id, and pays under the next after a new approval', async () => {
  const id = await standIn.order('OT-4', { outcome: 'INSTRUMENT_DECLINED' })
  const declined = await standIn.capture(id)
  assert.equal(issueOf(declined), 'INSTRUMENT_DECLINED')
  assert.equal(at(declined.body, 'links', 0, 'rel'), 'redirect')
  await standIn.control('POST', `/orders/${id}/approve`)
  assert.equal(issueOf(await standIn.capture(id)), 'INSTRUMENT_DECLINED')
  assert.equal((await standIn.capture(id, `capture:${id}:2`)).status, 201)
})

const captureOutcomes = [
  ['CAPTURE_PENDING', 'PENDING'],
  ['CAPTURE_DECLINED', 'DECLINED'],
  ['CAPTURE_FAILED', 'FAILED'],
] as const
for (const [outcome, state] of captureOutcomes) {
  test(`the order completes while its capture is ${state}`, async () => {
    const answer = await standIn.capture(await standIn.order(`OT-${state}`, { outcome }))
    assert.equal(answer.status, 201)
    assert.equal(at(answer.body, 'status'), 'COMPLETED')
    assert.equal(at(answer.body, 'purchase_units', 0, 'payments', 'captures', 0, 'status'), state)
  })
}

test('a pending capture is settled, refunded and reversed from outside', async () => {
  const answer = await standIn.capture(await standIn.order('OT-5', { outcome: 'CAPTURE_PENDING' }))
  const id = textAt(answer.body, 'purchase_units', 0, 'payments', 'captures', 0, 'id')
  assert.equal(
    issueOf(await standIn.call('POST', `/v2/payments/captures/${id}/refund`, {})),
    'PENDING_CAPTURE',
  )
  assert.equal(
    at(await standIn.control('POST', `/captures/${id}/settle`, { result: 'complete' }), 'status'),
    'COMPLETED',
  )
  await standIn.control('POST', `/captures/${id}/refund`, { value: '1000' })
  await standIn.control('POST', `/captures/${id}/reverse`)
  const read = await standIn.call('GET', `/v2/payments/captures/${id}`)
  assert.equal(at(read.body, 'status'), 'REFUNDED')
  assert.equal(
    issueOf(await standIn.call('POST', `/v2/payments/captures/${id}/refund`, {})),
    'CAPTURE_FULLY_REFUNDED',
  )
  const totals = await standIn.control('GET', '/totals')
  assert.equal(at(totals, 'pending'), 3080)
})

test('an order that nobody approves is forgotten; an approved one is reversed', async () => {
  const [open, approved] = [
    await standIn.order('OT-6', { approved: false }),
    await standIn.order('OT-7'),
  ]
  await standIn.control('POST', `/orders/${open}/expire`)
  await standIn.control('POST', `/orders/${approved}/expire`)
  assert.equal((await standIn.call('GET', `/v2/checkout/orders/${open}`)).status, 404)
  assert.equal(
    at((await standIn.call('GET', `/v2/checkout/orders/${approved}`)).body, 'status'),
    'VOIDED',
  )
  assert.equal(issueOf(await standIn.capture(approved)), 'ORDER_NOT_APPROVED')
})

test('the list of transactions has PayPal’s shape', async () => {
  await standIn.capture(await standIn.order('OT-8'))
  const now = Date.now()
  const [from, until] = [new Date(now - 60_000), new Date(now + 60_000)].map((date) =>
    date.toISOString(),
  )
  const answer = await standIn.call(
    'GET',
    `/v1/reporting/transactions?start_date=${from}&end_date=${until}`,
  )
  const lines = at(answer.body, 'transaction_details')
  const mine = Array.isArray(lines)
    ? lines.find((line) => at(line, 'transaction_info', 'invoice_id') === 'OT-8')
    : undefined
  assert.equal(at(mine, 'transaction_info', 'transaction_status'), 'S')
  assert.deepEqual(at(mine, 'transaction_info', 'transaction_amount'), {
    currency_code: 'TWD',
    value: '3080',
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { standInWithReceiver } from './receiver.fixture.ts'
import { at, issueOf, orderOf, StandIn, textAt } from './stand-in.fixture.ts'

const { receiver, standIn } = standInWithReceiver()

test('an order without payment source is CREATED with an approve link, and shown in short', async () => {
  const short = { prefer: 'return=minimal' }
  const { status, body } = await standIn.call('POST', '/v2/checkout/orders', orderOf('OT-1'), short)
  assert.equal(status, 201)
  assert.deepEqual(Object.keys(Object(body)), ['id', 'status', 'links'])
  assert.deepEqual([at(body, 'status'), at(body, 'links', 1, 'rel')], ['CREATED', 'approve'])
  const id = textAt(body, 'id')
  assert.equal(issueOf(await standIn.capture(id)), 'ORDER_NOT_APPROVED')
  await standIn.control('POST', `/orders/${id}/approve`)
  // The same request id may be used again: nothing had been tried under it.
  assert.deepEqual(
    [(await standIn.capture(id)).status, (await standIn.capture(id)).status],
    [201, 200],
  )
  assert.equal(issueOf(await standIn.capture(id, 'another')), 'ORDER_ALREADY_CAPTURED')
})

test('an invoice number is paid once; twice with the guard off', async (t) => {
  const [one, two] = [await standIn.order('OT-2'), await standIn.order('OT-2')]
  assert.equal((await standIn.capture(one)).status, 201)
  assert.equal(issueOf(await standIn.capture(two)), 'DUPLICATE_INVOICE_ID')
  const own = new StandIn('--invoice-guard', 'off')
  t.after(() => own.close())
  await own.start()
  const [three, four] = [await own.order('OT-2'), await own.order('OT-2')]
  assert.deepEqual(
    [(await own.capture(three)).status, (await own.capture(four)).status],
    [201, 201],
  )
})

for (const state of ['PENDING', 'DECLINED', 'FAILED']) {
  test(`an order completes while its capture is ${state}`, async () => {
    const { body } = await standIn.capture(await standIn.order(`OT-${state}`, `CAPTURE_${state}`))
    const capture = at(body, 'purchase_units', 0, 'payments', 'captures', 0)
    assert.deepEqual([at(body, 'status'), at(capture, 'status')], ['COMPLETED', state])
  })
}

for (const [issue, rel, again] of [
  ['INSTRUMENT_DECLINED', 'redirect', 'INSTRUMENT_DECLINED'],
  ['PAYER_ACTION_REQUIRED', 'payer-action', undefined],
] as const) {
  test(`after ${issue} the order is approved again, with an event of its own`, async () => {
    const id = await standIn.order(`OT-${issue}`, issue)
    const refused = await standIn.capture(id)
    assert.deepEqual([issueOf(refused), at(refused.body, 'links', 0, 'rel')], [issue, rel])
    const between = new Date().toISOString()
    await standIn.control('POST', `/orders/${id}/approve`)
    // The refusal of the payment itself stays with its request id.
    assert.equal(issueOf(await standIn.capture(id)), again)
    if (again) assert.equal((await standIn.capture(id, `capture:${id}:2`)).status, 201)
    await standIn.control('POST', `/webhooks/flush?ref=${id}`)
    const times = receiver
      .of(`OT-${issue}`)
      .filter(({ event }) => at(event, 'event_type') === 'CHECKOUT.ORDER.APPROVED')
      .map(({ event }) => textAt(event, 'create_time'))
      .toSorted()
    assert.equal(times.length, 2)
    assert.ok(times[0] && times[1] && times[0] <= between && between <= times[1])
  })
}

test('five refused captures end an order; a repeated request id counts once', async () => {
  const ended = 'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED'
  const id = await standIn.order('OT-3')
  await standIn.fault(id, { name: 'decline', op: 'capture', times: 4 })
  for (const key of ['1', '1', '2', '3']) await standIn.capture(id, key)
  await standIn.control('POST', `/orders/${id}/approve`, { outcome: 'PAYER_CANNOT_PAY' })
  for (const key of ['4', '5'])
    assert.equal(issueOf(await standIn.capture(id, key)), 'PAYER_CANNOT_PAY')
  assert.equal(issueOf(await standIn.capture(id, '6')), ended)
  await assert.rejects(standIn.control('POST', `/orders/${id}/approve`), /409/)
  assert.equal((await fetch(`${standIn.base}/checkoutnow?token=${id}`)).status, 400)
  const other = await standIn.order('OT-4')
  await standIn.fault(other, { name: 'issue', issue: ended, op: 'capture' })
  for (const key of ['7', '8']) assert.equal(issueOf(await standIn.capture(other, key)), ended)
})

test('an order that nobody approves is forgotten; an approved one is voided', async () => {
  const { body } = await standIn.call('POST', '/v2/checkout/orders', orderOf('OT-5'))
  const [open, approved] = [textAt(body, 'id'), await standIn.order('OT-6')]
  await standIn.control('POST', '/advance', { hours: 2.9 })
  await standIn.control('POST', `/orders/${open}/expire`)
  assert.equal((await standIn.call('GET', `/v2/checkout/orders/${open}`)).status, 404)
  await standIn.control('POST', '/advance', { hours: 3.1 })
  const { body: voided } = await standIn.call('GET', `/v2/checkout/orders/${approved}`)
  assert.equal(at(voided, 'status'), 'VOIDED')
  assert.equal(issueOf(await standIn.capture(approved)), 'ORDER_NOT_APPROVED')
  await standIn.control('POST', '/webhooks/flush')
  assert.equal(at(receiver.of('OT-6').at(-1)?.event, 'resource', 'order_id'), approved)
})

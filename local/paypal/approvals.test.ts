import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { at, type Answer, StandIn, textAt } from './stand-in.fixture.ts'
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

function issueOf({ body }: Answer): unknown {
  return at(body, 'details', 0, 'issue')
}

/** What was told of the order's approvals, the oldest first. */
async function approvalsOf(id: string): Promise<unknown[]> {
  await standIn.control('POST', `/webhooks/flush?ref=${id}`)
  return receiver.received
    .map(({ event }) => event)
    .filter((event) => at(event, 'resource', 'id') === id)
    .filter((event) => at(event, 'event_type') === 'CHECKOUT.ORDER.APPROVED')
}

for (const issue of ['INSTRUMENT_DECLINED', 'PAYER_ACTION_REQUIRED'] as const) {
  test(`after ${issue} the order is approved again, and the second approval has its own event`, async () => {
    const id = await standIn.order(`OT-${issue}`, { outcome: issue })
    assert.equal(issueOf(await standIn.capture(id)), issue)
    const [first] = await approvalsOf(id)
    const between = new Date().toISOString()
    await standIn.control('POST', `/orders/${id}/approve`)
    const [, second] = await approvalsOf(id)
    assert.notEqual(at(second, 'id'), at(first, 'id'))
    assert.ok(textAt(first, 'create_time') <= between && between <= textAt(second, 'create_time'))
    assert.equal((await standIn.capture(id, `capture:${id}:2`)).status, 201)
  })
}

async function refuse(id: string, times: number): Promise<void> {
  for (let attempt = 1; attempt <= times; attempt += 1) {
    await standIn.control('POST', `/orders/${id}/approve`, { outcome: 'INSTRUMENT_DECLINED' })
    await standIn.capture(id, `capture:${id}:${attempt}`)
  }
}

const ended = 'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED'

test('four refused captures leave an order payable, a fifth ends it', async () => {
  const [open, over] = [await standIn.order('OT-4'), await standIn.order('OT-5')]
  await refuse(open, 4)
  await refuse(over, 5)
  await standIn.control('POST', `/orders/${open}/approve`)
  assert.equal((await standIn.capture(open, 'open')).status, 201)
  assert.equal(issueOf(await standIn.capture(over, 'over')), ended)
  await assert.rejects(standIn.control('POST', `/orders/${over}/approve`), /409/)
  assert.equal((await fetch(`${standIn.base}/checkoutnow?token=${over}`)).status, 400)
})

test('a repeated request id is no further attempt; refusals of scenarios count, too', async () => {
  const id = await standIn.order('OT-6')
  await standIn.control('POST', '/faults', {
    name: 'decline',
    orderRef: id,
    op: 'capture',
    times: 4,
  })
  for (const key of ['1', '1', '2', '3']) await standIn.capture(id, key)
  assert.equal((await standIn.capture(id, '4')).status, 201)
  const other = await standIn.order('OT-7')
  const fault = { name: 'issue', issue: ended, orderRef: other, op: 'capture' }
  await standIn.control('POST', '/faults', fault)
  for (const key of ['5', '6']) assert.equal(issueOf(await standIn.capture(other, key)), ended)
})

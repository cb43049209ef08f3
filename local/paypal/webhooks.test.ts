import assert from 'node:assert/strict'
import { verify, X509Certificate } from 'node:crypto'
import { after, before, test } from 'node:test'
import { crc32 } from 'node:zlib'
import { at, StandIn, textAt } from './stand-in.fixture.ts'
import { Receiver, type Received } from './webhook-receiver.ts'

const webhookId = 'WH-TEST-1'
const receiver = new Receiver()
let standIn = new StandIn()

before(async () => {
  await receiver.start()
  standIn = new StandIn('--webhook-url', receiver.url, '--webhook-id', webhookId)
  await standIn.start()
})
after(async () => {
  await standIn.close()
  receiver.close()
})

/** The check of PayPal's documentation, written without a line of the stand-in. */
async function isGenuine({ headers, body }: Received): Promise<boolean> {
  const url = headers['paypal-cert-url']
  const signature = headers['paypal-transmission-sig']
  if (typeof url !== 'string' || typeof signature !== 'string') return false
  if (headers['paypal-auth-algo'] !== 'SHA256withRSA') return false
  assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/v1\/notifications\/certs\/CERT-[0-9a-f-]+$/)
  const certificate = new X509Certificate(await (await fetch(url)).text())
  const { 'paypal-transmission-id': id, 'paypal-transmission-time': time } = headers
  const message = [id, time, webhookId, crc32(body)].join('|')
  return verify(
    'sha256',
    Buffer.from(message),
    certificate.publicKey,
    Buffer.from(signature, 'base64'),
  )
}

function of(ref: string): Received[] {
  return receiver.received.filter(({ body }) => body.includes(ref))
}

async function paid(invoice: string): Promise<string> {
  const id = await standIn.order(invoice)
  await standIn.capture(id)
  await standIn.control('POST', `/webhooks/flush?ref=${id}`)
  return id
}

test('approval and capture are told with genuine signatures, in PayPal’s shapes', async () => {
  const id = await paid('OT-1')
  const events = of('OT-1')
  assert.deepEqual(
    events.map(({ event }) => at(event, 'event_type')),
    ['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED'],
  )
  for (const event of events) assert.equal(await isGenuine(event), true)
  assert.equal(at(events[0]?.event, 'resource', 'id'), id)
  assert.equal(
    at(events[1]?.event, 'resource', 'supplementary_data', 'related_ids', 'order_id'),
    id,
  )
})

const bad = [
  ['webhook-unsigned', 'unsigned'],
  ['webhook-tampered', 'tampered'],
  ['webhook-forged', 'forged'],
  ['webhook-wrong-id', 'wrong-webhook-id'],
] as const
for (const [name, treatment] of bad) {
  test(`${name} and a ${treatment} repetition do not pass the check`, async () => {
    const ref = `OT-${name}`
    await standIn.control('POST', '/faults', {
      name,
      orderRef: ref,
      eventType: 'PAYMENT.CAPTURE.COMPLETED',
    })
    await paid(ref)
    const [approved, captured] = of(ref)
    assert.ok(approved !== undefined && captured !== undefined)
    assert.equal(await isGenuine(approved), true)
    assert.equal(await isGenuine(captured), false)
    await standIn.control('POST', `/webhooks/${textAt(approved.event, 'id')}/resend`, { treatment })
    const last = of(ref).at(-1)
    assert.ok(last !== undefined)
    assert.equal(await isGenuine(last), false)
  })
}

test('webhook-twice sends one event id twice; webhook-lost none', async () => {
  await standIn.control('POST', '/faults', {
    name: 'webhook-twice',
    orderRef: 'OT-twice',
    eventType: 'CHECKOUT.ORDER.APPROVED',
  })
  await standIn.control('POST', '/faults', {
    name: 'webhook-lost',
    orderRef: 'OT-twice',
    eventType: 'PAYMENT.CAPTURE.COMPLETED',
  })
  await paid('OT-twice')
  const ids = of('OT-twice').map(({ event }) => at(event, 'id'))
  assert.equal(ids.length, 2)
  assert.equal(ids[0], ids[1])
})

test('webhook-early arrives before the call is answered', async () => {
  const id = await standIn.order('OT-early')
  await standIn.control('POST', '/faults', { name: 'webhook-early', orderRef: id })
  await standIn.capture(id)
  assert.ok(
    of('OT-early').some(({ event }) => at(event, 'event_type') === 'PAYMENT.CAPTURE.COMPLETED'),
  )
})

test('webhook-reordered and hold with release in reverse turn the order round', async () => {
  await standIn.control('POST', '/faults', {
    name: 'webhook-reordered',
    orderRef: 'OT-order',
    delayMs: 60_000,
  })
  const id = await standIn.order('OT-order')
  await standIn.control('POST', '/faults', { name: 'webhook-early', orderRef: id })
  await standIn.capture(id)
  await standIn.control('POST', `/webhooks/flush?ref=${id}`)
  await standIn.control('POST', '/webhooks/hold', { ref: 'OT-held' })
  const held = await standIn.order('OT-held')
  await standIn.capture(held)
  const sent = await standIn.control('POST', '/webhooks/release', {
    ref: 'OT-held',
    order: 'reverse',
  })
  assert.deepEqual(at(sent, 'sent', 0), { eventType: 'PAYMENT.CAPTURE.COMPLETED', status: 200 })
  const turned = ['PAYMENT.CAPTURE.COMPLETED', 'CHECKOUT.ORDER.APPROVED']
  for (const ref of ['OT-order', 'OT-held'])
    assert.deepEqual(
      of(ref).map(({ event }) => at(event, 'event_type')),
      turned,
    )
})

test('an event that was not taken is sent again, also after the stand-in was killed', async () => {
  receiver.status = 500
  await paid('OT-again')
  const before = of('OT-again').length
  assert.ok(before >= 2)
  await standIn.stop('SIGKILL')
  receiver.status = 200
  await standIn.start()
  const answer = await standIn.control('POST', '/webhooks/flush?ref=OT-again')
  assert.deepEqual(
    [0, 1].map((nth) => at(answer, 'deliveries', nth, 'state')),
    ['delivered', 'delivered'],
  )
  const last = of('OT-again').at(-1)
  assert.ok(last !== undefined && of('OT-again').length > before)
  assert.equal(await isGenuine(last), true)
})

test('refund, reversal, denial and an expired approval each have their event', async () => {
  const id = await paid('OT-events')
  const captureId = textAt(await standIn.control('GET', `/captures?ref=${id}`), 'captures', 0, 'id')
  await standIn.control('POST', `/captures/${captureId}/refund`, { value: '80' })
  await standIn.control('POST', `/captures/${captureId}/reverse`)
  const pending = await standIn.order('OT-pending', { outcome: 'CAPTURE_PENDING' })
  await standIn.capture(pending)
  const pendingId = textAt(
    await standIn.control('GET', `/captures?ref=${pending}`),
    'captures',
    0,
    'id',
  )
  await standIn.control('POST', `/captures/${pendingId}/settle`, { result: 'deny' })
  const late = await standIn.order('OT-late')
  await standIn.control('POST', `/orders/${late}/expire`)
  await standIn.control('POST', '/webhooks/flush')
  const types = receiver.types()
  for (const type of ['REFUNDED', 'REVERSED', 'PENDING', 'DENIED'])
    assert.ok(types.includes(`PAYMENT.CAPTURE.${type}`), type)
  const reversed = receiver.received.find(
    ({ event }) => at(event, 'event_type') === 'CHECKOUT.PAYMENT-APPROVAL.REVERSED',
  )
  assert.equal(at(reversed?.event, 'resource', 'order_id'), late)
})

test('the registered webhook and its events are listed for whoever checks the settings', async () => {
  const answer = await standIn.call('GET', '/v1/notifications/webhooks')
  assert.equal(at(answer.body, 'webhooks', 0, 'id'), webhookId)
  assert.equal(at(answer.body, 'webhooks', 0, 'url'), receiver.url)
  assert.equal(at(answer.body, 'webhooks', 0, 'event_types', 0, 'name'), 'CHECKOUT.ORDER.APPROVED')
})

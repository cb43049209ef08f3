import assert from 'node:assert/strict'
import { verify, X509Certificate } from 'node:crypto'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'

import { type ReceivedEvent, standInWithReceiver } from './receiver.fixture.ts'
import { at } from './stand-in.fixture.ts'

const webhookId = 'WH-TEST-1'
const { receiver, standIn } = standInWithReceiver('--webhook-id', webhookId)

async function certificateOf({ headers }: ReceivedEvent): Promise<X509Certificate> {
  const url = String(headers['paypal-cert-url'])
  assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/v1\/notifications\/certs\/CERT-[0-9a-f-]+$/)
  return new X509Certificate(await (await fetch(url)).text())
}

/** The check of PayPal's documentation, written without a line of the stand-in. */
async function isGenuine(received: ReceivedEvent): Promise<boolean> {
  const { headers, body } = received
  const { 'paypal-transmission-id': id, 'paypal-transmission-time': time } = headers
  const signature = headers['paypal-transmission-sig']
  if (typeof signature !== 'string' || headers['paypal-auth-algo'] !== 'SHA256withRSA') return false
  const { publicKey } = await certificateOf(received)
  const message = Buffer.from([id, time, webhookId, crc32(body)].join('|'))
  return verify('sha256', message, publicKey, Buffer.from(signature, 'base64'))
}

async function payInvoice(invoice: string): Promise<string> {
  const capture = await standIn.paid(invoice)
  await standIn.control('POST', `/webhooks/flush?ref=${invoice}`)
  return capture
}

function typesOf(ref: string): unknown[] {
  return receiver.of(ref).map(({ event }) => at(event, 'event_type'))
}

const captured = 'PAYMENT.CAPTURE.COMPLETED'
const approved = 'CHECKOUT.ORDER.APPROVED'

test('approval and capture are reported with genuine signatures, in PayPal’s shapes', async () => {
  await payInvoice('OT-1')
  assert.deepEqual(typesOf('OT-1'), [approved, captured])
  const [first, second] = receiver.of('OT-1')
  assert.ok(first && second && (await isGenuine(first)) && (await isGenuine(second)))
  const id = at(first.event, 'resource', 'id')
  assert.equal(at(second.event, 'resource', 'supplementary_data', 'related_ids', 'order_id'), id)
  const certificate = await certificateOf(first)
  assert.ok(certificate.verify(certificate.publicKey) && !certificate.ca)
  assert.equal(certificate.publicKey.asymmetricKeyDetails?.modulusLength, 2048)
  assert.ok(certificate.validToDate.getTime() - Date.now() > 9 * 365 * 86_400_000)
})

for (const name of ['webhook-unsigned', 'webhook-tampered', 'webhook-forged', 'webhook-wrong-id']) {
  test(`${name} does not pass the check`, async () => {
    const ref = `OT-${name}`
    await standIn.fault(ref, { name, eventType: captured })
    await payInvoice(ref)
    const [genuine, bad] = receiver.of(ref)
    assert.ok(genuine !== undefined && bad !== undefined)
    assert.deepEqual([await isGenuine(genuine), await isGenuine(bad)], [true, false])
  })
}

test('webhook-twice sends one event id twice; webhook-lost none', async () => {
  await standIn.fault('OT-twice', { name: 'webhook-twice', eventType: approved })
  await standIn.fault('OT-twice', { name: 'webhook-lost', eventType: captured })
  await payInvoice('OT-twice')
  const ids = receiver.of('OT-twice').map(({ event }) => at(event, 'id'))
  assert.equal(ids.length, 2)
  assert.equal(ids[0], ids[1])
})

test('webhook-early arrives before the call is answered', async () => {
  const id = await standIn.order('OT-early')
  await standIn.fault(id, { name: 'webhook-early' })
  await standIn.capture(id)
  assert.ok(typesOf('OT-early').includes(captured))
})

test('webhook-reordered, and hold with release in reverse, turn the order round', async () => {
  await standIn.fault('OT-order', { name: 'webhook-reordered', delayMs: 60_000 })
  const id = await standIn.order('OT-order')
  await standIn.fault(id, { name: 'webhook-early' })
  await standIn.capture(id)
  await standIn.control('POST', `/webhooks/flush?ref=${id}`)
  await standIn.control('POST', '/webhooks/hold', { ref: 'OT-held' })
  await standIn.paid('OT-held')
  const release = { ref: 'OT-held', order: 'reverse' }
  const sent = await standIn.control('POST', '/webhooks/release', release)
  assert.deepEqual(at(sent, 'sent', 0), { eventType: captured, status: 200 })
  for (const ref of ['OT-order', 'OT-held']) assert.deepEqual(typesOf(ref), [captured, approved])
})

test('an event that was not taken is sent again, also after the stand-in was killed', async () => {
  receiver.status = 500
  await payInvoice('OT-again')
  const before = receiver.of('OT-again').length
  assert.ok(before >= 2)
  await standIn.stop('SIGKILL')
  receiver.status = 200
  await standIn.start()
  const answer = await standIn.control('POST', '/webhooks/flush?ref=OT-again')
  const states = [0, 1].map((nth) => at(answer, 'deliveries', nth, 'state'))
  assert.deepEqual(states, ['delivered', 'delivered'])
  const last = receiver.of('OT-again').at(-1)
  assert.ok(last !== undefined && receiver.of('OT-again').length > before)
  assert.equal(await isGenuine(last), true)
})

test('refund, reversal, settlement and denial each have their event', async () => {
  const capture = await payInvoice('OT-money')
  await standIn.control('POST', `/captures/${capture}/refund`, { value: '80' })
  await standIn.control('POST', `/captures/${capture}/reverse`)
  assert.equal((await standIn.ledger(capture)).at(-1), 'T1108 142')
  for (const result of ['deny', 'complete']) {
    const pending = await standIn.paid(`OT-${result}`, 'CAPTURE_PENDING')
    await standIn.control('POST', `/captures/${pending}/settle`, { result })
  }
  await standIn.control('POST', '/webhooks/flush')
  const types = [...typesOf('OT-money'), ...typesOf(capture), ...typesOf('OT-deny')]
  for (const type of ['REFUNDED', 'REVERSED', 'PENDING', 'DENIED'])
    assert.ok(types.includes(`PAYMENT.CAPTURE.${type}`), type)
  assert.ok(typesOf('OT-complete').includes(captured))
})

test('the registered webhook and its events are listed', async () => {
  const { body } = await standIn.call('GET', '/v1/notifications/webhooks')
  const { id, url, event_types: types } = Object(at(body, 'webhooks', 0))
  assert.deepEqual([id, url], [webhookId, receiver.url])
  assert.equal(at(types, 0, 'name'), approved)
})

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import { PAYPAL, processEnvironment, PROJECT, shopEnvironment } from '../../local/environment.ts'
import { at, issueOf, StandIn, textAt } from './stand-in.fixture.ts'

// The doctor's own words are read here too: this is where PayPal's side of them is.

const SHOP = 'http://localhost:3999'
const HOOK = `${SHOP}/api/paypal/webhook`
const DOCTOR = join(import.meta.dirname, '..', '..', 'cli', 'doctor.ts')
const WEBHOOKS = '/v1/notifications/webhooks'

const standIn = new StandIn()

before(() => standIn.start())
after(() => standIn.close())

type CommandResult = { code: number; text: string }

function doctor(settings: Record<string, string>, ...words: string[]): Promise<CommandResult> {
  const nowhere = '127.0.0.1:9'
  const at = { shop: SHOP, auth: `http://${nowhere}`, firestore: nowhere, paypal: standIn.base }
  const mail = { mailbox: `http://${nowhere}`, smtp: `smtp://${nowhere}`, projectId: PROJECT }
  const env = processEnvironment({ ...shopEnvironment({ ...at, ...mail }), ...settings })
  const command = ['--conditions=react-server', DOCTOR, ...words]
  return new Promise((resolve) => {
    execFile(process.execPath, command, { env, timeout: 60_000 }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? -1) : 0, text: stdout + stderr })
    })
  })
}

const fix = (settings: Record<string, string> = {}) =>
  doctor({ PAYPAL_WEBHOOK_ID: '', ...settings }, '--fix', 'webhook')

async function webhooks(): Promise<{ id: string; url: string; events: number }[]> {
  const { body } = await standIn.call('GET', WEBHOOKS)
  const list: unknown = at(body, 'webhooks')
  assert.ok(Array.isArray(list))
  return list.map((one: unknown) => ({
    id: textAt(one, 'id'),
    url: textAt(one, 'url'),
    events: Object(at(one, 'event_types')).length,
  }))
}

async function countWritten(): Promise<number> {
  const requests: unknown = at(await standIn.control('GET', '/requests'), 'requests')
  assert.ok(Array.isArray(requests))
  return requests.filter((request: unknown) => at(request, 'op') === 'register').length
}

test('the doctor registers the webhook once, with every event, and tells its id', async () => {
  const other = { url: 'https://other.example/hook', event_types: [{ name: '*' }] }
  assert.equal((await standIn.call('POST', WEBHOOKS, other)).status, 201)
  const result = await fix()
  assert.equal(result.code, 0, result.text)
  const [others, ours] = await webhooks()
  assert.equal(others?.url, other.url)
  assert.equal(ours?.url, HOOK)
  assert.equal(ours.events, 11)
  assert.match(result.text, new RegExp(`registered.\nSet PAYPAL_WEBHOOK_ID=${ours.id} and deploy`))
  const calls = await countWritten()
  const again = await fix({ PAYPAL_WEBHOOK_ID: ours.id })
  assert.equal(again.text, `✓ Webhook ${ours.id} of ${HOOK}: complete before.\n`)
  assert.equal(await countWritten(), calls, 'a second run wrote something')
})

test('the doctor adds the events that the webhook lacks, and leaves that of another address', async () => {
  const before = await webhooks()
  const { id } = before.find(({ url }) => url === HOOK) ?? { id: '' }
  const value = [{ name: 'CHECKOUT.ORDER.APPROVED' }]
  const fewer = [{ op: 'replace', path: '/event_types', value }]
  await standIn.call('PATCH', `${WEBHOOKS}/${id}`, fewer)
  const result = await fix({ PAYPAL_WEBHOOK_ID: id })
  assert.match(result.text, /subscribed to the events that it lacked\.\n$/)
  assert.deepEqual(await webhooks(), before)
})

test('a wrong secret, a full list or an unknown word changes nothing and ends with 1', async () => {
  const before = await webhooks()
  const wrong = await fix({ PAYPAL_CLIENT_SECRET: 'wrong' })
  assert.equal(wrong.code, 1)
  assert.match(wrong.text, /PAYPAL_CLIENT_SECRET to those of sandbox/)
  assert.match((await doctor({}, '--fix', 'everything')).text, /--fix webhook/)
  assert.deepEqual(await webhooks(), before)
  for (let more = before.length; more < 10; more += 1) {
    const url = `https://other.example/${more}`
    await standIn.call('POST', WEBHOOKS, { url, event_types: [{ name: '*' }] })
  }
  const full = await fix({
    NEXT_PUBLIC_SITE_URL: 'http://localhost:3998',
    FIREBASE_AUTH_DOMAIN: 'localhost:3998',
  })
  assert.equal(full.code, 1, full.text)
  assert.match(full.text, /400 \(WEBHOOK_NUMBER_LIMIT_EXCEEDED\)/)
})

const refused: [string, unknown, unknown][] = [
  [
    'an address that has one',
    { url: HOOK, event_types: [{ name: '*' }] },
    'WEBHOOK_URL_ALREADY_EXISTS',
  ],
  [
    'an address without TLS',
    { url: 'http://a.example/', event_types: [{ name: '*' }] },
    'VALIDATION_ERROR',
  ],
  [
    'an event of nobody',
    { url: 'https://a.example/', event_types: [{ name: 'X' }] },
    'VALIDATION_ERROR',
  ],
  ['no event', { url: 'https://a.example/', event_types: [] }, 'VALIDATION_ERROR'],
]

for (const [name, body, issue] of refused) {
  test(`${name} is refused`, async () => {
    const answer = await standIn.call('POST', WEBHOOKS, body)
    assert.equal(answer.status, 400)
    assert.equal(issueOf(answer), issue)
  })
}

const isTaken = async (secret: string) =>
  !(await fix({ PAYPAL_CLIENT_SECRET: secret })).text.includes('PayPal refuses')

test('two secrets of an app are good at once, and one that was taken away is not', async () => {
  assert.equal(await isTaken('second'), false)
  await standIn.control('POST', '/secrets', { secrets: [PAYPAL.clientSecret, 'second'] })
  assert.deepEqual([await isTaken(PAYPAL.clientSecret), await isTaken('second')], [true, true])
  await standIn.control('POST', '/secrets', { secrets: ['second'] })
  assert.deepEqual([await isTaken(PAYPAL.clientSecret), await isTaken('second')], [false, true])
})

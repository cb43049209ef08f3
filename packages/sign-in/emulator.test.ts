import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { after, before, test } from 'node:test'

import { authEmulator } from './emulator.ts'

const API = '/identitytoolkit.googleapis.com/v1'
const OWNERS = `${API}/projects/demo-test`
const JSON_TYPE = { 'content-type': 'application/json' }
const OWNER = { ...JSON_TYPE, authorization: 'Bearer owner' }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const MEMBER = { email: 'wang@ourtee.example', password: 'wang-fang', returnSecureToken: true }

const server = createServer(authEmulator('demo-test'))
let origin = ''
before(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (typeof address === 'object' && address) origin = `http://127.0.0.1:${address.port}`
})
after(() => {
  server.closeAllConnections()
  server.close()
})

type EmulatorAnswer = { status: number; body: Record<string, unknown>; headers: Headers }

async function ask(
  method: string,
  path: string,
  headers: Record<string, string> = JSON_TYPE,
  body?: object | string,
): Promise<EmulatorAnswer> {
  const text = typeof body === 'object' ? JSON.stringify(body) : body
  const response = await fetch(origin + path, {
    method,
    headers,
    redirect: 'manual',
    ...(text === undefined ? {} : { body: text }),
  })
  const answered = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return {
    status: response.status,
    body: isJson ? JSON.parse(answered) : { text: answered },
    headers: response.headers,
  }
}

const post = (path: string, body: object | string) =>
  ask('POST', `${API}/${path}?key=demo`, JSON_TYPE, body)
const messageOf = ({ body }: EmulatorAnswer): unknown => Reflect.get(Object(body.error), 'message')

test('a member signs up, in, and stays signed in', async () => {
  assert.equal((await post('accounts:signUp', MEMBER)).status, 200)
  assert.equal(messageOf(await post('accounts:signUp', MEMBER)), 'EMAIL_EXISTS')
  const member = await post('accounts:signInWithPassword', MEMBER)
  assert.equal(member.body.email, MEMBER.email)
  const refresh = `grant_type=refresh_token&refresh_token=${String(member.body.refreshToken)}`
  const token = await ask('POST', '/securetoken.googleapis.com/v1/token?key=demo', FORM, refresh)
  assert.equal(token.body.user_id, member.body.localId)
  const body = { idToken: member.body.idToken, validDuration: 3600 }
  const session = await ask('POST', `${OWNERS}:createSessionCookie`, OWNER, body)
  assert.equal(typeof session.body.sessionCookie, 'string')
})

test('the link of a mail does what it says, once', async () => {
  await post('accounts:signUp', { ...MEMBER, email: 'mail@ourtee.example' })
  const reset = { requestType: 'PASSWORD_RESET', email: 'mail@ourtee.example' }
  await post('accounts:sendOobCode', { ...reset, continueUrl: 'http://localhost:3000/login' })
  const { body } = await ask('GET', '/emulator/v1/projects/demo-test/oobCodes')
  const link = new URL(String(Reflect.get(Object(Object(body.oobCodes)[0]), 'oobLink')))
  assert.equal(link.origin, origin)
  const path = `${link.pathname}${link.search}&newPassword=another-one`
  const done = await ask('GET', path)
  assert.equal(done.status, 303)
  assert.equal(done.headers.get('location'), 'http://localhost:3000/login')
  assert.equal((await ask('GET', path)).status, 400)
})

test('the window of Google is a page', async () => {
  const window = await ask('GET', '/emulator/auth/handler?apiKey=demo&providerId=google.com')
  assert.match(window.headers.get('content-type') ?? '', /text\/html/)
})

test('the shop in the browser may call from its own origin', async () => {
  const shop = 'http://localhost:3000'
  const request = {
    origin: shop,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type,x-client-version',
  }
  const { status, headers } = await ask('OPTIONS', `${API}/accounts:signUp?key=demo`, request)
  assert.equal(status, 204)
  assert.equal(headers.get('access-control-allow-origin'), shop)
  assert.equal(headers.get('access-control-allow-headers'), 'content-type,x-client-version')
})

const refused: [string, () => Promise<EmulatorAnswer>, number, RegExp][] = [
  ['no key', () => ask('POST', `${API}/accounts:signUp`, JSON_TYPE, MEMBER), 403, /valid API key/],
  [
    "another's token",
    () => ask('GET', `${OWNERS}/accounts:batchGet`, { authorization: 'Bearer stolen' }),
    401,
    /invalid authentication/,
  ],
  [
    "the owner's question from a member",
    () => ask('POST', `${OWNERS}/accounts:lookup?key=demo`, JSON_TYPE, { localId: ['demo'] }),
    400,
    /INSUFFICIENT_PERMISSION/,
  ],
  [
    'another project',
    () => ask('GET', `${API}/projects/demo-other/accounts:batchGet`, OWNER),
    400,
    /PROJECT_NOT_FOUND/,
  ],
  ['a body that is no JSON', () => post('accounts:signUp', '{no'), 400, /Invalid JSON payload/],
  ['a body that is a list', () => post('accounts:signUp', '[]'), 400, /must be object/],
  [
    'a field of the wrong type',
    () => post('accounts:signUp', { email: { a: 1 } }),
    400,
    /\/email must be string/,
  ],
  ['a call that is not served', () => post('accounts:signInWithPasskey', {}), 404, /Not Found/],
  [
    'a call that the emulator lacks',
    () => ask('GET', '/identitytoolkit.googleapis.com/v2/passwordPolicy?key=demo'),
    501,
    /not implemented/,
  ],
]

for (const [name, call, status, message] of refused) {
  test(`${name} is refused`, async () => {
    const answer = await call()
    assert.equal(answer.status, status)
    assert.match(String(messageOf(answer)), message)
  })
}

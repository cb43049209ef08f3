import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, beforeEach, describe, test } from 'node:test'

import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

import { LAPTOP } from '#lib/settings/laptop.fixture.ts'

type Fault = 'password' | 'bounce' | 'greylist' | 'no-sender' | 'drop' | 'none'

let fault: Fault = 'none'
let received: string[] = []
let envelopes: string[] = []

const refusal = (responseCode: number) => Object.assign(new Error('No'), { responseCode })

const server: SMTPServer = new SMTPServer({
  allowInsecureAuth: true,
  disabledCommands: ['STARTTLS'],
  disableReverseLookup: true,
  onAuth: ({ username, password }, _session, answer) => {
    if (fault === 'password') answer(refusal(535))
    else answer(null, { user: `${username} ${password}` })
  },
  onMailFrom: (_address, _session, answer) =>
    answer(fault === 'no-sender' ? refusal(550) : undefined),
  onRcptTo: ({ address }, _session, answer) => {
    envelopes.push(address)
    if (fault === 'bounce') answer(refusal(550))
    else answer(fault === 'greylist' ? refusal(451) : undefined)
  },
  onData: (stream, session, answer) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.once('end', () => {
      received.push(Buffer.concat(chunks).toString('utf8'))
      if (fault !== 'drop') return answer()
      for (const connection of server.connections)
        if (connection.session.id === session.id) connection._socket.destroy()
    })
  },
})
server.on('error', () => undefined)
const listening = once(server.server, 'listening')
server.listen(0, '127.0.0.1')
await listening
const at = server.server.address()
assert.ok(typeof at === 'object' && at)

// A laptop's settings, whose mail server is the one above.
Object.assign(process.env, {
  ...LAPTOP,
  SMTP_URL: `smtp://shop:p%40ss@127.0.0.1:${at.port}`,
  MAIL_FROM: 'hello@ourtee.example',
  OWNER_EMAIL: 'owner@ourtee.example',
})
for (const name of ['FIREBASE_PRIVATE_KEY', 'GOOGLE_APPLICATION_CREDENTIALS']) {
  delete process.env[name]
}

const { sendMessage, SEND_DEADLINE, smtpProblem } = await import('./send.ts')
const { CLAIM_FOR } = await import('#lib/mail/mail.ts')
const { DATABASE_DEADLINE } = await import('#lib/adapters/firestore/database.ts')

const message = {
  messageId: '<doc-1-paid@ourtee.example>',
  from: { name: 'OURTEE 共衣', address: 'hello@ourtee.example' },
  to: { name: '王小明', address: 'ada@example.com' },
  replyTo: 'hello@ourtee.example',
  subject: '收到您的付款了',
  text: '謝謝您。\n',
  html: '<p>謝謝您。</p>',
}

const fresh = () => {
  fault = 'none'
  received = []
  envelopes = []
}
after(() => {
  server.close()
})

describe('a mail', () => {
  beforeEach(fresh)

  test('a mail arrives as it was written, in text and HTML, under its own Message-ID', async () => {
    assert.deepEqual(await sendMessage(message), { kind: 'sent' })
    const [raw = ''] = received
    const mail = await PostalMime.parse(raw)
    assert.equal(mail.messageId, message.messageId)
    assert.equal(mail.subject, message.subject)
    assert.equal(mail.text?.trim(), '謝謝您。')
    assert.equal(mail.html?.trim(), message.html)
    assert.deepEqual(mail.from, message.from)
    assert.deepEqual(mail.to, [message.to])
    assert.equal(mail.replyTo?.[0]?.address, 'hello@ourtee.example')
    assert.match(raw, /^Auto-Submitted: auto-generated\r?$/m)
    // Text that is not ASCII is encoded.
    assert.match(raw.split(/\r?\n\r?\n/)[0] ?? '', /^[\x20-\x7E\r\n\t]+$/)
  })

  const hostile = [
    'Eve\r\nBcc: all@example.com',
    'Eve\nSubject: other\n\nbody',
    '"Eve" <eve@example.com>, ',
    'Eve\u2028Bcc: all@example.com',
    '\u0000Eve, all@example.com',
  ]

  for (const name of hostile) {
    test(`a name like ${JSON.stringify(name)} adds neither header nor reader`, async () => {
      const overrides = { ...message, to: { ...message.to, name }, subject: `訂單 ${name}` }
      assert.deepEqual(await sendMessage(overrides), { kind: 'sent' })
      const mail = await PostalMime.parse(received[0] ?? '')
      assert.deepEqual(envelopes, ['ada@example.com'])
      assert.deepEqual(
        mail.to?.map(({ address }) => address),
        ['ada@example.com'],
      )
      assert.equal(mail.bcc, undefined)
      assert.equal(mail.headers.filter(({ key }) => key === 'subject').length, 1)
      assert.equal(mail.text?.trim(), '謝謝您。')
    })
  }

  const outcomes: [Fault, string, string][] = [
    // A password that was changed at the provider first: the mail waits for the shop to have it.
    ['password', 'failed', 'AUTH PLAIN 535'],
    ['bounce', 'bounced', 'RCPT TO 550'],
    ['greylist', 'failed', 'RCPT TO 451'],
    ['no-sender', 'failed', 'MAIL FROM 550'],
    ['drop', 'unanswered', 'CONN ECONNECTION'],
  ]

  for (const [overrides, kind, problem] of outcomes) {
    test(`${overrides}: ${kind}, because of ${problem}`, async () => {
      fault = overrides
      assert.deepEqual(await sendMessage(message), { kind, problem })
    })
  }
})

test('a server that lets the shop in has no problem', async () => {
  assert.equal(await smtpProblem(), undefined)
})

test('a claim outlives the longest try and what is noted after it', () => {
  assert.ok(CLAIM_FOR > SEND_DEADLINE + 3 * DATABASE_DEADLINE + 60_000)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { contradictions } from './contradictions.ts'

const people = {
  MAIL_FROM: 'hello@ourtee.example',
  OWNER_EMAIL: 'owner@ourtee.example',
  MAIL_PROVIDER: '某寄信公司',
}
const servers: [string, Parameters<typeof contradictions>[0], readonly string[]][] = [
  [
    'a laptop that sends to a real server',
    { mode: 'local', SMTP_URL: 'smtps://smtp.example', ...people },
    ['Set SMTP_URL to an address of this machine: a local project sends mails to nobody.'],
  ],
  [
    'a stand-in for mails in a real project',
    { mode: 'production', SMTP_URL: 'smtp://localhost:4025', ...people },
    ["Set SMTP_URL to your provider's mail server: a real project takes no stand-in."],
  ],
  [
    'a mail server without addresses',
    { mode: 'production', SMTP_URL: 'smtps://smtp.example' },
    [
      'Set MAIL_FROM: the address from which mails come.',
      "Set OWNER_EMAIL: the address to which the owner's notices go.",
      'Set MAIL_PROVIDER: who sends the mails, as the privacy policy must name it.',
    ],
  ],
  ['no mails at all', { mode: 'production', SMTP_URL: 'none' }, []],
]

for (const [name, overrides, sentences] of servers) {
  test(`${name} gives ${sentences.length === 0 ? 'no sentence' : sentences.join(' ')}`, () => {
    assert.deepEqual(contradictions(overrides), sentences)
  })
}

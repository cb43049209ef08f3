import assert from 'node:assert/strict'
import { test } from 'node:test'

import { type Mail } from './mail.ts'
import { MAIL_KINDS, SHOPPER_MAILS } from './mail-kinds.ts'
import { undeliveredMail } from './undelivered-mail.ts'

const mail = (overrides: Partial<Mail>): Mail => ({
  id: 'doc-1-paid',
  event: 'paid',
  kind: 'paid',
  order: 'doc-1',
  number: 'Order2026112110-0001',
  state: 'failed',
  createdAt: '2026-11-21T02:00:00.000Z',
  attempts: 9,
  unanswered: 0,
  problem: '550 no such user',
  ...overrides,
})

for (const kind of SHOPPER_MAILS) {
  test(`that a mail about "${kind}" did not arrive is told in Chinese`, () => {
    const result = undeliveredMail(mail({ kind }))
    assert.match(result?.values.undelivered ?? '', /^\p{Script=Han}/u)
    assert.equal(result?.number, 'Order2026112110-0001')
  })
}

test('no mail is written about one of the owner, an unconfirmed address, or one that is not given up', () => {
  for (const kind of MAIL_KINDS.filter((one) => one.startsWith('owner-'))) {
    assert.equal(undeliveredMail(mail({ kind })), undefined)
  }
  assert.equal(undeliveredMail(mail({ kind: 'join-confirm' })), undefined)
  assert.equal(undeliveredMail(mail({ state: 'sent' })), undefined)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { afterTry, CLAIM_FOR, claimMail, type Mail, TRY_FOR } from './mail.ts'
import { isEmail } from '../text/plain-text.ts'
import { newMail } from './new-mail.ts'

const START = new Date('2026-11-21T02:00:00.000Z')
const later = (milliseconds: number) => new Date(START.getTime() + milliseconds)
const HOUR = 60 * 60_000

const draft = {
  id: 'doc-1-paid',
  event: 'paid',
  kind: 'paid',
  order: 'doc-1',
  number: 'Order2026112110-0001',
  to: { address: 'ada@example.com', name: '王小明' },
  values: { total: 'NT$1,540' },
} as const

const fresh = newMail(draft, START)

function hold(mail: Mail, now: Date, name = `at ${now.getTime()}`): Mail {
  const claim = claimMail(mail, now, name)
  assert.ok(claim)
  return claim
}

test('a mail is claimed by one sender, until the claim ends (rule 333)', () => {
  const claim = hold(fresh, START)
  assert.equal(claim.attempts, 1)
  assert.equal(claimMail(claim, later(CLAIM_FOR - 1), 'other'), undefined)
  assert.equal(hold(claim, later(CLAIM_FOR)).attempts, 2)
})

test('a claim whose answer was lost is its own when the transaction runs again', () => {
  const claim = hold(fresh, START, 'mine')
  assert.equal(claimMail(claim, START, 'mine'), claim)
  assert.equal(claimMail(claim, START, 'other'), undefined)
})

test('a mail that was sent keeps neither address nor contents, and is never claimed again (rules 333, 340)', () => {
  const sent = afterTry(hold(fresh, START), { kind: 'sent' }, later(1000))
  assert.equal(sent.state, 'sent')
  assert.equal(sent.to, undefined)
  assert.equal(sent.values, undefined)
  assert.equal(claimMail(sent, later(TRY_FOR), 'other'), undefined)
})

test('an address that the server does not know is not tried again', () => {
  const bounced = afterTry(hold(fresh, START), { kind: 'bounced', problem: 'RCPT TO 550' }, START)
  assert.equal(bounced.state, 'failed')
  assert.equal(bounced.problem, 'RCPT TO 550')
  assert.equal(claimMail(bounced, later(TRY_FOR), 'other'), undefined)
})

test('the pauses grow to four hours, and after three days it is given up (rule 334)', () => {
  const pauses: number[] = []
  let mail = fresh
  let now = START
  while (mail.state !== 'failed') {
    mail = afterTry(hold(mail, now), { kind: 'failed', problem: 'ETIMEDOUT' }, now)
    if (mail.nextAt === undefined) break
    pauses.push(Date.parse(mail.nextAt) - now.getTime())
    now = new Date(mail.nextAt)
  }
  assert.deepEqual(pauses.slice(0, 4), [60_000, 120_000, 240_000, 480_000])
  assert.equal(Math.max(...pauses), 4 * HOUR)
  assert.equal(now.getTime(), START.getTime() + TRY_FOR)
  assert.equal(mail.state, 'failed')
})

test('a mail whose answer was lost is sent once more, and then no more (rule 333)', () => {
  const lost = { kind: 'unanswered', problem: 'ECONNECTION' } as const
  const once = afterTry(hold(fresh, START), lost, START)
  assert.equal(once.state, 'due')
  const again = hold(once, later(HOUR))
  assert.equal(afterTry(again, lost, later(HOUR)).state, 'failed')
  assert.equal(afterTry(again, { kind: 'sent' }, later(HOUR)).state, 'sent')
})

const addresses: [string, boolean][] = [
  ['ada@example.com', true],
  ['ada.lovelace+shop@mail.example.com', true],
  ['', false],
  ['ada', false],
  ['ada@example.com\r\nBcc: all@example.com', false],
  ['ada@example.com, eve@example.com', false],
  ['<ada@example.com>', false],
  ['"ada lovelace"@example.com', false],
  ['ada@exa mple.com', false],
  [`${'a'.repeat(65)}@example.com`, false],
]

for (const [address, isOne] of addresses) {
  test(`${JSON.stringify(address)} is ${isOne ? 'one' : 'no'} mail address`, () => {
    assert.equal(isEmail(address), isOne)
  })
}

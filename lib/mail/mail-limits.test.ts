import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  addressLimit,
  isToUnproven,
  MAILS_AN_HOUR,
  type SentMail,
  unprovenLast,
} from './mail-limits.ts'

const now = new Date('2026-11-23T12:00:00Z')

const ago = (minutes: number, kind: SentMail['kind'] = 'placed'): SentMail => ({
  kind,
  sentAt: new Date(now.getTime() - minutes * 60_000).toISOString(),
})

const cases = [
  { what: 'the first', kind: 'placed', sent: [], answer: 'send' },
  {
    what: 'one below the most of an hour',
    kind: 'placed',
    sent: Array.from({ length: MAILS_AN_HOUR - 1 }, () => ago(59)),
    answer: 'send',
  },
  {
    what: 'one above it',
    kind: 'paid',
    sent: Array.from({ length: MAILS_AN_HOUR }, () => ago(59)),
    answer: 'later',
  },
  {
    what: 'one whose hour is over',
    kind: 'paid',
    sent: Array.from({ length: MAILS_AN_HOUR }, () => ago(60)),
    answer: 'send',
  },
  {
    what: 'the first to an unproven address',
    kind: 'unverified',
    sent: [ago(1)],
    answer: 'send',
  },
  {
    what: 'the second within a day',
    kind: 'unverified',
    sent: [ago(23 * 60, 'unverified')],
    answer: 'never',
  },
  {
    what: 'the second a day later',
    kind: 'unverified',
    sent: [ago(24 * 60, 'unverified')],
    answer: 'send',
  },
] as const

for (const { what, kind, sent, answer } of cases) {
  test(`${what} is answered ${answer}`, () => {
    assert.equal(addressLimit({ kind }, sent, now), answer)
  })
}

test('mails to unproven addresses go behind all others', () => {
  const ids = ['join-confirm-a', 'o1-paid', 'stock-alert-confirm-b-1', 'o2-unverified', 'o3-placed']
  assert.deepEqual(unprovenLast(ids), [
    'o1-paid',
    'o3-placed',
    'join-confirm-a',
    'stock-alert-confirm-b-1',
    'o2-unverified',
  ])
  assert.deepEqual(
    (['join-confirm', 'stock-alert-confirm', 'unverified', 'placed', 'paid'] as const).filter(
      (kind) => isToUnproven({ kind }),
    ),
    ['join-confirm', 'stock-alert-confirm', 'unverified'],
  )
})

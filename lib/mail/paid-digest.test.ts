import assert from 'node:assert/strict'
import { test } from 'node:test'

import { draftPaidDigest, LATER, NOW } from './mail.fixture.ts'
import { type Mail, newMail } from './mail.ts'
import { gatherPaid } from './paid-digest.ts'

const due = (sequence: number, change: Partial<Mail> = {}): Mail => ({
  ...newMail(draftPaidDigest(sequence), NOW),
  ...change,
})

test('those that are due become one mail with number and total of each', () => {
  const answer = gatherPaid([due(21), due(22), due(23)], LATER)
  assert.deepEqual(answer?.digest, {
    id: 'owner-paid-many-doc-21-owner-paid',
    event: 'owner-paid-many-doc-21-owner-paid',
    kind: 'owner-paid-many',
    values: {
      order_count: '3',
      lines:
        'Order2026112318-0021，NT$1,540\nOrder2026112318-0022，NT$1,540\nOrder2026112318-0023，NT$1,540',
    },
  })
  for (const mail of answer.gathered) {
    assert.partialDeepStrictEqual(mail, { state: 'sent', gatheredIn: answer.digest.id })
    assert.equal(mail.values, undefined)
  }
})

test('a mail alone, on its way, unanswered, early or of another kind is not gathered', () => {
  const others = [
    due(22, { state: 'claimed', claim: 'x' }),
    due(23, { unanswered: 1 }),
    due(24, { nextAt: '2026-11-23T11:00:00.001Z' }),
    due(25, { kind: 'owner-review' }),
    due(26, { state: 'sent' }),
  ]
  assert.equal(gatherPaid([due(21), ...others], LATER), undefined)
  assert.equal(gatherPaid([due(21), due(22), ...others], LATER)?.gathered.length, 2)
})

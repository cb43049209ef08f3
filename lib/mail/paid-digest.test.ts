import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Mail, MailDraft } from './mail.ts'
import { newMail } from './new-mail.ts'
import { delayInRush, gatherPaid } from './paid-digest.ts'

const NOW = new Date('2026-11-23T10:20:00.000Z')
const LATER = new Date('2026-11-23T11:00:00.000Z')

function draft(sequence: number, kind: 'owner-paid' | 'paid' = 'owner-paid'): MailDraft {
  const number = `Order2026112318-${String(sequence).padStart(4, '0')}`
  const id = `doc-${sequence}-${kind}`
  return { id, event: kind, kind, order: `doc-${sequence}`, number, values: { total: 'NT$1,540' } }
}

const due = (sequence: number, change: Partial<Mail> = {}): Mail => ({
  ...newMail(draft(sequence), NOW),
  ...change,
})

test("the owner's mails about paid orders beyond an hour's first twenty wait for its end (rule 842)", () => {
  assert.equal(newMail(delayInRush(draft(20), NOW, 20), NOW).nextAt, NOW.toISOString())
  assert.equal(newMail(delayInRush(draft(21), NOW, 20), NOW).nextAt, LATER.toISOString())
  assert.equal(newMail(delayInRush(draft(12_345), NOW, 20), NOW).nextAt, LATER.toISOString())
  assert.deepEqual(delayInRush(draft(21, 'paid'), NOW, 20), draft(21, 'paid'))
})

test('those that are due become one mail with number and total of each (rule 842)', () => {
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

test('a mail alone, on its way, unanswered, early or of another kind is not gathered (rule 842)', () => {
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

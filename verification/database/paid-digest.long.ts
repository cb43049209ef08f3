import assert from 'node:assert/strict'
import { test } from 'node:test'

import { FieldValue } from 'firebase-admin/firestore'

import { openStoredShop } from '../../e2e/database/stored-shop.ts'

const NOW = new Date('2026-11-23T10:20:00.000Z')
const NEXT_HOUR = new Date('2026-11-23T11:00:00.000Z')
const COUNT = 100

test('a hundred paid orders of an hour are twenty mails to the owner at once and one at its end', async (t) => {
  const { db } = await openStoredShop(t)
  const { writeMails } = await import('#lib/mail/outbox-store.ts')
  const { gatherPaidMails } = await import('#lib/mail/outbox-store.ts')
  const drafts = Array.from({ length: COUNT }, (_, index) => {
    const number = `Order2026112318-${String(index + 1).padStart(4, '0')}`
    const values = { total: 'NT$1,540' }
    return {
      id: `o${index}-owner-paid`,
      event: 'owner-paid',
      kind: 'owner-paid',
      number,
      values,
    } as const
  })
  await db.runTransaction(async (tx) => writeMails(tx, drafts, NOW))
  const outbox = db.collection('outbox')
  const atOnce = await outbox.where('nextAt', '<=', NOW.toISOString()).get()
  assert.equal(atOnce.size, 20)
  // The mail as sent within the hour.
  for (const { ref } of atOnce.docs)
    await ref.update({ state: 'sent', nextAt: FieldValue.delete() })

  // Two sweeps at the same moment.
  const counts = await Promise.all([gatherPaidMails(NEXT_HOUR), gatherPaidMails(NEXT_HOUR)])
  assert.deepEqual(counts.toSorted(), [0, COUNT - 20])
  const { docs } = await outbox.where('kind', '==', 'owner-paid-many').get()
  const [digest, ...more] = docs
  assert.deepEqual([digest?.get('values.order_count'), more.length], ['80', 0])
  const left = await outbox.where('nextAt', '<=', NEXT_HOUR.toISOString()).get()
  assert.deepEqual(
    left.docs.map(({ id }) => id),
    [digest?.id],
  )
  assert.equal((await outbox.where('gatheredIn', '==', digest?.id).get()).size, 80)
})

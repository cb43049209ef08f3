import assert from 'node:assert/strict'
import { test } from 'node:test'

import { openRush } from './rush.ts'

test('a waiting order in a rush is shown how many are ahead', async (t) => {
  // No commit is answered within the time that a shopper waits.
  const { order } = await openRush(t, [], '--commit-ms', '10000')
  const { DatabaseBusy } = await import('#lib/adapters/firestore/database.ts')
  const crowd = Array.from({ length: 5 }, (_, index) => order(`crowd-${index}`))
  const answers = await Promise.allSettled(crowd)
  const last = answers.at(-1)
  assert.ok(last?.status === 'rejected' && last.reason instanceof DatabaseBusy)
  assert.ok(last.reason.ahead > 0)
})

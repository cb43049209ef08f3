import { test } from 'node:test'

import { expect } from '../../e2e/support/expect.ts'
import { countRoundTrips } from '../../e2e/support/round-trips.ts'

test('a purchase asks Firestore and PayPal no more often than it must', async () => {
  const trips = await countRoundTrips()
  expect(trips.place).toEqual(['BatchGetDocuments', 'Commit'])
  expect(trips.page).toEqual(['BatchGetDocuments'])
  expect(trips.pagePaypal.length).toBeLessThanOrEqual(1)
  expect(trips.markPaid).toEqual(['BatchGetDocuments', 'Commit'])
  // A capture also reads its order and stores the intention first.
  expect(trips.capture).toHaveLength(5)
})

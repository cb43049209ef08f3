import assert from 'node:assert/strict'
import { test } from 'node:test'

import { key, listed } from './reconcile-day.fixture.ts'
import { ordersListed } from './reconcile-day.ts'

test("the orders that a list names by the shop's keys are read", () => {
  const names = ordersListed([listed({}), listed({ key: key(1, 'R2') }), listed({ key: 'hand' })])
  assert.deepEqual(names, ['Order2026112110-0001'])
})

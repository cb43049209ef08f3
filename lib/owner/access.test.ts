import assert from 'node:assert/strict'
import { test } from 'node:test'

import { opensOwnerPage } from './access.ts'

const now = new Date('2026-03-01T12:00:00Z')
const HOUR = 60 * 60

const sessions = [
  { what: 'of an owner who signed in just now', isOwner: true, age: 0, opens: true },
  { what: 'of an owner twelve hours old', isOwner: true, age: 12 * HOUR, opens: true },
  { what: 'of an owner older than that', isOwner: true, age: 12 * HOUR + 1, opens: false },
  { what: 'of any other member', isOwner: false, age: 0, opens: false },
]

for (const { what, isOwner, age, opens } of sessions) {
  test(`a session ${what} ${opens ? 'opens' : 'does not open'} the owner's page`, () => {
    const signedInAt = now.getTime() / 1000 - age
    assert.equal(opensOwnerPage({ isOwner, signedInAt }, now), opens)
  })
}

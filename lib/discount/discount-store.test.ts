import assert from 'node:assert/strict'
import { test } from 'node:test'

import { codeMember } from './discount-store.ts'
import { UNPROVEN } from './discount.ts'

const ada = { uid: 'ada', email: 'ada@example.com', emailVerified: true }

test('a proven address is one member, whatever the account, and its account counts too', () => {
  const first = codeMember(ada)
  const second = codeMember({ ...ada, uid: 'ada-again', email: 'Ada@example.com' })
  assert.equal(second.key, first.key)
  assert.deepEqual(first.keys, [first.key, codeMember({ ...ada, emailVerified: false }).key])
})

test('an account with an unproven address is a member of its own, and no name stands in its key', () => {
  const unproven = codeMember({ ...ada, emailVerified: false })
  assert.ok(unproven.key.startsWith(UNPROVEN))
  assert.deepEqual(unproven.keys, [unproven.key])
  assert.notEqual(codeMember({ ...ada, uid: 'eve', emailVerified: false }).key, unproven.key)
  assert.ok(!JSON.stringify([unproven, codeMember(ada)]).includes('ada'))
})

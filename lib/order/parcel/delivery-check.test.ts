import assert from 'node:assert/strict'
import { test } from 'node:test'

import { recipientSchema } from '../../delivery/recipient-schema.ts'
import { deliverToStore } from './delivery-check.ts'
import { storeAt } from './store.ts'

const wang = recipientSchema.parse({
  firstName: '小美',
  lastName: '王',
  phone: '0912345678',
  email: 'mei@example.com',
  store: '7-11 131386 不是它的名字',
})
const listed = storeAt(
  { chain: '7-11', number: '131386', name: '重慶門市', address: '臺北市中正區重慶南路一段122號' },
  [],
)

test('a store goes onto the order under the name of its list', () => {
  const answer = deliverToStore(wang, listed)
  assert.deepEqual(answer, { ok: true, data: { ...wang, store: '7-11 131386 重慶門市' } })
})

test('a store that its chain does not list, and a name that it does not print, are refused (rule 69)', () => {
  assert.deepEqual(deliverToStore(wang, undefined), { ok: false, code: 'store-unknown' })
  const single = { ...wang, lastName: '王', firstName: '·' }
  assert.deepEqual(deliverToStore(single, listed), { ok: false, code: 'store-recipient' })
})

test('without a list the typed store stands', () => {
  assert.deepEqual(deliverToStore(wang, 'unlisted'), { ok: true, data: wang })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { EMPTY_RECIPIENT } from '#lib/delivery/recipient.ts'
import { checkDestination } from './check-destination.ts'

const home = {
  ...EMPTY_RECIPIENT,
  zipcode: '106',
  city: '臺北市',
  area: '大安區',
  address: '信義路 1 號',
}

test('where an owner sends an order is checked as a buyer is: a district of another postal code is asked about', async () => {
  assert.deepEqual(await checkDestination(home, 'home', false), { ok: true, data: home })
  const wrong = { ...home, zipcode: '813' }
  assert.deepEqual(await checkDestination(wrong, 'home', false), {
    ok: false,
    code: 'place-unlisted',
  })
  assert.deepEqual(await checkDestination(wrong, 'home', true), { ok: true, data: wrong })
})

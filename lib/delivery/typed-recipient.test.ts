import assert from 'node:assert/strict'
import { test } from 'node:test'

import { EMPTY_RECIPIENT, type Recipient, recipientProblems } from './recipient.ts'
import { recipientDoubts, typedRecipient } from './typed-recipient.ts'

const home: Recipient = {
  ...EMPTY_RECIPIENT,
  firstName: '芳',
  lastName: '王',
  phone: '0912345678',
  email: 'fang@example.com',
  zipcode: '106',
  city: '臺北市',
  area: '大安區',
  address: '和平東路一段 1 號',
}

const typed: [change: Partial<Recipient>, is: Partial<Recipient>][] = [
  [{ phone: '０９１２３４５６７８' }, { phone: '0912345678' }],
  [{ phone: '0912.345.678' }, { phone: '0912345678' }],
  [{ phone: '0912－345－678' }, { phone: '0912345678' }],
  [{ phone: '０９１２ー３４５ー６７８' }, { phone: '0912345678' }],
  [{ phone: '+886 912 345 678' }, { phone: '0912345678' }],
  [{ phone: '＋８８６ (0)912-345-678' }, { phone: '0912345678' }],
  [{ phone: '00886912345678' }, { phone: '0912345678' }],
  [{ phone: '(02) 2311 1111 #12' }, { phone: '0223111111#12' }],
  [{ phone: '+81 90 1234 5678' }, { phone: '+819012345678' }],
  [{ zipcode: '１０６' }, { zipcode: '106' }],
  [{ zipcode: '106-42' }, { zipcode: '10642' }],
  [{ email: 'ｌｉｎ＠example。com ' }, { email: 'lin@example.com' }],
  [
    { city: '台北市', area: ' 大安區' },
    { city: '臺北市', area: '大安區' },
  ],
]

for (const [change, is] of typed) {
  test(`${JSON.stringify(change)} means ${JSON.stringify(is)}`, () => {
    const recipient = typedRecipient({ ...home, ...change }, 'home')
    assert.deepEqual(recipient, { ...home, ...is })
    assert.deepEqual(recipientProblems(recipient, 'home'), {})
    assert.deepEqual(typedRecipient(recipient, 'home'), recipient)
  })
}

test('text typed for another way of delivery stays behind', () => {
  const both = { ...home, store: '7-11 重慶門市' }
  assert.equal(typedRecipient(both, 'home').store, '')
  const { city, address, zipcode, store } = typedRecipient(both, 'store')
  assert.deepEqual([city, address, zipcode, store], ['', '', '', '7-11 重慶門市'])
})

const doubts: [change: Partial<Recipient>, names: readonly string[]][] = [
  [{}, []],
  [{ firstName: '😀' }, ['firstName']],
  [{ lastName: '1' }, ['lastName']],
  [{ address: '1' }, ['address']],
  [{ address: '12345' }, ['address']],
  [{ email: 'fang@gmial.com' }, ['email']],
]

for (const [change, names] of doubts) {
  test(`${JSON.stringify(change)} is asked about: ${names.join() || 'nothing'}`, () => {
    const found = recipientDoubts({ ...home, ...change }, 'home')
    assert.deepEqual(
      found.map(({ name }) => name),
      names,
    )
  })
}

test('a store is asked nothing about its address', () => {
  assert.deepEqual(recipientDoubts({ ...home, address: '' }, 'store'), [])
})

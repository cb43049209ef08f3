import assert from 'node:assert/strict'
import { test } from 'node:test'

import { dropOffBy } from '#lib/parcel/booking.ts'
import {
  derivedParcelName,
  goodsName,
  hasOwnParcelName,
  isParcelName,
  mobileNumber,
  parcelName,
  storeProblems,
} from './parcel-recipient.ts'
import { recipientSchema } from './recipient-schema.ts'

for (const [name, expected] of [
  ['王芳', true],
  ['王小美', true],
  ['歐陽小美美', true],
  ['王', false],
  ['司馬相如先生', false],
  ['JoLin', true],
  ['Jo', false],
  ['Christopher', false],
  ['王小美2', false],
  ['王 芳', false],
  ['王·芳', false],
  ['', false],
] as const) {
  test(`${name || 'no name'} on a parcel: ${expected}`, () => {
    assert.equal(isParcelName(name), expected)
  })
}

for (const [lastName, firstName, printed] of [
  ['王', '小明', undefined],
  ['Ｌｉｎ', 'Mei', undefined],
  ['夷將', '·拔路兒', '夷將拔路兒'],
  ['瓦歷斯', '·諾幹', '瓦歷斯諾幹'],
  ['司馬', '相如先生', '司馬相如先'],
  ["O'Brien", 'Li', 'OBrienLi'],
  ['Christopher', 'Smith', 'Christophe'],
  ['王', '小美2', '王小美'],
  ['陳\u{E0100}', '美', '陳美'],
  ['Li', 'Z', 'LiZ'],
  ['王', '·', '王'],
] as const) {
  test(`${lastName}${firstName} is printed as ${printed ?? 'it is typed'}`, () => {
    const typed = { lastName, firstName, pickupName: '' }
    assert.equal(hasOwnParcelName(typed), printed !== undefined)
    if (printed) assert.equal(derivedParcelName(typed), printed)
  })
}

test('a name on the parcel that was written is printed instead of the derived one', () => {
  const typed = { lastName: '尤哈尼', firstName: '‧伊斯卡卡夫特', pickupName: '' }
  assert.equal(parcelName(typed), '尤哈尼伊斯')
  assert.equal(parcelName({ ...typed, pickupName: '伊斯卡卡 夫' }), '伊斯卡卡夫')
  assert.equal(hasOwnParcelName({ lastName: '王', firstName: '芳', pickupName: '王小芳' }), true)
  assert.equal(hasOwnParcelName({ lastName: '王', firstName: '', pickupName: '' }), false)
  const written = recipientSchema.parse({ ...typed, pickupName: '伊斯·卡', store: '7-11 131386' })
  assert.deepEqual(storeProblems(written, {}), { pickupName: 'unfit' })
})

for (const [phone, expected] of [
  ['0912345678', '0912345678'],
  ['0912-345-678', '0912345678'],
  ['+886 912 345 678', '0912345678'],
  ['886-0912345678', '0912345678'],
  ['02-2311-1111', undefined],
  ['091234567', undefined],
  ['', undefined],
] as const) {
  test(`${phone || 'no number'} is ${expected ?? 'no mobile telephone'}`, () => {
    assert.equal(mobileNumber(phone), expected)
  })
}

test('a name that no chain prints and a store without a number are said beside their fields', () => {
  const wang = recipientSchema.parse({ lastName: '王', firstName: '小 美', store: '7-11 131386' })
  assert.equal(parcelName(wang), '王小美')
  assert.deepEqual(storeProblems(wang, {}), {})
  assert.deepEqual(storeProblems({ ...wang, firstName: '·' }, {}), { pickupName: 'unfit' })
  assert.deepEqual(storeProblems({ ...wang, store: '7-11 重慶門市' }, {}), { store: 'unfit' })
  const found = { phone: 'no-mobile', lastName: 'missing', store: 'missing' } as const
  assert.deepEqual(storeProblems({ ...wang, lastName: '' }, found), { ...found, store: 'unfit' })
})

for (const [text, expected] of [
  ['旅見 T恤 1件', '旅見 T恤 1件'],
  ['T恤 & "帽" #1', 'T恤  帽 1'],
  ['旅'.repeat(30), '旅'.repeat(16)],
  ['***', '服飾'],
] as const) {
  test(`${text} as goods is ${expected}`, () => {
    assert.equal(goodsName(text), expected)
  })
}

test('a parcel is handed over within six days of Taipei', () => {
  assert.equal(dropOffBy(new Date('2026-11-23T02:00:00Z'), '7-11'), '2026-11-29')
  assert.equal(dropOffBy(new Date('2026-11-23T16:30:00Z'), '全家'), '2026-11-30')
  assert.equal(dropOffBy(new Date('2026-11-23T02:00:00Z'), '黑貓'), '2026-12-13')
})

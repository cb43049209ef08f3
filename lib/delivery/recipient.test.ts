import assert from 'node:assert/strict'
import { test } from 'node:test'

import { recipientSchema } from './recipient-schema.ts'
import {
  EMPTY_RECIPIENT,
  fullName,
  isStore,
  problemKind,
  recipientProblems,
  type Store,
  STORE_CHAINS,
  storeFrom,
  storeText,
} from './recipient.ts'

const home = recipientSchema.parse({
  firstName: '芳',
  lastName: '王',
  phone: '0912-345-678',
  email: 'fang@example.com',
  zipcode: '100',
  city: '臺北市',
  area: '中正區',
  address: '重慶南路一段 122 號',
})

test('王芳 can have a parcel sent home', () => {
  assert.deepEqual(recipientProblems(home, 'home'), {})
})

const cases = [
  {
    change: { firstName: ' ' },
    method: 'home',
    problems: { firstName: 'missing' },
    kind: 'person',
  },
  { change: { lastName: '' }, method: 'home', problems: { lastName: 'missing' }, kind: 'person' },
  {
    change: { phone: '' },
    method: 'store',
    problems: { phone: 'missing', store: 'missing' },
    kind: 'person',
  },
  { change: { phone: 'abc' }, method: 'home', problems: { phone: 'malformed' }, kind: 'person' },
  {
    change: { phone: '########' },
    method: 'home',
    problems: { phone: 'malformed' },
    kind: 'person',
  },
  {
    change: { phone: '0912-345' },
    method: 'home',
    problems: { phone: 'malformed' },
    kind: 'person',
  },
  { change: { phone: '(02) 2311 1111 #12' }, method: 'home', problems: {}, kind: undefined },
  {
    change: { firstName: '\u200b\u2060' },
    method: 'home',
    problems: { firstName: 'missing' },
    kind: 'person',
  },
  {
    change: { phone: '02 2311 1111', store: '7-11 重慶門市' },
    method: 'store',
    problems: { phone: 'no-mobile' },
    kind: 'person',
  },
  { change: { email: 'fang' }, method: 'home', problems: { email: 'malformed' }, kind: 'person' },
  { change: { zipcode: '' }, method: 'home', problems: { zipcode: 'missing' }, kind: 'address' },
  {
    change: { zipcode: '10' },
    method: 'home',
    problems: { zipcode: 'malformed' },
    kind: 'address',
  },
  { change: { zipcode: '100012' }, method: 'home', problems: {}, kind: undefined },
  { change: { city: '' }, method: 'home', problems: { city: 'missing' }, kind: 'address' },
  { change: { area: '' }, method: 'home', problems: { area: 'missing' }, kind: 'address' },
  { change: { address: '' }, method: 'home', problems: { address: 'missing' }, kind: 'address' },
  { change: { address: '' }, method: 'store', problems: { store: 'missing' }, kind: 'address' },
  {
    change: { address: '', store: '7-11 123456 重慶門市' },
    method: 'store',
    problems: {},
    kind: undefined,
  },
] as const

for (const { change, method, problems, kind } of cases) {
  test(`${JSON.stringify(change)} shipped to ${method} lacks ${JSON.stringify(problems)}`, () => {
    const found = recipientProblems(recipientSchema.parse({ ...home, ...change }), method)
    assert.deepEqual(found, problems)
    assert.equal(problemKind(found), kind)
  })
}

test('an empty recipient lacks everything that is asked for', () => {
  assert.equal(Object.keys(recipientProblems(EMPTY_RECIPIENT, 'home')).length, 8)
  assert.equal(Object.keys(recipientProblems(EMPTY_RECIPIENT, 'store')).length, 5)
})

test('a recipient obeys nobody: control and direction characters are gone, lines stay in the note alone', () => {
  const { firstName, note } = recipientSchema.parse({
    firstName: '芳\u001b[31m\n已付款\u202e',
    note: '謝謝\r\n請放管理室\u0007',
  })
  assert.equal(firstName, '芳[31m 已付款')
  assert.equal(note, '謝謝\n請放管理室')
})

test('endless values are refused', () => {
  assert.equal(recipientSchema.safeParse({ ...home, address: '路'.repeat(201) }).success, false)
})

const stores: [string, Store, boolean][] = [
  ['', { chain: '7-11', number: '', name: '' }, false],
  ['全家', { chain: '全家', number: '', name: '' }, false],
  ['7-11 123456', { chain: '7-11', number: '123456', name: '' }, true],
  ['7-11 12345', { chain: '7-11', number: '12345', name: '' }, false],
  ['7-11 123456 重慶門市', { chain: '7-11', number: '123456', name: '重慶門市' }, true],
  ['全家 12345', { chain: '全家', number: '12345', name: '' }, true],
  ['全家 012345 台北 車站店', { chain: '全家', number: '012345', name: '台北 車站店' }, true],
  ['7-11 重慶門市', { chain: '7-11', number: '', name: '重慶門市' }, true],
  ['全家 101門市', { chain: '全家', number: '', name: '101門市' }, true],
]

for (const [text, store, is] of stores) {
  test(`${text || 'nothing'} is ${is ? 'a' : 'no'} store, and is written so again`, () => {
    assert.deepEqual(storeFrom(text), store)
    assert.equal(storeText(store), text)
    assert.equal(isStore(text), is)
  })
}

test('a store saved before stores had numbers stays as the name', () => {
  assert.deepEqual(storeFrom('重慶門市'), { chain: '7-11', number: '', name: '重慶門市' })
  assert.equal(isStore('123456'), false)
})

for (const [lastName, firstName, expected] of [
  ['王', '小明', '王小明'],
  ['Smith', 'John William', 'Smith John William'],
  ["O'Neill", 'José', "O'Neill José"],
  ['林', 'Amy', '林Amy'],
  ['', '', ''],
] as const) {
  test(`a name is read «${expected}»`, () => {
    assert.equal(fullName({ lastName, firstName }), expected)
  })
}

test('a store is of the chain that its text names, whichever chain of the table that is', () => {
  for (const chain of Object.keys(STORE_CHAINS)) {
    assert.equal(storeFrom(`${chain} 123456 門市`).chain, chain)
  }
})

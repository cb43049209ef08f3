import assert from 'node:assert/strict'
import { test } from 'node:test'

import { isStore, type Store, storeFrom, storeText } from './store.ts'

const stores: [string, Store, boolean][] = [
  ['', { chain: '7-11', number: '', name: '' }, false],
  ['全家', { chain: '全家', number: '', name: '' }, false],
  ['7-11 123456', { chain: '7-11', number: '123456', name: '' }, true],
  ['7-11 12345', { chain: '7-11', number: '12345', name: '' }, false],
  ['7-11 123456 重慶門市', { chain: '7-11', number: '123456', name: '重慶門市' }, true],
  ['全家 12345', { chain: '全家', number: '12345', name: '' }, true],
  ['全家 012345 台北 車站店', { chain: '全家', number: '012345', name: '台北 車站店' }, true],
  ['7-11 重慶門市', { chain: '7-11', number: '', name: '重慶門市' }, false],
  ['全家 101門市', { chain: '全家', number: '', name: '101門市' }, false],
]

for (const [text, store, is] of stores) {
  test(`${text || 'nothing'} is ${is ? 'a' : 'no'} store, and is written so again`, () => {
    assert.deepEqual(storeFrom(text), store)
    assert.equal(storeText(store), text)
    assert.equal(isStore(text), is)
  })
}

test('what was saved before stores had numbers stays as the name', () => {
  assert.deepEqual(storeFrom('重慶門市'), { chain: '7-11', number: '', name: '重慶門市' })
  assert.equal(isStore('123456'), false)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { chosenStore, type MapChoice, withReply } from './map-choice.ts'

const startedAt = '2026-11-23T02:00:00.000Z'

const choice: MapChoice = { token: 'T'.repeat(20), uid: 'mei', chain: '7-11', startedAt }

const reply = { token: choice.token, chain: '7-11', number: '131386', name: '重慶' } as const

const soon = new Date('2026-11-23T02:59:00.000Z')

const late = new Date('2026-11-23T03:01:00.000Z')

const chosen = { ...choice, store: '7-11 131386 重慶' }

test('a reply of the map is taken once, by its token and for its chain, within the hour', () => {
  assert.deepEqual(withReply(choice, reply, soon), chosen)
  assert.deepEqual(withReply(chosen, reply, soon), chosen)
  assert.equal(withReply(chosen, { ...reply, number: '991182' }, soon), 'invalid')
  assert.equal(withReply(choice, { ...reply, chain: '全家' }, soon), 'invalid')
  assert.equal(withReply(choice, { ...reply, number: '', name: '' }, soon), 'invalid')
  assert.equal(withReply(choice, { ...reply, number: '123456789' }, soon), 'invalid')
  assert.equal(withReply(choice, reply, late), 'expired')
  assert.equal(withReply(undefined, reply, soon), 'expired')
})

test('the store of a choice is read by its member alone', () => {
  assert.equal(chosenStore(chosen, 'mei', soon), '7-11 131386 重慶')
  assert.equal(chosenStore(chosen, 'lin', soon), undefined)
  assert.equal(chosenStore(chosen, 'mei', late), undefined)
  assert.equal(chosenStore(choice, 'mei', soon), undefined)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { afterChange, changeIn } from '#lib/payment/orders.fixture.ts'
import { editRecipientChange, noteChange } from './edit-recipient.ts'
import { contextEdits, order, recipient } from './fulfilment.fixture.ts'
import { ORDER_STATUSES } from './order-status.ts'

for (const status of ORDER_STATUSES) {
  const isOpen = status === '待付款' || status === '已付款'
  test(`the recipient of an order that is ${status} ${isOpen ? 'can' : 'cannot'} be edited`, () => {
    const answer = editRecipientChange(
      { ...order, status },
      { ...recipient, phone: '0987654321' },
      contextEdits,
    )
    assert.equal(answer.ok || answer.code, isOpen || 'shipped-already')
  })
}

test('earlier text stays in the history', () => {
  const edited = { ...recipient, phone: '0987654321', note: '管理室代收' }
  const after = afterChange(order, changeIn(editRecipientChange(order, edited, contextEdits)))
  assert.deepEqual(after.recipient, edited)
  assert.partialDeepStrictEqual(after.history.at(-1), {
    type: 'recipient.edited',
    data: { before: { phone: '0912345678', note: '' } },
  })
  assert.deepEqual(editRecipientChange(after, edited, contextEdits), { ok: true, data: undefined })
  const incomplete = editRecipientChange(order, { ...recipient, city: '' }, contextEdits)
  assert.deepEqual(incomplete, { ok: false, code: 'recipient-incomplete', detail: '縣市' })
})

test('a note is an event of the history', () => {
  const change = changeIn(noteChange(' 已電話聯絡 ', contextEdits))
  assert.partialDeepStrictEqual(change?.events, [{ type: 'note.added', note: '已電話聯絡' }])
  assert.deepEqual(noteChange('  ', contextEdits), { ok: false, code: 'no-text' })
})

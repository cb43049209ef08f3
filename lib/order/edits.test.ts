import assert from 'node:assert/strict'
import { test } from 'node:test'

import { after, afterChange, changeIn, makeOrder } from './payment/orders.fixture.ts'
import { recipientSchema } from '../delivery/recipient-schema.ts'
import { writeInvoiceChange, noteChange, readInvoiceNumber, editRecipientChange } from './edits.ts'
import { ORDER_STATUSES } from './order-status.ts'
import { readOrderNumber } from './order-number.ts'

const context = { ...after(5, 'owner'), who: 'lin' }
const recipient = recipientSchema.parse({
  lastName: '王',
  firstName: '芳',
  phone: '0912345678',
  email: 'fang@example.com',
  zipcode: '100',
  city: '臺北市',
  area: '中正區',
  address: '忠孝西路 1 號',
})
const order = makeOrder({ recipient })

for (const status of ORDER_STATUSES) {
  const isOpen = status === '待付款' || status === '已付款'
  test(`the recipient of an order that is ${status} ${isOpen ? 'can' : 'cannot'} be edited (rule 359)`, () => {
    const answer = editRecipientChange(
      { ...order, status },
      { ...recipient, phone: '0987654321' },
      context,
    )
    assert.equal(answer.ok || answer.code, isOpen || 'shipped-already')
  })
}

test('earlier text stays in the history (rule 359)', () => {
  const edited = { ...recipient, phone: '0987654321', note: '管理室代收' }
  const after = afterChange(order, changeIn(editRecipientChange(order, edited, context)))
  assert.deepEqual(after.recipient, edited)
  assert.partialDeepStrictEqual(after.history.at(-1), {
    type: 'recipient.edited',
    data: { before: { phone: '0912345678', note: '' } },
  })
  assert.deepEqual(editRecipientChange(after, edited, context), { ok: true, data: undefined })
  const incomplete = editRecipientChange(order, { ...recipient, city: '' }, context)
  assert.deepEqual(incomplete, { ok: false, code: 'recipient-incomplete' })
})

test('a note is an event of the history (rule 360)', () => {
  const change = changeIn(noteChange(' 已電話聯絡 ', context))
  assert.partialDeepStrictEqual(change?.events, [{ type: 'note.added', note: '已電話聯絡' }])
  assert.deepEqual(noteChange('  ', context), { ok: false, code: 'no-text' })
})

for (const [text, number] of [
  ['AB-12345678', 'AB12345678'],
  ['ab 12345678', 'AB12345678'],
  ['ＡＢ１２３４５６７８', 'AB12345678'],
  ['A12345678', undefined],
  ['AB1234567', undefined],
  ['', undefined],
] as const) {
  test(`the invoice's number ${text || 'nothing'} is read as ${number}`, () => {
    assert.equal(readInvoiceNumber(text), number)
  })
}

test('an invoice is written down once, and corrected (rule 360)', () => {
  const after = afterChange(order, changeIn(writeInvoiceChange(order, 'AB-12345678', context)))
  assert.equal(after.invoiceNumber, 'AB12345678')
  assert.deepEqual(writeInvoiceChange(after, 'ab12345678', context), { ok: true, data: undefined })
  assert.equal(writeInvoiceChange(after, 'CD12345678', context).ok, true)
  assert.deepEqual(writeInvoiceChange(order, '1', context), {
    ok: false,
    code: 'no-invoice-number',
  })
})

for (const text of [
  'order2026112110-0001',
  ' 2026112110-0001 ',
  'ORDER２０２６１１２１１０－０００１',
]) {
  test(`${text} is an order number`, () => {
    assert.equal(readOrderNumber(text), 'Order2026112110-0001')
  })
}
for (const text of ['2026112110', '2026112110-1', 'order', '', 'Order2026112110-0001x']) {
  test(`${text || 'nothing'} is no order number`, () => {
    assert.equal(readOrderNumber(text), undefined)
  })
}

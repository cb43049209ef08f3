import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Actor } from '../order/events.ts'
import type { Order } from '../order/order.ts'
import { type ReturnAnswer, applyReturnAnswer } from '../order/return-answer.ts'
import { returnAsked } from '../order/returns.ts'
import {
  after,
  at,
  afterChange,
  changeIn,
  makeAttempt,
  makeOrder,
  makePayment,
} from '../order/payment/orders.fixture.ts'
import { mailsOf } from './mails-of.ts'

const shirt = {
  id: 'a',
  title: '旅見 T 恤',
  size: 'M',
  quantity: 2,
  price: 1540,
  image: '',
} as const
const arrived = makeOrder({
  status: '已完成',
  paidAt: at(5),
  completedAt: at(60),
  items: [shirt],
  payment: makePayment([makeAttempt({ state: 'captured', captureId: 'C1' })]),
})
const wish = {
  items: [{ index: 0, quantity: 1, size: 'L' as const }],
  reason: '太小 www.a.example',
  contact: '0912345678',
}

function askReturn(by: Actor = 'member'): Order {
  return afterChange(arrived, changeIn(returnAsked(arrived, wish, after(70, by))))
}

function answerWith(answer: ReturnAnswer, reason = '請放袋子裡'): Order {
  const before = askReturn()
  const overrides = { answer, restock: false, stock: { taken: new Map(), offers: [] } }
  return afterChange(
    before,
    changeIn(applyReturnAnswer(before, overrides, { ...after(80, 'owner'), reason })),
  )
}

const kinds = (before: Order, later: Order) => mailsOf(before, later).map(({ kind }) => kind)

test('a return that is asked for is confirmed to its buyer, and told to the owner who did not ask (rule 794)', () => {
  assert.deepEqual(kinds(arrived, askReturn()), ['return-requested', 'owner-return'])
  assert.deepEqual(kinds(arrived, askReturn('owner')), ['return-requested'])
  const [mail] = mailsOf(arrived, askReturn())
  assert.equal(mail?.values.return_pieces, '旅見 T 恤（M）× 1，換 L')
  assert.equal(mail.values.return_reason, '太小 www. a. example')
})

const answers: [ReturnAnswer, string][] = [
  ['accepted', 'return-accepted'],
  ['refused', 'return-refused'],
  ['received', 'return-received'],
]

for (const [answer, kind] of answers) {
  test(`the buyer is told once that a return was ${answer}, with the owner's words (rule 794)`, () => {
    const [mail, ...more] = mailsOf(askReturn(), answerWith(answer))
    assert.deepEqual([mail?.kind, more], [kind, []])
    assert.equal(mail?.values.return_answer, '請放袋子裡')
  })
}

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { sumOfLines } from '#lib/invoice/invoice-lines.ts'
import { toIssue } from '#lib/invoice/issue.ts'
import { mailsOf } from '#lib/mail/order-mails.ts'
import { manualSaleLeft } from '#lib/order/manual-order.ts'
import { orderShipping } from '#lib/order/order-amounts.ts'
import { orderView } from '#lib/order/order-view.ts'
import { makeOffer } from '#lib/price/price-cart.fixture.ts'
import { call, create, facts, recipient, stall } from './create-manual-order.fixture.ts'
import { orderSheet } from './order-sheet.ts'

test('a sale at a market is paid, done, numbered and without shipping', () => {
  const order = create(stall)
  const { orderNumber, status, totalAmount, uid } = order
  assert.deepEqual(
    { orderNumber, status, totalAmount, uid },
    { orderNumber: 'Order2026112110-0007', status: '已完成', totalAmount: 1000, uid: '' },
  )
  assert.deepEqual(
    order.history.map(({ id, type, by, who }) => [id, type, by, who]),
    [
      ['doc-1-1', 'order.placed', 'owner', 'lin'],
      ['doc-1-2', 'order.paid', 'owner', 'lin'],
      ['doc-1-3', 'order.completed', 'owner', 'lin'],
    ],
  )
  assert.deepEqual(mailsOf(undefined, order), [])
})

test('a reduction is of its sale alone: total, delivery, invoice, mail and books agree', () => {
  const reduction = { amount: 101, reason: '瑕疵品' }
  const order = create({ ...call, isPickedUp: false, reduction })
  assert.deepEqual([order.totalAmount, orderShipping(order)], [979, 80])
  const { lines, total } = toIssue(order)
  assert.deepEqual(
    lines.map(({ count, price }) => [count, price]),
    [
      [1, 449],
      [1, 450],
      [1, 80],
    ],
  )
  assert.equal(sumOfLines(lines), total)
  assert.deepEqual(facts(undefined, order), [['sale', 'transfer', 979, 0]])
  const { values } = mailsOf(undefined, order)[0] ?? {}
  assert.partialDeepStrictEqual(values, { subtotal: 'NT$1,000', reductions: '折讓 −NT$101' })
  assert.match(orderSheet(order), /折抵：折讓（瑕疵品） −NT\$101/)
  assert.equal(manualSaleLeft(order), 979)
})

test('an offer of the shop and a reduction are split among the lines, and all that reads them agrees', () => {
  const reduction = { amount: 50, reason: '瑕疵品' }
  const order = create({ ...call, isPickedUp: false, offers: [makeOffer()], reduction })
  assert.deepEqual(order.reductions, [
    { kind: 'offer', name: '兩件一起', goods: 100, delivery: 0 },
    { kind: 'hand', name: '瑕疵品', goods: 50, delivery: 0 },
  ])
  assert.deepEqual([order.totalAmount, orderShipping(order)], [930, 80])
  assert.equal(order.items[0]?.reduction, 150)
  assert.equal(sumOfLines(toIssue(order).lines), 930)
  assert.deepEqual(facts(undefined, order), [['sale', 'transfer', 930, 0]])
  assert.match(orderSheet(order), /折抵：兩件一起 −NT\$100；折讓（瑕疵品） −NT\$50/)
})

test('a document invoice names who bought, or that nobody said', () => {
  const { name, address, target } = toIssue(create({ ...stall, invoice: { kind: 'paper' } }))
  assert.deepEqual([name, address, target.kind], ['現場買家', '現場交貨', 'paper'])
  assert.equal(toIssue(create({ ...call, isPickedUp: false })).name, '王小明')
})

test('who ordered by telephone may have no e-mail', () => {
  const silent = { ...recipient, email: '' }
  const order = create({ ...call, isPickedUp: false, recipient: silent })
  assert.deepEqual(mailsOf(undefined, order), [])
})

test('an order by telephone waits for its parcel, costs shipping, and its buyer gets the receipt alone', () => {
  const order = create({ ...call, isPickedUp: false })
  assert.deepEqual([order.status, order.totalAmount], ['已付款', 1080])
  assert.equal(orderView(order).canShip, true)
  const mails = mailsOf(undefined, order)
  assert.deepEqual(
    mails.map(({ kind, to }) => [kind, to?.address]),
    [['paid', 'ming@example.com']],
  )
  assert.equal(mails[0]?.values.method, '轉帳')
})

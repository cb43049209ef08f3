import assert from 'node:assert/strict'
import { test } from 'node:test'

import { EMPTY_RECIPIENT } from '#lib/delivery/recipient.ts'
import { sumOfLines } from '#lib/invoice/invoice-lines.ts'
import { toIssue } from '#lib/invoice/issue.ts'
import { mailsOf } from '#lib/mail/order-mails.ts'
import { applyEvents, movementsOf, stockMoves } from '#lib/order/apply.ts'
import { manualSaleLeft } from '#lib/order/manual-order.ts'
import { orderShipping } from '#lib/order/order-amounts.ts'
import { orderView } from '#lib/order/order-view.ts'
import type { Order } from '#lib/order/order.ts'
import { movementsSince } from '#lib/order/since.fixture.ts'
import { after, afterChange } from '#lib/payment/orders.fixture.ts'
import { makeOffer } from '#lib/price/price-cart.fixture.ts'
import { SIZES } from '#lib/product/sizes.ts'
import { decideManualOrder, decideManualRefund, type ManualOrder } from './manual-sale.ts'
import { orderSheet } from './order-text.ts'

const shirt = { id: 'a', title: '旅見', size: 'M', quantity: 2, price: 500, image: '' } as const
const recipient = {
  ...EMPTY_RECIPIENT,
  lastName: '王',
  firstName: '小明',
  phone: '0912345678',
  email: 'ming@example.com',
  zipcode: '100',
  city: '臺北市',
  area: '中正區',
  address: '某路 1 號',
}
const stall: ManualOrder = {
  id: 'doc-1',
  place: 'market',
  paidBy: 'cash',
  items: [shirt],
  offers: [],
  recipient: EMPTY_RECIPIENT,
  shippingMethod: 'home',
  isHandedOver: true,
  timeCode: '2026112110',
}
const call = { ...stall, place: 'telephone', paidBy: 'transfer', recipient } as const
const stock = (pieces: number, belowZero?: string) => ({
  taken: new Map(),
  offers: [{ id: 'a', sizes: SIZES, stock: pieces }],
  belowZero,
})
const owner = { ...after(0, 'owner'), who: 'lin' }

function create(input: ManualOrder): Order {
  const answer = decideManualOrder(input, { count: 6, stock: stock(5) }, owner)
  assert.ok(answer.ok)
  return applyEvents(answer.data.draft, answer.data.events)
}

function facts(before: Order | undefined, later: Order) {
  const booked = before ? movementsSince(before, later) : movementsOf(later)
  return booked.map(({ kind, provider, amount, fee }) => {
    return [kind, provider, amount, fee]
  })
}

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
  const order = create({ ...call, isHandedOver: false, reduction })
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
  const order = create({ ...call, isHandedOver: false, offers: [makeOffer()], reduction })
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

test('a paper invoice names who bought, or that nobody said', () => {
  const { name, address, target } = toIssue(create({ ...stall, invoice: { kind: 'paper' } }))
  assert.deepEqual([name, address, target.kind], ['現場買家', '現場交貨', 'paper'])
  assert.equal(toIssue(create({ ...call, isHandedOver: false })).name, '王小明')
})

test('who ordered by telephone may have no e-mail', () => {
  const silent = { ...recipient, email: '' }
  const order = create({ ...call, isHandedOver: false, recipient: silent })
  assert.deepEqual(mailsOf(undefined, order), [])
})

type ManualRefund = Parameters<typeof decideManualRefund>[1]

function refund(order: Order, input: ManualRefund) {
  return decideManualRefund(order, input, { ...owner, reason: '瑕疵' })
}

function handBack(order: Order, input: ManualRefund): Order {
  const back = refund(order, input)
  assert.ok(back.ok && back.data)
  return afterChange(order, back.data)
}

test('an order by telephone waits for its parcel, costs shipping, and its buyer gets the receipt alone', () => {
  const order = create({ ...call, isHandedOver: false })
  assert.deepEqual([order.status, order.totalAmount], ['已付款', 1080])
  assert.equal(orderView(order).canShip, true)
  const mails = mailsOf(undefined, order)
  assert.deepEqual(
    mails.map(({ kind, to }) => [kind, to?.address]),
    [['paid', 'ming@example.com']],
  )
  assert.equal(mails[0]?.values.method, '轉帳')
})

test('its money is a movement of cash or a transfer without a fee, and so is what is handed back', () => {
  const order = create(stall)
  assert.deepEqual(facts(undefined, order), [['sale', 'cash', 1000, 0]])
  const later = handBack(order, { amount: 400, key: 'one', restock: true })
  assert.deepEqual(facts(order, later), [['refund', 'cash', -400, 0]])
  assert.equal(movementsSince(order, later)[0]?.refs.transaction, 'hand-1')
  assert.equal(later.restocked, undefined)
})

test('all money handed back stops the parcel and gives the pieces back once', () => {
  const order = create({ ...call, isHandedOver: false })
  const later = handBack(order, { amount: 1080, key: 'one', restock: true })
  assert.equal(orderView(later).canShip, false)
  const moves = stockMoves(order, later.history.slice(order.history.length))
  assert.deepEqual(moves, [{ id: 'a', stock: -2, preorder: 0, sizes: { M: -2 } }])
  const again = refund(later, { amount: 1080, key: 'two', restock: true })
  assert.deepEqual(again, { ok: false, code: 'too-much' })
})

test('a press sent again hands back once and has the answer of the first', () => {
  const input = { amount: 400, key: 'one', restock: true }
  const later = handBack(create(stall), input)
  assert.deepEqual(refund(later, input), { ok: true, data: undefined })
  assert.deepEqual(refund(later, { ...input, amount: 500 }), { ok: false, code: 'key-used' })
  const both = handBack(later, { ...input, key: 'two' })
  assert.deepEqual(refund(both, input), { ok: true, data: undefined })
  assert.equal(manualSaleLeft(both), 200)
})

const handsBack = (order: Order, amount: number) => {
  const answer = refund(order, { amount, key: 'one', restock: false })
  return answer.ok ? 'taken' : answer.code
}

test('whole dollars are handed back, of a manual order alone', () => {
  const { manualSale: _none, ...ordered } = create(stall)
  assert.equal(handsBack(ordered, 1), 'not-manual')
  const codes = [1, 0, -1, 1.5].map((amount) => handsBack(create(stall), amount))
  assert.deepEqual(codes, ['taken', 'wrong-amount', 'wrong-amount', 'wrong-amount'])
})

const refusals: [string, ManualOrder, number][] = [
  ['nothing-chosen', { ...stall, items: [] }, 5],
  ['recipient-incomplete', { ...stall, isHandedOver: false }, 5],
  ['preorder-handed-over', { ...stall, items: [shirt, { ...shirt, preorder: {} }] }, 5],
  ['too-few-pieces', stall, 1],
  ['reduced-too-much', { ...stall, reduction: { amount: 1000, reason: '送' } }, 5],
  [
    'reduced-too-much',
    { ...stall, offers: [makeOffer()], reduction: { amount: 900, reason: '送' } },
    5,
  ],
  ['no-reduction-reason', { ...stall, reduction: { amount: 1, reason: ' ' } }, 5],
]

for (const [code, input, pieces] of refusals) {
  test(`no manual order is created: ${code}`, () => {
    const answer = decideManualOrder(input, { count: 0, stock: stock(pieces) }, owner)
    assert.partialDeepStrictEqual(answer, { ok: false, code })
  })
}

test('a sale that is sent names what its recipient lacks', () => {
  const sent = { ...stall, isHandedOver: false, shippingMethod: 'store' as const }
  const answer = decideManualOrder(sent, { count: 0, stock: stock(5) }, owner)
  assert.partialDeepStrictEqual(answer, { ok: false, detail: '姓氏、名字、手機、門市店號' })
})

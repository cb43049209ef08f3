import assert from 'node:assert/strict'
import { test } from 'node:test'

import { apply, applyChange } from '../apply.ts'
import { newEvent } from '../events.ts'
import { EMPTY_INVOICE, type Invoice } from '../invoice.ts'
import { type Order, type OrderChange, orderedInvoiceSchema } from '../order.ts'
import { TOTAL } from '../payment/orders.fixture.ts'
import {
  after,
  at,
  issuedOrder,
  makeIssued,
  makeOpen,
  makePaper,
  minute,
  paidOrder,
  makeWish,
} from './invoices.fixture.ts'
import { nextStep } from './issuing.ts'
import {
  claimPaper,
  noteUnchanged,
  correctInvoiceChange,
  readInvoice,
  voidReason,
} from './papering.ts'

function applyIfAny(order: Order, change: OrderChange | undefined): Order {
  assert.ok(change)
  return applyChange(order, change)
}

test('money that the owner handed back for a manual order is put on paper too', () => {
  const sale = { place: 'market', paidBy: 'cash' } as const
  const manualSale = { ...sale, refunds: [] }
  const { payment: _payment, ...order } = paidOrder({ invoicing: makeIssued(), manualSale })
  const back = apply(order, newEvent('money.handed-back', { amount: 80 }, after(20, 'owner')))
  assert.equal(back.invoiceCheckAt, at(20))
  const step = { kind: 'paper', paper: 'allowance', amount: 80 }
  assert.deepEqual(nextStep(back, minute(30)), step)
})

function claimVoid(order: Order, claim: string, time: string): Order {
  const context = { now: new Date(time), by: 'sweep' } as const
  return applyIfAny(order, claimPaper(order, { claim, remaining: 3080 }, context))
}

test('a void that did not reach the issuer in time is sent again as an allowance', () => {
  const order = paidOrder({ invoicing: makeIssued() }, 3080)
  const sent = claimVoid(order, 'one', '2027-01-13T15:59:00.000Z')
  assert.equal(sent.invoicing?.papers[0]?.kind, 'void')
  const looked = { now: new Date('2027-01-13T16:01:00.000Z'), by: 'sweep' } as const
  const noted = applyIfAny(sent, noteUnchanged(sent, 'one', looked))
  const again = claimVoid(noted, 'two', '2027-01-13T16:03:00.000Z')
  const { kind, amount } = again.invoicing?.papers[0] ?? {}
  assert.deepEqual({ kind, amount }, { kind: 'allowance', amount: 3080 })
})

test('a paper is claimed only by who has seen the newest one, and what the issuer has left', () => {
  const context = after(30, 'sweep')
  const order = issuedOrder({}, 500)
  const claims = (remaining: number, seen = order) =>
    claimPaper(order, { claim: 'new', remaining, seen }, context) !== undefined
  assert.equal(claims(TOTAL), true)
  assert.equal(claims(TOTAL - 1), false)
  assert.equal(claims(TOTAL, issuedOrder({ papers: [makePaper()] }, 500)), false)
})

test('a void for another invoice is sent again as a void while there is time', () => {
  const open = makeOpen('void', { unchangedAt: at(25) })
  const order = issuedOrder({ replacement: COMPANY, papers: [open] })
  const [sent] = claimPaper(order, { claim: 'new', remaining: TOTAL }, after(30))?.events ?? []
  assert.equal(sent?.type === 'paper.requested' && sent.data.kind, 'void')
  const allBack = issuedOrder({ replacement: COMPANY }, TOTAL)
  const reasons = [order, issuedOrder(), allBack].map((one) => voidReason(one))
  assert.deepEqual(reasons, ['發票資料更正', '退貨退款', '退貨退款'])
})

const CARRIER: Invoice = { kind: 'carrier', carrier: '/ABC1234' }
const COMPANY: Invoice = { kind: 'company', taxId: '22099131', company: '共衣創作' }
const owner = after(20, 'owner')

function corrected(order: Order, invoice: Invoice): Order {
  const answer = correctInvoiceChange(order, invoice, owner)
  assert.ok(answer.ok && answer.data)
  return applyChange(order, answer.data)
}

const before: readonly (readonly [string, Partial<Order>])[] = [
  ['an unpaid order', { status: '待付款' }],
  ['a wish', { invoicing: makeWish(), invoiceCheckAt: at(10) }],
  [
    'a wish without numbers',
    { invoicing: makeWish(), invoiceLooks: 4, invoiceAlarm: 'no-numbers' },
  ],
  [
    'a refused one',
    { invoicing: makeWish({ state: 'failed', issue: '統編錯誤' }), invoiceAlarm: 'refused' },
  ],
]
for (const [name, overrides] of before) {
  test(`${name} is issued by what the owner corrected, at once where it is due`, () => {
    const order = paidOrder({ ...overrides, invoice: CARRIER })
    const after = corrected(order, COMPANY)
    assert.deepEqual(after.invoice, COMPANY)
    assert.deepEqual(after.history.at(order.history.length)?.data, {
      before: CARRIER,
      after: COMPANY,
    })
    assert.equal(after.invoiceAlarm ?? null, null)
    if (!order.invoicing) return
    assert.equal(after.invoiceCheckAt, owner.now.toISOString())
    assert.deepEqual(nextStep(after, owner.now), { kind: 'issue' })
    assert.deepEqual(correctInvoiceChange(after, COMPANY, owner), { ok: true, data: undefined })
  })
}

test('another name of a company is a correction too, and by e-mail is what nobody chose', () => {
  const renamed: Invoice = { ...COMPANY, company: '共衣創作股份有限公司' }
  assert.deepEqual(corrected(paidOrder({ invoice: COMPANY }), renamed).invoice, renamed)
  assert.deepEqual(correctInvoiceChange(paidOrder(), { kind: 'email' }, owner), {
    ok: true,
    data: undefined,
  })
})

const over: readonly (readonly [string, Partial<Order>])[] = [
  ['invoice-sending', { invoicing: makeWish({ state: 'sending', claim: 'a', sentAt: at(10) }) }],
  ['invoice-issued-already', { invoicing: makeIssued(), invoiceNumber: 'ZZ12345678' }],
  ['invoice-issued-already', { invoiceNumber: 'ZZ12345678' }],
  ['invoice-dropped', { invoicing: makeWish({ state: 'dropped' }) }],
  ['invoice-dropped', { status: '已取消' }],
]
for (const [code, overrides] of over) {
  test(`what may have been issued, or never will be, is corrected by nobody: ${code} ${JSON.stringify(overrides)}`, () => {
    const answer = correctInvoiceChange(paidOrder(overrides), COMPANY, owner)
    assert.deepEqual(answer, { ok: false, code })
  })
}

const typed = [
  { kind: 'carrier', carrier: '／abc１２３４' },
  { kind: 'carrier', carrier: 'ABC1234' },
  { kind: 'company', taxId: '2209-9131', company: ' 共衣 ' },
  { kind: 'company', taxId: '22099132', company: '共衣' },
  { kind: 'company', taxId: '22099131', company: '　' },
  { kind: 'donation', donation: '９１９' },
  { kind: 'donation', donation: '12' },
  { kind: 'email' },
] as const
for (const fields of typed) {
  test(`the owner's ${JSON.stringify(fields)} is read as the buyer's is`, () => {
    const draft = { ...EMPTY_INVOICE, ...fields }
    const answer = readInvoice(draft)
    const { data } = orderedInvoiceSchema.safeParse(draft)
    assert.deepEqual(answer.ok ? answer.data : undefined, data)
  })
}

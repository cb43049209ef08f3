import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'

import { CONTACT_EMAIL } from '#lib/company/purchase-terms.ts'
import { EMPTY_RECIPIENT } from '#lib/delivery/recipient.ts'
import { invoiceFinding } from '#lib/invoice/compare-invoice.ts'
import { INVOICE_ALARM_LABELS, documentText } from '#lib/invoice/invoice-labels.ts'
import { numberState } from '#lib/invoice/number-range.ts'
import { EMPTY_INVOICE } from '#lib/invoice/typed-invoice.ts'
import { effectsOf } from '#lib/order/events/index.ts'
import type { Order } from '#lib/order/order.ts'
import { refundKey, type RefundRequest } from '#lib/payment/refund/refund-record.ts'
import {
  begin,
  byHand,
  contactsSent,
  ID,
  invoiceAtIssuer,
  linesSent,
  noticesSent,
  order,
  pay,
  refund,
  restore,
  sweep,
  TOTAL,
  tryAgain,
  unpaidOrder,
} from './invoice-cases.ts'
import { world } from './world.ts'

const { correctInvoice } = await import('#lib/owner/correct-invoice.ts')
const { checkInvoice } = await import('#lib/invoice/check-invoice.ts')
const { claimIssue, failIssue, putOff, pauseInvoice, retryChange } =
  await import('#lib/invoice/issue.ts')
const { claimDocument, endCompare, noteUnchanged, storeElsewhere } =
  await import('#lib/invoice/invoice-document.ts')
const { refuseVoid, storeFoundVoid } = await import('#lib/invoice/void-invoice.ts')
const { sendInvoice } = await import('#lib/invoice/send-invoice.ts')
const { checkNumbers, issueAtOnce, settleInvoices, settleWrittenInvoices } =
  await import('#lib/invoice/sweep-invoices.ts')
const { logged, numbers, services } = await import('./outside/outside.ts')
const { ISSUER } = await import('./outside/issuer.ts')
const { noteInvoice } = await import('#lib/invoice/written-invoices.ts')

const SIX_HOURS = 6 * 60 * 60
const context = () => ({ now: new Date(world().time), by: 'sweep' }) as const

beforeEach(begin)

async function issue(overrides: Partial<Order> = {}): Promise<void> {
  pay(ID, overrides)
  await sweep()
  assert.equal(order().invoicing?.state, 'issued')
}

const allowances = () => [...invoiceAtIssuer().allowances.values()]

describe('the lines of an allowance', () => {
  const at = '2026-11-23T03:00:00.000Z'
  const unit = (number: number, quantity: number) => ({
    number,
    state: 'received' as const,
    items: [{ index: 0, quantity }],
    reason: '',
    contact: '',
    requestedAt: at,
    changedAt: at,
  })
  const returned = (amount: number, returnNumber: number) => {
    const { payment } = order()
    assert.ok(payment)
    const request = {
      number: 1,
      amount,
      reason: '',
      idempotencyKey: 'p',
      who: 'o',
      returnNumber,
      at,
    }
    const refundRequests = [{ ...request, state: 'done' as const }]
    restore({
      ...order(),
      // Three were bought: two go back first, then the third.
      items: order().items.map((item) => ({ ...item, quantity: 3 })),
      returns: [unit(1, 2), unit(2, 1)],
      payment: { ...payment, refundRequests },
    })
  }
  const cases = [
    ['a return that adds up to it by its units', 1500, 2, '旅見 T 恤 白色 M ×1 @1500'],
    ['a return that does not add up in one line', 1400, 2, '退貨退款 ×1 @1400'],
    ['another return that would add up in one line', 1500, 1, '退貨退款 ×1 @1500'],
  ] as const
  for (const [what, amount, returnNumber, line] of cases) {
    test(`name ${what}`, async () => {
      await issue()
      returned(amount, returnNumber)
      refund(ID, amount, refundKey(ID, 1))
      await sweep()
      assert.deepEqual(linesSent().at(-1), [line])
      assert.deepEqual(allowances(), [amount])
    })
  }
})

const AT = '2026-11-23T03:00:00.000Z'
const unitBack = (number: number, index: number) => ({
  number,
  state: 'received' as const,
  items: [{ index, quantity: 1 }],
  reason: '',
  contact: '',
  requestedAt: AT,
  changedAt: AT,
})
const refundRequest = (number: number, state: 'done' | 'refused', returnNumber?: number) => ({
  number,
  amount: 1000,
  reason: '',
  idempotencyKey: `p${number}`,
  who: 'o',
  at: AT,
  state,
  ...(returnNumber === undefined ? {} : { returnNumber }),
})

const RED = '紅 白色 M ×1 @1000'
const BLUE = '藍 白色 M ×1 @1000'
const sold = async (...refundRequests: readonly RefundRequest[]) => {
  const [shirt] = unpaidOrder(ID).items
  assert.ok(shirt)
  const one = { ...shirt, quantity: 1, price: 1000 }
  await issue({
    items: [
      { ...one, title: '紅' },
      { ...one, id: 'x', title: '藍' },
    ],
  })
  const { payment } = order()
  assert.ok(payment)
  restore({
    ...order(),
    returns: [unitBack(1, 0), unitBack(2, 1)],
    payment: { ...payment, refundRequests: [...refundRequests] },
  })
}

describe('the lines of two allowances', () => {
  test('name the goods of the return that each pays back, also at one price', async () => {
    await sold(refundRequest(1, 'done', 1), refundRequest(2, 'done', 2))
    for (const number of [1, 2]) {
      refund(ID, 1000, refundKey(ID, number))
      await sweep()
    }
    assert.deepEqual(linesSent().slice(-2), [[RED], [BLUE]])
  })

  test('are the same where one is sent again beside a refund that came since', async () => {
    await sold(refundRequest(1, 'done', 1), refundRequest(2, 'done', 2))
    refund(ID, 1000, refundKey(ID, 1))
    world().atIssuer = (call) => (call === 'allowance' ? 'unknown' : undefined)
    await sweep()
    refund(ID, 1000, refundKey(ID, 2))
    world().atIssuer = () => undefined
    await sweep(4, SIX_HOURS)
    assert.deepEqual(linesSent().slice(-2), [[RED], [BLUE]])
  })

  test('name the goods of both in one, where the issuer was away for the first', async () => {
    await sold(refundRequest(1, 'done', 1), refundRequest(2, 'done', 2))
    refund(ID, 1000, refundKey(ID, 1))
    refund(ID, 1000, refundKey(ID, 2))
    await sweep()
    assert.deepEqual(linesSent().at(-1), [RED, BLUE])
  })

  test('name the unit that was chosen with each refund, of two at one price', async () => {
    const line = { color: '白色', sold: 'M', size: 'M', quantity: 1, amount: 1000 } as const
    const [first, second] = [refundRequest(1, 'done'), refundRequest(2, 'done')]
    await sold(
      { ...first, lines: [{ ...line, id: 'x' }] },
      { ...second, lines: [{ ...line, id: unpaidOrder(ID).items[0]?.id }] },
    )
    for (const number of [1, 2]) {
      refund(ID, 1000, refundKey(ID, number))
      await sweep()
    }
    assert.deepEqual(linesSent().slice(-2), [[BLUE], [RED]])
  })

  test('name no return whose refund was refused', async () => {
    await sold(refundRequest(1, 'refused', 1), refundRequest(2, 'done'))
    refund(ID, 1000, refundKey(ID, 2))
    await sweep()
    assert.deepEqual(linesSent().at(-1), ['退貨退款 ×1 @1000'])
  })

  test('name no goods that were exchanged, and the others of their return', async () => {
    await sold(refundRequest(1, 'done', 1), refundRequest(2, 'done', 2))
    const exchanged = { index: 1, quantity: 1, size: 'L' as const }
    restore({
      ...order(),
      returns: [
        { ...unitBack(1, 0), state: 'exchanged', items: [{ index: 0, quantity: 1 }, exchanged] },
        { ...unitBack(2, 1), state: 'exchanged', items: [exchanged] },
      ],
    })
    for (const number of [1, 2]) {
      refund(ID, 1000, refundKey(ID, number))
      await sweep()
    }
    assert.deepEqual(linesSent().slice(-2), [[RED], ['退貨退款 ×1 @1000']])
  })

  test('name none where what is documented ends within a refund', async () => {
    await sold(refundRequest(1, 'done', 1), refundRequest(2, 'done', 2))
    refund(ID, 1000, refundKey(ID, 1))
    await byHand.allow(600)
    refund(ID, 1000, refundKey(ID, 2))
    await sweep(3, SIX_HOURS)
    assert.ok(
      linesSent()
        .slice(1)
        .flat()
        .every((line) => line.startsWith('退貨退款')),
    )
  })
})

describe('what the issuer refuses', () => {
  for (const [fault, state, alarm] of [
    ['no-numbers', 'wished', 'no-numbers'],
    ['keys', 'wished', 'keys'],
    ['refused', 'failed', 'refused'],
    ['unknown', 'sending', undefined],
  ] as const) {
    test(`an invoice whose answer is ${fault} is ${state}`, async () => {
      world().atIssuer = (call) => (call === 'issue' ? fault : undefined)
      pay()
      await sweep()
      assert.deepEqual([order().invoicing?.state, order().invoiceAlarm], [state, alarm])
    })
  }

  test('an allowance without an answer is not sent again where another one was made by hand, and is reported', async () => {
    await issue()
    refund(ID, 500)
    world().atIssuer = (call) => (call === 'allowance' ? 'unknown' : undefined)
    await sweep()
    await byHand.allow(300)
    world().atIssuer = () => undefined
    await sweep(3, SIX_HOURS)
    assert.deepEqual([allowances(), order().invoiceAlarm], [[300], 'unclear'])
  })

  test('an allowance is reported to the owner and not sent again by itself', async () => {
    await issue()
    refund(ID, 500)
    world().atIssuer = (call) => (call === 'allowance' ? 'has-allowance' : undefined)
    await sweep(3, SIX_HOURS)
    assert.equal(order().invoiceAlarm, 'document-refused')
    assert.equal(order().invoicing?.isAllowanceOnly, undefined)
    assert.equal(linesSent().length, 2)
  })

  test('a void for another reason than an allowance is reported, and no allowance is made', async () => {
    await issue()
    refund(ID, TOTAL)
    world().atIssuer = (call) => (call === 'void' ? 'refused' : undefined)
    await sweep(3, SIX_HOURS)
    assert.equal(order().invoiceAlarm, 'document-refused')
    assert.deepEqual(allowances(), [])
    world().atIssuer = () => undefined
    tryAgain()
    await sweep()
    assert.equal(invoiceAtIssuer().isVoid, true)
  })

  test('a void without an answer, not made and with the whole invoice left, is sent again as a void', async () => {
    await issue()
    refund(ID, TOTAL)
    world().atIssuer = (call) => (call === 'void' ? 'unknown' : undefined)
    await sweep()
    world().atIssuer = () => undefined
    await sweep(3, SIX_HOURS)
    assert.equal(invoiceAtIssuer().isVoid, true)
    assert.deepEqual(allowances(), [])
  })

  test('an invoice that is void is stored so once, beside a refund that was to be an allowance', async () => {
    await issue()
    refund(ID, 500)
    world().atIssuer = (call) => (call === 'allowance' ? 'unknown' : undefined)
    await sweep()
    await byHand.void()
    world().atIssuer = () => undefined
    await sweep(3, SIX_HOURS)
    const [document, ...others] = order().invoicing?.documents ?? []
    assert.deepEqual(
      [document?.kind, document?.amount, document?.isElsewhere],
      ['void', TOTAL, true],
    )
    assert.deepEqual(others, [])
    assert.equal(order().invoiceAlarm, 'void-elsewhere')
  })
})

describe('the buyer to whom the issuer writes', () => {
  const recipient = { ...EMPTY_RECIPIENT, name: '陳小姐' }
  const cases = [
    ['by e-mail alone', 'a@example.com', '', { email: 'a@example.com', phone: '' }],
    ['by telephone alone', '', '0912345678', { email: '', phone: '0912345678' }],
    ['at the shop, where there is neither', '', '', { email: CONTACT_EMAIL, phone: '' }],
  ] as const
  for (const [what, email, phone, sent] of cases) {
    test(`is reached ${what}`, async () => {
      await issue({ email, recipient: { ...recipient, phone } })
      assert.deepEqual(contactsSent(), [sent])
    })
  }
})

for (const [whose, email, recipientEmail, told] of [
  ['the account’s', 'a@example.com', 'b@example.com', 'a@example.com'],
  ['the recipient’s where the account has none', '', 'b@example.com', 'b@example.com'],
] as const) {
  test(`the issuer tells of an allowance at an address: ${whose}`, async () => {
    await issue({ email, recipient: { ...EMPTY_RECIPIENT, email: recipientEmail } })
    refund(ID, 500)
    await sweep(2, SIX_HOURS)
    assert.deepEqual(noticesSent(), [told])
  })
}

describe('a code of an invoice', () => {
  const codes = [
    [{ kind: 'carrier', carrier: '/ABC1234' }, undefined],
    [{ kind: 'carrier', carrier: '/ABC12ZZ' }, 'carrier-unknown'],
    [{ kind: 'donation', donation: '168001' }, undefined],
    [{ kind: 'donation', donation: '168000' }, 'donation-unknown'],
    [{ kind: 'company', taxId: '04595257', company: '公司' }, undefined],
    [{ kind: 'email' }, undefined],
  ] as const
  for (const [invoice, refusal] of codes) {
    test(`${JSON.stringify(invoice)} is ${refusal ?? 'taken'}`, async () => {
      const answer = await checkInvoice(invoice)
      assert.equal(answer.ok ? undefined : answer.code, refusal)
      // And so by the owner's hand.
      pay()
      const draft = { ...EMPTY_INVOICE, ...invoice }
      const by = { by: '林店主', at: new Date(world().time) }
      const corrected = await correctInvoice({ orderId: ID, invoice: draft, context: by })
      assert.equal(corrected.ok ? undefined : corrected.code, refusal)
    })
  }
})

test('the invoice of an order that is written is issued after the answer, and of no other', async () => {
  pay()
  noteInvoice({ ...order(), invoiceCheckAt: '2026-01-01T00:00:00.000Z' })
  await settleWrittenInvoices()
  assert.equal(order().invoicing?.state, 'issued')
  const calls = linesSent().length
  await settleWrittenInvoices()
  assert.equal(linesSent().length, calls)
})

test('without an issuer nothing of invoices is asked, written or logged', async () => {
  pay()
  const before = order()
  noteInvoice({ ...before, invoiceCheckAt: '2026-01-01T00:00:00.000Z' })
  logged.length = 0
  services.hasIssuer = false
  delete numbers.state
  try {
    await settleWrittenInvoices()
    assert.equal(await settleInvoices(new Date(world().time)), undefined)
    assert.equal(await issueAtOnce(before), before)
    await checkNumbers(new Date(world().time))
  } finally {
    services.hasIssuer = true
  }
  assert.deepEqual([order(), logged], [before, []])
})

test('what is no answer of the issuer is thrown as it is, and the invoice stays perhaps issued', async () => {
  pay()
  const { issue: usual } = ISSUER
  ISSUER.issue = () => Promise.reject(new Error('out of memory'))
  const sent = sendInvoice({ issuer: ISSUER, order: order(), context: context() })
  await assert.rejects(sent, new Error('out of memory'))
  ISSUER.issue = usual
  assert.equal(order().invoicing?.state, 'sending')
})

test('a change that another request has overtaken, or that nothing asks for, changes nothing', async () => {
  await issue()
  const issued = order()
  const { invoicing: _invoicing, ...without } = issued
  const trouble = {
    alarm: 'unclear',
    words: '',
    seen: { ...issued, invoicing: undefined },
  } as const
  const made = { claim: 'c', amount: 1 }
  const wanted = { claim: 'c', remaining: TOTAL }
  assert.equal(putOff(without, { alarm: null, words: '' }, context()), undefined)
  assert.equal(claimIssue(without, 'c', context()), undefined)
  assert.equal(failIssue(issued, '', context()), undefined)
  assert.equal(claimDocument(without, wanted, context()), undefined)
  assert.equal(claimDocument(issued, wanted, context()), undefined)
  assert.equal(retryChange(issued, context()), undefined)
  assert.equal(retryChange({ ...without, invoiceAlarm: 'late' }, context()), undefined)
  assert.equal(noteUnchanged(issued, 'c', context()), undefined)
  assert.equal(endCompare(issued, context()), undefined)
  assert.equal(refuseVoid(issued, 'c', context()), undefined)
  assert.equal(storeFoundVoid(without, 'c', context()), undefined)
  assert.equal(pauseInvoice({ ...issued, invoiceCheckAt: null }, context()), undefined)
  const { invoiceCheckAt: _checkAt, ...unchecked } = issued
  assert.equal(pauseInvoice(unchecked, context()), undefined)
  const due = { ...issued, invoiceCheckAt: new Date(world().time).toISOString() }
  assert.deepEqual(pauseInvoice(due, context()), { schedule: { invoiceCheckAt: null }, events: [] })
  refund(ID, 500)
  assert.equal(pauseInvoice(order(), context()), undefined)
  await sweep()
  assert.equal(storeElsewhere(order(), { ...made, seen: issued }, context()), undefined)
  assert.equal(putOff(order(), { ...trouble, seen: issued }, context()), undefined)
})

test('books that have more documented than went back are compared too, and even ones need nothing', async () => {
  await issue()
  const { invoicing } = order()
  assert.ok(invoicing)
  assert.equal(invoiceFinding(order(), new Date(world().time)), undefined)
  await byHand.allow(500)
  const sentAt = new Date(world().time).toISOString()
  const document = {
    kind: 'allowance',
    amount: 500,
    state: 'done',
    before: TOTAL,
    claim: 'c',
    sentAt,
  } as const
  restore({ ...order(), invoicing: { ...invoicing, documents: [document] } }, true)
  assert.equal(invoiceFinding(order(), new Date(world().time)), 'invoice-differs')
  await sweep()
  assert.equal(order().invoiceAlarm, 'too-much-documented')
})

test('an own number in place of a void invoice explains the difference, beside a standing one it does not', async () => {
  await issue()
  refund(ID, 500)
  const { invoicing } = order()
  assert.ok(invoicing)
  const now = new Date(world().time)
  const own = { ...order(), invoiceNumber: 'AB12345678' }
  const withState = (state: 'issued' | 'void', given: Order) => {
    return invoiceFinding({ ...given, invoicing: { ...invoicing, state } }, now)
  }
  assert.equal(withState('issued', own), 'invoice-differs')
  assert.equal(withState('void', order()), 'invoice-differs')
  assert.equal(withState('void', own), undefined)
})

test('the words of documents, alarms and numbers', () => {
  const document = { amount: 500, before: 500, claim: 'c', sentAt: '2026-11-23T02:00:00.000Z' }
  const done = { ...document, state: 'done', allowance: 'A1' } as const
  assert.equal(documentText({ ...done, kind: 'allowance' }), '折讓 NT$500 A1')
  assert.equal(documentText({ ...document, state: 'sending', kind: 'void' }), '作廢（處理中）')
  assert.equal(
    documentText({ ...document, state: 'done', kind: 'void', isElsewhere: true }),
    '作廢（在綠界後台）',
  )
  const { words } = effectsOf('invoice.alarmed')
  assert.equal(words({ alarm: 'late', words: '' }, '').why, INVOICE_ALARM_LABELS.late)
  assert.equal(words({ alarm: 'late', words: 'x' }, '').why, 'x')
  const now = new Date('2026-11-05T02:00:00.000Z')
  const left = (count: number) =>
    numberState([{ year: 2026, term: 6, left: count, isEnabled: true }], now).notices
  assert.deepEqual(
    [left(0), left(1), left(29), left(30)],
    [['none-left'], ['few-left'], ['few-left'], []],
  )
})

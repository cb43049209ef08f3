import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'

import {
  begin,
  byHand,
  ID,
  invoiceAtIssuer,
  mails,
  order,
  pay,
  refund,
  restore,
  sweep,
  TOTAL,
  tryAgain,
  unpaidOrder,
  writeDown,
} from './invoice-cases.ts'
import { world } from './world.ts'

const SIX_HOURS = 6 * 60 * 60
const SEVEN_WEEKS = 49 * 24 * 60 * 60

beforeEach(begin)

// An order whose invoice is issued.
async function issue(): Promise<void> {
  pay()
  await sweep()
  assert.equal(order().invoicing?.state, 'issued')
}

const allowances = () => [...invoiceAtIssuer().allowances.values()]
const kinds = () => mails().filter((kind) => kind.includes('invoice') && kind !== 'invoice-issued')

const DELAYS = [
  [45, 60],
  [80, 60],
  [110, 0],
  [110, 60],
] as const
for (const [seconds, ahead] of DELAYS) {
  test(`an allowance made ${seconds} s after it was asked for is made once, by clocks ${ahead} s apart`, async () => {
    await issue()
    refund(ID, 500)
    world().atIssuer = (call) =>
      call === 'allowance' ? { carriedOutAfter: seconds, isKilled: true } : undefined
    await sweep()
    world().atIssuer = () => undefined
    // Every second an instance looks, whose clock is ahead.
    for (let second = 0; second < 600; second += 1) await sweep(1, 1, second % 2 ? ahead : 0)
    assert.deepEqual(allowances(), [500])
    assert.equal(order().invoicing?.documents[0]?.state, 'done')
    assert.deepEqual(kinds(), ['invoice-undone'])
  })
}

test('an allowance that never arrived is sent again after two looks', async () => {
  await issue()
  refund(ID, 500)
  world().atIssuer = (call) => (call === 'allowance' ? 'unknown' : undefined)
  await sweep()
  world().atIssuer = () => undefined
  await sweep(1, SIX_HOURS)
  assert.deepEqual(allowances(), [])
  await sweep(1, 121)
  assert.deepEqual(allowances(), [500])
})

test('an allowance that the accountant made by hand is the document of the refund', async () => {
  await issue()
  await byHand.allow(500)
  refund(ID, 500)
  await sweep(3, SIX_HOURS)
  assert.deepEqual(allowances(), [500])
  assert.equal(order().invoiceAlarm ?? null, null)
  assert.deepEqual(kinds(), ['invoice-undone'])
})

test('the shop documents one of two refunds where the accountant has documented the other', async () => {
  await issue()
  await byHand.allow(500)
  refund(ID, 500)
  refund(ID, 300)
  await sweep(3, SIX_HOURS)
  assert.deepEqual(allowances(), [500, 300])
})

test('a database that forgot its refund does not make the allowance again', async () => {
  await issue()
  const backup = order()
  refund(ID, 500)
  await sweep()
  assert.deepEqual(allowances(), [500])
  restore(backup)
  refund(ID, 500)
  await sweep(3, SIX_HOURS)
  assert.deepEqual(allowances(), [500])
  assert.deepEqual(
    order().invoicing?.documents.map(({ amount, state }) => [amount, state]),
    [[500, 'done']],
  )
})

test('a difference that no refund explains goes to the owner, and nothing is sent until it is gone', async () => {
  await issue()
  const number = await byHand.allow(333)
  refund(ID, 500)
  await sweep(4, SIX_HOURS)
  assert.deepEqual(allowances(), [333])
  assert.equal(order().invoiceAlarm, 'unclear')
  assert.deepEqual(kinds(), ['owner-invoice'])
  await byHand.takeBack(number)
  tryAgain()
  await sweep()
  assert.deepEqual(allowances(), [500])
  assert.equal(order().invoiceAlarm, null)
})

test('an allowance by hand, then all the money back: an allowance of the rest', async () => {
  await issue()
  await byHand.allow(500)
  refund(ID, TOTAL)
  await sweep(3, SIX_HOURS)
  assert.deepEqual(allowances(), [500, TOTAL - 500])
  assert.equal(order().invoiceAlarm ?? null, null)
})

test('a void that is refused for an allowance becomes an allowance', async () => {
  await issue()
  refund(ID, TOTAL)
  world().atIssuer = (call) => (call === 'void' ? 'has-allowance' : undefined)
  await sweep(3, SIX_HOURS)
  assert.deepEqual([allowances(), invoiceAtIssuer().isVoid], [[TOTAL], false])
  assert.equal(order().invoiceAlarm ?? null, null)
})

test('a void whose answer was lost beside an allowance by hand ends as allowances', async () => {
  await issue()
  refund(ID, TOTAL)
  world().atIssuer = (call) => (call === 'void' ? 'unknown' : undefined)
  await sweep()
  await byHand.allow(500)
  world().atIssuer = () => undefined
  await sweep(4, SIX_HOURS)
  assert.deepEqual(allowances(), [500, TOTAL - 500])
  assert.equal(order().invoiceAlarm ?? null, null)
})

test('an invoice made void by hand ends the document of a part: the owner is notified once', async () => {
  await issue()
  await byHand.void()
  refund(ID, 500)
  await sweep(4, SIX_HOURS)
  assert.deepEqual([order().invoicing?.state, order().invoiceAlarm], ['void', 'void-elsewhere'])
  assert.deepEqual([order().invoiceCheckAt, kinds()], [null, ['owner-invoice']])
  assert.equal(writeDown('AB12345678'), undefined)
  assert.deepEqual([order().invoiceNumber, order().invoiceAlarm], ['AB12345678', null])
  await sweep(2, SIX_HOURS)
  assert.equal(order().invoiceAlarm, null)
})

test('an invoice made void by hand, then all the money back: the books say so, and nobody is asked', async () => {
  await issue()
  await byHand.void()
  refund(ID, TOTAL)
  await sweep(2, SIX_HOURS)
  assert.equal(order().invoicing?.state, 'void')
  assert.deepEqual([order().invoiceAlarm ?? null, kinds()], [null, ['invoice-undone']])
})

test('a void that is carried out after its time ends the allowance that follows it', async () => {
  await issue()
  world().pass(SEVEN_WEEKS - 60)
  refund(ID, TOTAL)
  world().atIssuer = (call) => (call === 'void' ? { carriedOutAfter: 30 } : undefined)
  await sweep()
  world().pass(40)
  world().pass(SEVEN_WEEKS)
  world().atIssuer = () => undefined
  await sweep(3, SIX_HOURS)
  assert.deepEqual([invoiceAtIssuer().isVoid, order().invoicing?.state], [true, 'void'])
})

test('an allowance that the issuer calls void already ends', async () => {
  await issue()
  refund(ID, 500)
  world().atIssuer = (call) => (call === 'allowance' ? 'already-void' : undefined)
  await sweep(3, SIX_HOURS)
  assert.deepEqual([order().invoicing?.state, order().invoiceAlarm], ['void', 'void-elsewhere'])
  assert.equal(order().invoiceCheckAt, null)
})

test('the owner has an invoice compared: what is even ends the alarm, what is void is stored', async () => {
  pay()
  world().atIssuer = (call) => (call === 'issue' ? 'answer-lost' : 'unknown')
  await sweep()
  writeDown('AB12345678')
  world().atIssuer = () => undefined
  await sweep(2, SIX_HOURS)
  assert.equal(order().invoiceAlarm, 'two-invoices')
  await byHand.void()
  tryAgain()
  await sweep(2)
  assert.deepEqual([order().invoicing?.state, order().invoiceAlarm], ['void', null])
  assert.equal(order().invoiceNumber, 'AB12345678')
})

test('more documented than was refunded goes to the owner', async () => {
  await issue()
  refund(ID, 500)
  await sweep()
  const { payment } = order()
  assert.ok(payment)
  // The provider took its refund back.
  restore({ ...order(), payment: { ...payment, refundedAmount: 0, refunds: [] } }, true)
  await sweep(2, SIX_HOURS)
  assert.equal(order().invoiceAlarm, 'too-much-documented')
  assert.deepEqual(allowances(), [500])
})

test('an issued invoice that the issuer does not know goes to the owner after a day', async () => {
  await issue()
  refund(ID, 500)
  world().atIssuer = (call) => (call === 'find' ? 'unknown' : undefined)
  await sweep()
  world().atIssuer = () => undefined
  byHand.forget()
  await sweep(1, 300)
  assert.equal(order().invoiceAlarm ?? null, null)
  await sweep(8, SIX_HOURS)
  assert.equal(order().invoiceAlarm, 'unclear')
})

test('an invoice is looked for through a whole day after it was issued, to the millisecond', async () => {
  await issue()
  refund(ID, 500)
  byHand.forget()
  const issuedAt = Date.parse(order().invoicing?.issuedAt ?? '')
  for (const [over, alarm] of [
    [0, null],
    [1, 'unclear'],
  ] as const) {
    restore(order(), true)
    world().time = issuedAt + 24 * 60 * 60 * 1000 + over
    restore(order(), true)
    await sweep()
    assert.equal(order().invoiceAlarm ?? null, alarm)
  }
})

const NO_MAIL = { email: '', recipient: { ...unpaidOrder(ID).recipient, email: '' } }
const CONTACTS = [
  ['a telephone', NO_MAIL],
  ['neither', { ...NO_MAIL, recipient: { ...NO_MAIL.recipient, phone: '' } }],
] as const
for (const [name, overrides] of CONTACTS) {
  test(`a sale without an e-mail, with ${name}, gets its invoice and its document`, async () => {
    pay(ID, overrides)
    await sweep()
    assert.deepEqual([order().invoicing?.state, order().invoiceAlarm ?? null], ['issued', null])
    refund(ID, 500)
    await sweep()
    assert.deepEqual(allowances(), [500])
  })
}

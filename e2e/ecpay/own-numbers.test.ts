import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'

import {
  atIssuer,
  begin,
  byHand,
  mails,
  order,
  pay,
  refund,
  sweep,
  TOTAL,
  tryAgain,
  writeDown,
  ID,
} from './invoice-cases.ts'
import { world } from './world.ts'

const OWN = 'AB12345678'
const SIX_HOURS = 6 * 60 * 60

beforeEach(begin)

const REFUSALS = ['no-numbers', 'keys', 'not-set'] as const
for (const refusal of REFUSALS) {
  test(`after a refusal (${refusal}) the owner's own number is the only invoice`, async () => {
    world().atIssuer = () => refusal
    pay()
    await sweep(3, SIX_HOURS)
    assert.equal(order().invoicing?.state, 'wished')
    assert.equal(writeDown(OWN), undefined)
    assert.equal(order().invoiceAlarm, null)
    world().atIssuer = () => undefined
    await sweep(3, SIX_HOURS)
    assert.equal(atIssuer(), undefined)
    assert.deepEqual([order().invoicing?.state, order().invoiceNumber], ['dropped', OWN])
  })
}

test('all the money back while there are no numbers: no invoice at all', async () => {
  world().atIssuer = () => 'no-numbers'
  pay()
  await sweep(2, SIX_HOURS)
  refund(ID, TOTAL)
  world().atIssuer = () => undefined
  await sweep(3, SIX_HOURS)
  assert.equal(atIssuer(), undefined)
  assert.equal(order().invoicing?.state, 'dropped')
})

test('a call that never arrived is looked for twice, and then no invoice is issued beside the own one', async () => {
  world().atIssuer = () => 'unknown'
  pay()
  await sweep(2, SIX_HOURS)
  writeDown(OWN)
  world().atIssuer = () => undefined
  // While the call may still be under way, at the first look, and before the second is due.
  for (const seconds of [0, 121, 60]) {
    await sweep(1, seconds)
    assert.equal(order().invoicing?.state, 'sending')
  }
  await sweep(1, 61)
  assert.equal(order().invoicing?.state, 'dropped')
  assert.equal(atIssuer(), undefined)
})

test('a call that is carried out late is found by the second look, and the owner notified of two', async () => {
  pay()
  world().atIssuer = (call) => (call === 'issue' ? { carriedOutAfter: 80 } : 'unknown')
  await sweep()
  writeDown(OWN)
  world().atIssuer = () => undefined
  // The first look is of an instance whose clock is a minute ahead.
  await sweep(1, 62, 60)
  assert.equal(order().invoiceNumber, OWN)
  await sweep(3, 125)
  assert.notEqual(atIssuer(), undefined)
  assert.equal(order().invoiceAlarm, 'two-invoices')
  assert.equal(order().invoiceNumber, OWN)
  assert.equal(order().invoicing?.number, atIssuer()?.number)
})

test('an invoice that was issued though its answer was lost never takes the place of the own number', async () => {
  pay()
  world().atIssuer = (call) => (call === 'issue' ? 'answer-lost' : 'unknown')
  await sweep()
  writeDown(OWN)
  world().atIssuer = () => undefined
  await sweep(2, SIX_HOURS)
  assert.equal(order().invoiceNumber, OWN)
  assert.equal(order().invoiceAlarm, 'two-invoices')
  assert.deepEqual(
    mails().filter((kind) => kind.includes('invoice')),
    ['owner-invoice'],
  )
  const other = atIssuer()?.number ?? ''
  assert.equal(writeDown('CD87654321'), 'invoice-issued')
  assert.equal(writeDown(other), undefined)
  assert.deepEqual([order().invoiceNumber, order().invoiceAlarm], [other, null])
})

test('the owner stays notified of two invoices while there are two, also when a refund is documented and after a retry', async () => {
  pay()
  world().atIssuer = (call) => (call === 'issue' ? 'answer-lost' : 'unknown')
  await sweep()
  writeDown(OWN)
  world().atIssuer = () => undefined
  await sweep(2, SIX_HOURS)
  refund(ID, 500)
  await sweep(2, SIX_HOURS)
  assert.deepEqual([...(atIssuer()?.allowances.values() ?? [])], [500])
  assert.equal(order().invoiceAlarm, 'two-invoices')
  tryAgain()
  await sweep(2, SIX_HOURS)
  assert.equal(order().invoiceAlarm, 'two-invoices')
  await byHand.takeBack([...(atIssuer()?.allowances.keys() ?? [])][0] ?? '')
  await byHand.void()
  tryAgain()
  await sweep(2, SIX_HOURS)
  assert.deepEqual([order().invoiceAlarm, order().invoiceNumber], [null, OWN])
})

test('beside an invoice that the issuer gave no other number is written down', async () => {
  pay()
  await sweep()
  const number = order().invoiceNumber
  assert.equal(number, atIssuer()?.number)
  assert.equal(writeDown(OWN), 'invoice-issued')
  assert.equal(order().invoiceNumber, number)
})

test('a refusal in unknown words, an own number: the alarm is out, and a retry issues nothing', async () => {
  world().atIssuer = (call) => (call === 'issue' ? 'refused' : undefined)
  pay()
  await sweep()
  assert.equal(order().invoiceAlarm, 'refused')
  writeDown(OWN)
  assert.equal(order().invoiceAlarm, null)
  world().atIssuer = () => undefined
  tryAgain()
  await sweep(3, SIX_HOURS)
  assert.equal(atIssuer(), undefined)
})

test('a refusal after a call without an answer leaves it perhaps issued, so it is looked for', async () => {
  pay()
  world().atIssuer = (call) => (call === 'issue' ? { carriedOutAfter: SIX_HOURS } : 'unknown')
  await sweep()
  world().atIssuer = () => 'no-numbers'
  await sweep(1, 60 * 60)
  assert.equal(order().invoicing?.state, 'sending')
  writeDown(OWN)
  world().atIssuer = () => undefined
  world().pass(SIX_HOURS)
  await sweep()
  assert.equal(order().invoiceAlarm, 'two-invoices')
})

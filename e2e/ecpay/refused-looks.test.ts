import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'

import { atIssuer, begin, order, pay, sweep, writeDown } from './invoice-cases.ts'
import { world } from './world.ts'

const OWN = 'AB12345678'
const HOUR = 60 * 60

beforeEach(begin)

const REFUSALS = ['no-numbers', 'keys', 'not-set'] as const
for (const refusal of REFUSALS) {
  test(`a question that is refused (${refusal}) says nothing of what was sent: it stays perhaps issued`, async () => {
    pay()
    world().atIssuer = (call) => (call === 'issue' ? 'answer-lost' : refusal)
    await sweep()
    assert.equal(order().invoicing?.state, 'sending')
    writeDown(OWN)
    // Not wanted any more, it is looked for, and the look is refused, too.
    await sweep(2, HOUR)
    assert.equal(order().invoicing?.state, 'sending')
    world().atIssuer = () => undefined
    await sweep(3, 12 * HOUR)
    assert.equal(order().invoicing?.number, atIssuer()?.number)
    assert.equal(order().invoiceAlarm, 'two-invoices')
  })
}

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'

import { begin, KEY, mails, order, pay, sweep, TOTAL } from './invoice-cases.ts'
import { world } from './world.ts'

const { ISSUER } = await import('./outside/issuer.ts')

beforeEach(begin)

const minutes = (count: number) => new Date(world().time + count * 60_000).toISOString()

/** Another installation at the same account has issued an invoice under this order's number. */
function issueElsewhere(more: { email?: string; issuedAt?: string; amount?: number }): void {
  const { email, issuedAt = minutes(1), amount = TOTAL } = more
  ISSUER.issued.set(KEY, {
    number: 'ZZ12345678',
    random: '9999',
    issuedAt,
    amount,
    remaining: amount,
    isVoid: false,
    allowances: new Map(),
    ...(email === undefined ? {} : { buyer: { email } }),
  })
}

const FOREIGN = [
  ['for another buyer', () => issueElsewhere({ email: 'stranger@example.com' })],
  ['made before the payment', () => issueElsewhere({ issuedAt: minutes(-60) })],
  ['of an unknown buyer, with another amount', () => issueElsewhere({ amount: TOTAL + 80 })],
] as const
for (const [what, elsewhere] of FOREIGN) {
  test(`an invoice ${what} is not this order's, and the owner is told (rule 1111)`, async () => {
    elsewhere()
    pay()
    await sweep()
    assert.deepEqual([order().invoicing?.state, order().invoicing?.number], ['failed', undefined])
    assert.match(order().invoicing?.issue ?? '', /ZZ12345678/)
    assert.equal(order().invoiceAlarm, 'refused')
    assert.deepEqual(
      mails().filter((kind) => kind.includes('invoice')),
      ['owner-invoice'],
    )
  })
}

test('an own invoice whose answer was lost is stored, whatever capitals its address has (rule 1111)', async () => {
  pay()
  issueElsewhere({ email: (order().email || order().recipient.email).toUpperCase() })
  await sweep()
  assert.deepEqual([order().invoicing?.state, order().invoicing?.number], ['issued', 'ZZ12345678'])
})

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'

import { EMPTY_RECIPIENT, type Recipient } from '#lib/delivery/recipient.ts'
import type { ManualSale } from '#lib/order/manual-order.ts'
import type { Order } from '#lib/order/order.ts'
import { begin, KEY, mails, order, pay, restore, sweep, TOTAL } from './invoice-cases.ts'
import { store, world } from './world.ts'

const { newEvent } = await import('#lib/order/events.ts')
const { changeDelivery, editRecipientChange } = await import('#lib/order/edit-recipient.ts')
const { ISSUER } = await import('./outside/issuer.ts')

beforeEach(begin)

const minutes = (count: number) => new Date(world().time + count * 60_000).toISOString()

/** Another installation at the same account has issued an invoice under this order's number. */
function issueElsewhere(more: {
  email?: string
  phone?: string
  taxId?: string
  issuedAt?: string
  amount?: number
}): void {
  const { issuedAt = minutes(1), amount = TOTAL, ...buyer } = more
  ISSUER.issued.set(KEY, {
    number: 'ZZ12345678',
    random: '9999',
    issuedAt,
    amount,
    remaining: amount,
    isVoid: false,
    allowances: new Map(),
    ...(Object.keys(buyer).length === 0 ? {} : { buyer }),
  })
}

const FOREIGN = [
  ['for another buyer', () => issueElsewhere({ email: 'stranger@example.com' })],
  ['made before the payment', () => issueElsewhere({ issuedAt: minutes(-60) })],
  ['of an unknown buyer, with another amount', () => issueElsewhere({ amount: TOTAL + 80 })],
] as const
for (const [what, elsewhere] of FOREIGN) {
  test(`an invoice ${what} is not this order's, and the owner is notified`, async () => {
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

test('an own invoice whose answer was lost is stored, whatever capitals its address has', async () => {
  pay()
  issueElsewhere({ email: (order().email || order().recipient.email).toUpperCase() })
  await sweep()
  assert.deepEqual([order().invoicing?.state, order().invoicing?.number], ['issued', 'ZZ12345678'])
})

const COMPANY = { kind: 'company', taxId: '22099131', company: '共衣創作' } as const
const byPhone = { email: '', recipient: { ...EMPTY_RECIPIENT, phone: '0912345678' } }
const known: readonly (readonly [
  what: string,
  order: Partial<Order>,
  theirs: Parameters<typeof issueElsewhere>[0],
  state: string,
])[] = [
  ['its buyer by telephone alone', byPhone, { phone: '0912345678' }, 'issued'],
  ['another telephone', byPhone, { phone: '0987654321' }, 'failed'],
  ['no telephone where the order has one', byPhone, { taxId: '22099131' }, 'failed'],
  ['its company', { ...byPhone, invoice: COMPANY }, { taxId: '22099131' }, 'issued'],
  [
    'a person where the order is for a company',
    { invoice: COMPANY },
    { email: 'fang@example.com' },
    'failed',
  ],
  ['a company where the order is for a person', {}, { taxId: '22099131' }, 'failed'],
  ['a time just before the payment, by clocks that differ', {}, { issuedAt: 'clocks' }, 'issued'],
  ['a time earlier than clocks differ', {}, { issuedAt: 'earlier' }, 'failed'],
]
for (const [what, overrides, theirs, state] of known) {
  test(`an invoice under the order's number with ${what} is ${state === 'issued' ? 'its own' : "another's"}`, async () => {
    pay(undefined, overrides)
    const paidAt = Date.parse(order().paidAt ?? '')
    const times: Readonly<Record<string, number>> = { clocks: 0, earlier: 1 }
    const before = times[theirs.issuedAt ?? '']
    const issuedAt =
      before === undefined ? minutes(1) : new Date(paidAt - 600_000 - before).toISOString()
    issueElsewhere({ ...theirs, issuedAt })
    await sweep()
    assert.equal(order().invoicing?.state, state)
  })
}

for (const [what, amount] of [
  ['was wished for', TOTAL + 80],
  ['is the price now', TOTAL],
] as const) {
  test(`an invoice of an unknown buyer is the order's own with the sum that ${what}`, async () => {
    pay(undefined, { totalAmount: TOTAL + 80 })
    restore({ ...order(), totalAmount: TOTAL })
    issueElsewhere({ amount })
    await sweep()
    assert.equal(order().invoicing?.number, 'ZZ12345678')
  })
}

const PLACE = { zipcode: '100', city: '臺北市', area: '中正區', address: '忠孝東路一段 1 號' }
const NAMED = { ...EMPTY_RECIPIENT, ...PLACE, lastName: '王', firstName: '曉明' }
const NEW = { phone: '0987654321', email: 'fen@example.com' }
const EDITED: readonly (readonly [what: string, sold: Partial<Recipient>])[] = [
  ['an e-mail', { email: 'fang@example.com', phone: NEW.phone }],
  ['a telephone alone', { phone: '0912345678' }],
  ['neither', {}],
]
const context = () => ({ now: new Date(world().time), by: 'owner' }) as const
const IN_STORE = { store: '7-11 123456', zipcode: '', city: '', area: '', address: '' }
for (const [what, sold] of EDITED) {
  for (const how of ['edited', 'sent another way'] as const) {
    test(`an own invoice whose answer was lost is stored though a sale with ${what} is ${how} since`, async () => {
      const manualSale: ManualSale = { place: 'market', paidBy: 'cash', refunds: [] }
      const recipient = { ...NAMED, ...sold }
      const history = [newEvent('order.placed', { items: [], recipient }, context())]
      pay(undefined, { email: '', manualSale, recipient, history })
      world().atIssuer = (call) => (call === 'issue' ? 'answer-lost' : 'unknown')
      await sweep()
      assert.equal(order().invoicing?.state, 'sending')
      const next = { ...recipient, ...NEW }
      const there = { to: 'store', recipient: { ...next, ...IN_STORE } } as const
      const edit =
        how === 'edited'
          ? editRecipientChange(order(), next, context())
          : changeDelivery(order(), there, context())
      assert.ok(edit.ok && edit.data)
      store(order(), edit.data)
      world().atIssuer = () => undefined
      await sweep(2, 600)
      assert.deepEqual([order().invoicing?.state, order().invoiceAlarm ?? null], ['issued', null])
      assert.equal(order().invoicing?.number, ISSUER.issued.get(KEY)?.number)
    })
  }
}

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { CONTACT_EMAIL } from '#lib/company/purchase-terms.ts'
import { EMPTY_RECIPIENT } from '#lib/delivery/recipient.ts'
import { applyChange } from '#lib/order/apply.ts'
import type { ChangeContext } from '#lib/order/events.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import { correctionProblem } from './correct-invoice.ts'
import {
  claimDocument,
  endCompare,
  leaveInvoice,
  noteUnchanged,
  refuseDocument,
  storeDocument,
  storeTakenBack,
} from './invoice-document.ts'
import {
  after,
  at,
  issuedOrder,
  makeDocument,
  makeOpen,
  minute,
  paidOrder,
  wishedOrder,
} from './invoices.fixture.ts'
import {
  claimIssue,
  dropRequest,
  failIssue,
  noteMissing,
  pauseInvoice,
  putOff,
  retryChange,
  storeIssued,
  toIssue,
} from './issue.ts'
import { isNextPeriodDue, nextPeriod, periodOf } from './tax-period.ts'
import { refuseVoid } from './void-invoice.ts'

const TOTAL = 3080
const NUMBER = { number: 'AB10000000', random: '1234', issuedAt: at(10) }
const COMPANY = { kind: 'company', taxId: '22099131', company: '共衣創作' } as const
const NOW = after(200)
const LATE = new Date('2027-01-13T16:00:00.000Z')

const typesOf = (change: OrderChange | undefined) => change?.events.map(({ type }) => type)

/** Every change that an answer of the issuer, a sweep or the owner brings about. */
const CHANGES: Readonly<
  Record<string, (order: Order, context: ChangeContext) => OrderChange | undefined>
> = {
  claimIssue: (order, context) => claimIssue(order, 'two', context),
  dropRequest,
  failIssue: (order, context) => failIssue(order, 'no', context),
  noteMissing: (order, context) => noteMissing(order, order, context),
  pauseInvoice,
  retryChange,
  storeIssued: (order, context) => storeIssued(order, NUMBER, context),
  claimDocument: (order, context) =>
    claimDocument(order, { claim: 'two', remaining: TOTAL }, context),
  endCompare,
  leaveInvoice,
  noteUnchanged: (order, context) => noteUnchanged(order, 'two', context),
  refuseDocument: (order, context) => refuseDocument(order, { claim: 'two', words: 'no' }, context),
  refuseVoid: (order, context) => refuseVoid(order, 'two', context),
  storeDocument: (order, context) => storeDocument(order, { claim: 'two' }, context),
  storeTakenBack: (order, context) =>
    storeTakenBack(order, { seen: order, remaining: TOTAL }, context),
}

/** Orders of which these changes alone may write something. */
const STATES: readonly (readonly [name: string, order: Order, changes: readonly string[]])[] = [
  ['no invoice', paidOrder({ invoiceAlarm: 'late', invoiceCheckAt: null }, 500), []],
  ['a wish', wishedOrder(), ['claimIssue', 'storeIssued']],
  ['a wish of which all went back', wishedOrder({}, TOTAL), ['dropRequest', 'storeIssued']],
  [
    'one that may have been issued',
    wishedOrder({ state: 'sending', claim: 'one', sentAt: at(20) }),
    ['claimIssue', 'failIssue', 'storeIssued'],
  ],
  [
    'one that is on its way',
    wishedOrder({ state: 'sending', claim: 'one', sentAt: at(199) }),
    ['failIssue', 'storeIssued'],
  ],
  [
    'one that this request sends',
    wishedOrder({ state: 'sending', claim: 'two', sentAt: at(20) }),
    ['failIssue', 'storeIssued'],
  ],
  [
    'one that may have been issued, and all went back',
    wishedOrder({ state: 'sending', claim: 'one', sentAt: at(20) }, TOTAL),
    ['failIssue', 'noteMissing', 'storeIssued'],
  ],
  [
    'a refused one',
    wishedOrder({ state: 'failed' }, 0, { invoiceAlarm: 'refused' }),
    ['retryChange', 'storeIssued'],
  ],
  ['a dropped one', wishedOrder({ state: 'dropped' }), ['storeIssued']],
  ['an issued one', issuedOrder(), []],
  ['an issued one that is due', issuedOrder({}, 0, { invoiceCheckAt: at(30) }), ['pauseInvoice']],
  [
    'an issued one with a refund that is due',
    issuedOrder({}, 500, { invoiceCheckAt: at(30) }),
    ['claimDocument'],
  ],
  [
    'an issued one with a refund documented',
    issuedOrder({ documents: [makeDocument({ claim: 'two' })] }, 500),
    [],
  ],
  [
    'an issued one with more documented than went back',
    issuedOrder({ documents: [makeDocument({ claim: 'two' })] }),
    ['storeTakenBack'],
  ],
  ['a document of another request', issuedOrder({ documents: [makeOpen('allowance')] }, 500), []],
  [
    'a document of this request',
    issuedOrder({ documents: [makeOpen('allowance', { claim: 'two' })] }, 500),
    ['noteUnchanged', 'refuseDocument', 'refuseVoid', 'storeDocument'],
  ],
  ['one to compare', issuedOrder({ isToCompare: true }), ['endCompare']],
  ['one to replace', issuedOrder({ replacement: COMPANY }), ['claimDocument', 'leaveInvoice']],
  [
    'a void one',
    issuedOrder(
      {
        state: 'void',
        replacement: COMPANY,
        documents: [makeDocument({ kind: 'void', amount: TOTAL })],
      },
      TOTAL,
    ),
    [],
  ],
]
for (const [name, order, changes] of STATES) {
  test(`of ${name} nothing changes but by ${changes.join(', ') || 'nobody'}`, () => {
    const writing = Object.keys(CHANGES).filter(
      (change) => CHANGES[change]?.(order, NOW) !== undefined,
    )
    assert.deepEqual(writing.toSorted(), changes.toSorted())
  })
}

const corrections: readonly (readonly [code: string | undefined, order: Order, now?: Date])[] = [
  [undefined, issuedOrder()],
  ['invoice-sending', issuedOrder({ documents: [makeOpen('allowance')] }, 500)],
  [
    'invoice-sending',
    issuedOrder({ documents: [makeDocument(), makeOpen('allowance', { claim: 'x' })] }, 1000),
  ],
  ['invoice-sending', issuedOrder({ replacement: COMPANY })],
  ['invoice-with-allowance', issuedOrder({ documents: [makeDocument()] }, 500)],
  ['invoice-with-allowance', issuedOrder({ isAllowanceOnly: true })],
  ['invoice-sending', issuedOrder({}, 80)],
  ['invoice-too-late', issuedOrder(), LATE],
  ['invoice-issued-already', issuedOrder({}, 0, { invoiceNumber: 'ZZ12345678' })],
  ['invoice-issued-already', issuedOrder({ state: 'void' })],
  ['invoice-issued-already', wishedOrder({}, 0, { invoiceNumber: 'ZZ12345678' })],
  [undefined, wishedOrder()],
  [undefined, wishedOrder({ state: 'failed' })],
  [undefined, paidOrder()],
]
for (const [code, order, now = minute(30)] of corrections) {
  test(`a correction of ${JSON.stringify(order.invoicing ?? null)} at ${now.toISOString()}: ${code ?? 'is taken'}`, () => {
    assert.equal(correctionProblem(order, now), code)
  })
}

const issuedBeside = (invoiceNumber: string | undefined) =>
  typesOf(
    storeIssued(
      wishedOrder({ state: 'sending' }, 0, invoiceNumber === undefined ? {} : { invoiceNumber }),
      NUMBER,
      NOW,
    ),
  )

test('an own number is no second invoice where it is the issued one', () => {
  assert.deepEqual(issuedBeside(undefined), ['invoice.issued'])
  assert.deepEqual(issuedBeside('AB10000000'), ['invoice.issued'])
  assert.deepEqual(issuedBeside('ZZ12345678'), ['invoice.issued', 'invoice.alarmed'])
})

const DAY = 24 * 60 * 60_000
const paidAt = Date.parse(paidOrder().paidAt ?? '')
const delays: readonly (readonly [
  what: string,
  order: Order,
  isRefusal: boolean,
  passed: number,
  types: readonly string[],
])[] = [
  ['a wish, a day after its payment', wishedOrder(), false, DAY, []],
  ['a wish, a moment later', wishedOrder(), false, DAY + 1, ['invoice.alarmed']],
  [
    'a sent one, a moment later',
    wishedOrder({ state: 'sending' }),
    false,
    DAY + 1,
    ['invoice.alarmed'],
  ],
  ['an issued one, a moment later', issuedOrder(), false, DAY + 1, []],
  ['an unpaid one', wishedOrder({}, 0, { paidAt: undefined }), false, 9 * DAY, []],
  ['the only request, refused', wishedOrder({ state: 'sending' }), true, 0, ['invoice.not-issued']],
  [
    'a refused one beside one without an answer',
    wishedOrder({ state: 'sending', unanswered: true }),
    true,
    0,
    [],
  ],
  ['a wish, refused', wishedOrder(), true, 0, []],
]
for (const [what, order, isRefusal, passed, types] of delays) {
  test(`${what}, is put off with ${types.join(' and ') || 'nothing told'}`, () => {
    const context = { now: new Date(paidAt + passed), by: 'sweep' } as const
    const looked = { ...order, invoiceChecks: 2 }
    const change = putOff(looked, { alarm: null, words: '', isRefusal }, context)
    assert.deepEqual(typesOf(change), types)
    assert.deepEqual(change?.schedule, {
      invoiceCheckAt: new Date(context.now.getTime() + 20 * 60_000).toISOString(),
      invoiceChecks: 3,
    })
  })
}

const HOME = {
  ...EMPTY_RECIPIENT,
  zipcode: '110',
  city: '臺北市',
  area: '信義區',
  address: '市府路 1 號',
}
const buyers: readonly (readonly [what: string, order: Partial<Order>, told: object])[] = [
  [
    'an account',
    { email: 'a@example.com', recipient: HOME },
    { email: 'a@example.com', phone: '' },
  ],
  [
    'a telephone',
    { email: '', recipient: { ...HOME, phone: '0912345678' } },
    { email: '', phone: '0912345678' },
  ],
  ['nobody', { email: '', recipient: HOME }, { email: CONTACT_EMAIL, phone: '' }],
  [
    'the giver of a gift',
    {
      email: 'a@example.com',
      gift: true,
      recipient: { ...HOME, phone: '0912345678' },
    },
    { email: 'a@example.com', phone: '' },
  ],
]
for (const [what, overrides, told] of buyers) {
  test(`the issuer is notified of ${what}`, () => {
    const { email, phone } = toIssue(wishedOrder({}, 0, overrides))
    assert.deepEqual({ email, phone }, told)
  })
}

const printedFor = (recipient: Partial<Order['recipient']>) => {
  const { name, address } = toIssue(
    wishedOrder({}, 0, { recipient: { ...EMPTY_RECIPIENT, ...recipient } }),
  )
  return [name, address]
}

test('a printed invoice names who is known, and where the goods went', () => {
  assert.deepEqual(printedFor({}), ['現場買家', '現場交貨'])
  assert.deepEqual(printedFor({ ...HOME, lastName: '王', firstName: '小明' }), [
    '王小明',
    '110臺北市信義區市府路 1 號',
  ])
})

const isDueOn = (day: string) => isNextPeriodDue(new Date(`${day}T12:00:00+08:00`))

test('a period has two months, and its numbers are due from the 20th of the second', () => {
  assert.deepEqual(periodOf(new Date('2026-12-31T15:59:59Z')), { year: 2026, term: 6 })
  assert.deepEqual(periodOf(new Date('2026-12-31T16:00:00Z')), { year: 2027, term: 1 })
  assert.deepEqual(nextPeriod({ year: 2026, term: 6 }), { year: 2027, term: 1 })
  assert.deepEqual(nextPeriod({ year: 2026, term: 5 }), { year: 2026, term: 6 })
  assert.deepEqual(
    ['2026-12-19', '2026-12-20', '2026-12-31', '2026-11-20', '2027-01-25'].map(isDueOn),
    [false, true, true, false, false],
  )
})

test('after a refused correction the invoice has no replacement and no open void', () => {
  const order = issuedOrder({ replacement: COMPANY, documents: [makeOpen('void')] })
  const change = leaveInvoice(order, NOW)
  assert.ok(change)
  const kept = applyChange(order, change)
  assert.deepEqual([kept.invoicing?.replacement, kept.invoicing?.documents], [undefined, []])
  assert.equal(kept.invoiceAlarm, 'not-replaced')
  assert.equal(leaveInvoice(issuedOrder({ state: 'void', replacement: COMPANY }), NOW), undefined)
})

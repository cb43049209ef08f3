import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Order, OrderChange } from '#lib/order/order.ts'
import {
  claimDocument,
  isSurelyMissing,
  storeElsewhere,
  storeTakenBack,
} from './invoice-document.ts'
import { documentedElsewhere } from './invoice-state.ts'
import {
  after,
  at,
  issuedOrder,
  makeDocument,
  makeIssued,
  makeOpen,
  minute,
  paidOrder,
  wishedOrder,
} from './invoices.fixture.ts'
import { nextStep } from './issue.ts'
import { storeFoundVoid } from './void-invoice.ts'

const TOTAL = 3080
const COMPANY = { kind: 'company', taxId: '22099131', company: '共衣創作' } as const
const NOW = after(200)

const typesOf = (change: OrderChange | undefined) => change?.events.map(({ type }) => type)

const EIGHT = new Date('2027-01-13T15:50:00.000Z')
const LATE = new Date('2027-01-13T16:00:00.000Z')
const sweptAt = (now: Date) => ({ now, by: 'sweep' }) as const

test('a void whose time is over by this very millisecond becomes an allowance, or the old invoice stays', () => {
  const documents = [
    makeOpen('void', { sentAt: EIGHT.toISOString(), unchangedAt: EIGHT.toISOString() }),
  ]
  const request = { claim: 'two', remaining: TOTAL }
  const whole = claimDocument(issuedOrder({ documents }, TOTAL), request, sweptAt(LATE))
  assert.deepEqual(whole?.events[0]?.data, {
    kind: 'allowance',
    amount: TOTAL,
    claim: 'two',
    before: TOTAL,
  })
  const inTime = claimDocument(
    issuedOrder({ documents }, TOTAL),
    request,
    sweptAt(new Date(LATE.getTime() - 1)),
  )
  assert.equal(Object(inTime?.events[0]?.data).kind, 'void')
  const replaced = issuedOrder({ documents, replacement: COMPANY })
  assert.deepEqual(typesOf(claimDocument(replaced, request, sweptAt(LATE))), [
    'invoice.replacement-refused',
    'invoice.alarmed',
  ])
  assert.deepEqual(nextStep(issuedOrder({ replacement: COMPANY }), LATE), { kind: 'keep' })
  assert.deepEqual(nextStep(issuedOrder({ replacement: COMPANY }), EIGHT), {
    kind: 'document',
    document: 'void',
    amount: TOTAL,
  })
})

const isMissing = (sentAt: number, unchangedAt?: number) =>
  isSurelyMissing(
    makeOpen('void', {
      sentAt: at(sentAt),
      ...(unchangedAt === undefined ? {} : { unchangedAt: at(unchangedAt) }),
    }),
    minute(30),
  )

test('a document is surely missing two minutes after it was sent and after the first look, and no sooner', () => {
  assert.deepEqual(
    [isMissing(20), isMissing(20, 29), isMissing(29, 20), isMissing(28, 28), isMissing(20, 25)],
    [false, false, false, true, true],
  )
})

test('documents made by hand are stored for the invoice that was looked at alone', () => {
  const seen = issuedOrder({}, 500)
  const made = { claim: 'hand', seen, amount: 500 }
  assert.equal(storeElsewhere(paidOrder({}, 500), { ...made, seen: paidOrder() }, NOW), undefined)
  const sent = issuedOrder({ documents: [makeOpen('allowance')] }, 500)
  assert.equal(storeElsewhere(sent, made, NOW), undefined)
  const stored = storeElsewhere(seen, made, NOW)
  assert.deepEqual(stored?.events[0]?.data, {
    claim: 'hand',
    amount: 500,
    allowance: '',
    before: TOTAL,
  })
})

const several = (...amounts: readonly number[]) =>
  amounts.map((amount, index) =>
    makeDocument({
      amount,
      claim: `c${index}`,
      ...(index === 0 ? {} : { allowance: `A${index}` }),
    }),
  )
const takenBack: readonly (readonly [
  what: string,
  amounts: readonly number[],
  back: number,
  remaining: number,
  claims: readonly string[] | undefined,
])[] = [
  ['one that is just too much', [500], 0, TOTAL, ['c0']],
  ['the newest that fits', [500, 500], 500, TOTAL - 500, ['c1']],
  ['two that add up', [300, 700, 200], 700, TOTAL - 700, ['c2', 'c0']],
  ['none twice', [500, 700], 200, TOTAL - 200, undefined],
  ['none where none adds up', [500, 700], 1100, TOTAL - 1100, undefined],
  ['none while the issuer still has it', [500], 0, TOTAL - 500, undefined],
  ['none where nothing is too much', [500], 500, TOTAL - 500, undefined],
  ['none where a refund has no document', [500], 700, TOTAL - 700, undefined],
]
for (const [what, amounts, back, remaining, claims] of takenBack) {
  test(`of allowances that are void at the issuer the books lose ${what}`, () => {
    const order = issuedOrder({ documents: several(...amounts) }, back)
    const change = storeTakenBack(order, { seen: order, remaining }, NOW)
    assert.equal(change === undefined, claims === undefined)
    const [taken] = change?.events ?? []
    assert.deepEqual(taken?.type === 'allowance.voided' ? taken.data.claims : undefined, claims)
    if (taken?.type !== 'allowance.voided') return
    const numbers = taken.data.claims.filter((claim) => claim !== 'c0')
    assert.equal(taken.data.allowance, numbers.map((claim) => claim.replace('c', 'A')).join('、'))
    const stale = { seen: issuedOrder(), remaining }
    assert.equal(storeTakenBack(order, stale, NOW), undefined)
  })
}

const differs: readonly (readonly [
  papered: number,
  refunds: readonly number[],
  remaining: number,
  elsewhere: number | undefined,
])[] = [
  [0, [], TOTAL, 0],
  [500, [], TOTAL - 500, 0],
  [500, [500], TOTAL, undefined],
  [500, [500], TOTAL - 1000, undefined],
  [500, [TOTAL], TOTAL, undefined],
  [0, [500], TOTAL - 500, 500],
  [0, [500, 300], TOTAL - 300, 300],
  [0, [500, 300, 100], TOTAL - 600, 600],
  [0, [500, 300], TOTAL - 400, undefined],
  [0, [2000, 1080], TOTAL - 1, 1],
  [300, [300, 500], TOTAL - 800, 500],
]
for (const [papered, amounts, remaining, elsewhere] of differs) {
  test(`with ${papered} documented and ${amounts.join(' and ') || 'nothing'} back, ${remaining} at the issuer is ${elsewhere ?? 'explained by nothing'}`, () => {
    const documents = papered === 0 ? [] : [makeDocument({ amount: papered })]
    const back = amounts.reduce((sum, amount) => sum + amount, 0)
    const order = paidOrder({}, back)
    const refunds = amounts.map((amount, index) => ({ id: `R${index}`, amount, at: at(20) }))
    assert.ok(order.payment)
    const listed = { ...order, payment: { ...order.payment, refunds } }
    assert.equal(documentedElsewhere(listed, makeIssued({ documents }), remaining), elsewhere)
  })
}

const foundVoid = (order: Order) => storeFoundVoid(order, 'hand', NOW)

test('an invoice that is void at the issuer ends as what its order says', () => {
  const one = (order: Order) => {
    const change = foundVoid(order)
    return [typesOf(change), Object(change?.events[0]?.data).claim]
  }
  assert.equal(foundVoid(paidOrder()), undefined)
  assert.equal(foundVoid(wishedOrder({ state: 'sending' })), undefined)
  assert.equal(foundVoid(issuedOrder({ state: 'void' })), undefined)
  const alarmed = ['invoice.found-void', 'invoice.alarmed']
  assert.deepEqual(one(issuedOrder()), [alarmed, 'hand'])
  assert.deepEqual(one(issuedOrder({}, TOTAL - 1)), [alarmed, 'hand'])
  assert.deepEqual(one(issuedOrder({}, TOTAL)), [['invoice.voided'], 'hand'])
  assert.deepEqual(one(issuedOrder({}, 0, { invoiceNumber: 'ZZ12345678' })), [
    ['invoice.found-void'],
    'hand',
  ])
  assert.deepEqual(one(issuedOrder({ replacement: COMPANY })), [['invoice.replaced'], 'hand'])
  assert.deepEqual(one(issuedOrder({ documents: [makeOpen('void')] }, TOTAL)), [
    ['invoice.voided'],
    'one',
  ])
  assert.deepEqual(one(issuedOrder({ documents: [makeOpen('allowance')] }, 500)), [alarmed, 'hand'])
  const done = makeDocument({ kind: 'void', amount: 500 })
  assert.deepEqual(one(issuedOrder({ documents: [done] }, 500)), [alarmed, 'hand'])
})

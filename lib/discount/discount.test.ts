import assert from 'node:assert/strict'
import { test } from 'node:test'

import { makeCode, makeStoredCode } from './discount.fixture.ts'
import {
  afterUses,
  codeProblem,
  codeRefusal,
  type CodeUseRequest,
  codeTermsSchema,
  type DiscountCode,
  MOST_USES,
  priceTerms,
  type StoredCode,
} from './discount.ts'

const products = [
  { id: 'a', title: '晴天', creator: 'studio' },
  { id: 'b', title: '旅見', creator: 'lin' },
]
const wish: CodeUseRequest = {
  lines: [{ id: 'a', price: 500, quantity: 1 }],
  member: { key: 'ada', keys: ['ada', '?ada'] },
  products,
  offers: [],
  now: new Date('2027-03-10T04:00:00.000Z'),
}
const unknown: StoredCode = { uses: 0, members: {}, terms: undefined }

const cases: readonly [string, StoredCode, object | undefined][] = [
  ['that was never made', unknown, { why: 'unknown' }],
  ['that can be used', makeStoredCode(), undefined],
  ['that is paused', makeStoredCode({ isPaused: true }), { why: 'paused' }],
  [
    'that begins tomorrow',
    makeStoredCode({ starts: '2027-03-11' }),
    { why: 'not-yet', starts: '2027-03-11' },
  ],
  ['that begins today', makeStoredCode({ starts: '2027-03-10' }), undefined],
  ['that ended yesterday', makeStoredCode({ ends: '2027-03-09' }), { why: 'over' }],
  ['that ends today', makeStoredCode({ ends: '2027-03-10' }), undefined],
  ['with one use left', makeStoredCode({}, { uses: 9 }), undefined],
  ['without a use left', makeStoredCode({}, { uses: 10 }), { why: 'used-up' }],
  [
    'that the member used',
    makeStoredCode({}, { uses: 1, members: { ada: 1 } }),
    { why: 'used-by-you' },
  ],
  ['that another used', makeStoredCode({}, { uses: 1, members: { eve: 1 } }), undefined],
  [
    'that the member may use twice, and used once',
    makeStoredCode({ mostPerMember: 2 }, { uses: 1, members: { ada: 1 } }),
    undefined,
  ],
  [
    'for another product',
    makeStoredCode({ products: ['b'] }),
    { why: 'not-for-these', titles: ['旅見'] },
  ],
  [
    'for another creator',
    makeStoredCode({ creators: ['lin'] }),
    { why: 'not-for-these', titles: ['旅見'] },
  ],
  ['for this creator', makeStoredCode({ creators: ['studio'] }), undefined],
  [
    'for goods that are all gone',
    makeStoredCode({ products: ['z'] }),
    { why: 'not-for-these', titles: [] },
  ],
  ['from a threshold', makeStoredCode({ from: 800 }), { why: 'below-threshold', missing: 300 }],
]

for (const [what, stored, problem] of cases) {
  test(`a code ${what} ${problem ? `is refused: ${JSON.stringify(problem)}` : 'holds'}`, () => {
    assert.deepEqual(codeProblem(stored, wish), problem)
  })
}

const unproven: CodeUseRequest = { ...wish, member: { key: '?eve', keys: ['?eve'] } }

for (const [what, uses, members, why] of [
  ['nobody used', 0, {}, undefined],
  ['one of them uses', 1, { '?bob': 1 }, undefined],
  ['two of them use', 2, { '?bob': 1, '?cat': 1 }, 'unproven'],
  ['proven members use up to the fifth', 5, { ada: 5 }, undefined],
  ['proven members use beyond it', 6, { ada: 6 }, 'unproven'],
  ['they used themselves', 1, { '?eve': 1 }, 'used-by-you'],
] as const) {
  test(`of a code of ten that ${what}, unproven members ${why ? `get none: ${why}` : 'get one'}`, () => {
    const stored = makeStoredCode({}, { uses, members })
    assert.equal(codeProblem(stored, unproven)?.why, why)
  })
}

test('what an account used before it proved its address is its member’s, and so is what the address used', () => {
  for (const key of wish.member.keys) {
    const stored = makeStoredCode({}, { uses: 1, members: { [key]: 1 } })
    assert.deepEqual(codeProblem(stored, wish), { why: 'used-by-you' })
  }
})

test('a code for products and creators is for the goods of both, and for all without either', () => {
  assert.equal(priceTerms(makeCode(), products).products, undefined)
  const both = makeCode({ products: ['a'], creators: ['lin'] })
  assert.deepEqual(priceTerms(both, products).products, ['a', 'b'])
})

test('the days of a code are Taipei’s', () => {
  const stored = makeStoredCode({ starts: '2027-03-11', ends: '2027-03-11' })
  const at = (time: string) => codeProblem(stored, { ...wish, now: new Date(time) })?.why
  assert.equal(at('2027-03-10T15:59:59.999Z'), 'not-yet')
  assert.equal(at('2027-03-10T16:00:00.000Z'), undefined)
  assert.equal(at('2027-03-11T15:59:59.999Z'), undefined)
  assert.equal(at('2027-03-11T16:00:00.000Z'), 'over')
})

test('a use moves the code’s count and its member’s, and no other code', () => {
  const stored = makeStoredCode({}, { uses: 2, members: { ada: 1, eve: 1 } })
  const moves = [
    { code: 'SUMMER', member: 'ada', uses: -1 },
    { code: 'SUMMER', member: 'bob', uses: 1 },
    { code: 'WINTER', member: 'ada', uses: 1 },
  ]
  const { uses, members } = afterUses(stored, 'SUMMER', moves)
  assert.deepEqual([uses, members], [2, { ada: 0, eve: 1, bob: 1 }])
})

const wrong: readonly [Partial<DiscountCode>, string][] = [
  [{ code: 'ABC' }, 'code-form'],
  [{ value: 0 }, 'code-value'],
  [{ value: 20_001 }, 'code-value'],
  [{ gives: 'percent', value: 91 }, 'code-value'],
  [{ gives: 'free-delivery', value: 1 }, 'code-value'],
  [{ value: Number.NaN }, 'code-value'],
  [{ from: Number.NaN }, 'code-threshold'],
  [{ mostUses: Number.NaN }, 'code-uses'],
  [{ mostPerMember: Number.NaN }, 'code-uses'],
  [{ from: -1 }, 'code-threshold'],
  [{ from: 100_001 }, 'code-threshold'],
  [{ starts: '2027-02-01', ends: '2027-01-31' }, 'code-days'],
  [{ mostUses: 0 }, 'code-uses'],
  [{ mostUses: MOST_USES + 1 }, 'code-uses'],
  [{ mostPerMember: 0 }, 'code-uses'],
  [{ mostUses: 3, mostPerMember: 4 }, 'code-uses'],
  [{ products: ['z'] }, 'code-products'],
  [{ creators: ['z'] }, 'code-products'],
]

for (const [fields, refusal] of wrong) {
  test(`a code with ${Object.entries(fields).join(' and ')} is not made: ${refusal}`, () => {
    assert.equal(codeRefusal(makeCode(fields), products), refusal)
  })
}

test('codes at the edges of what is allowed are made, and read back as they are stored', () => {
  const right: Partial<DiscountCode>[] = [
    { value: 20_000, from: 100_000, mostUses: MOST_USES, mostPerMember: MOST_USES },
    { gives: 'percent', value: 90, products: ['a'], creators: ['lin'] },
    { gives: 'free-delivery', value: 0, starts: '2027-02-01', ends: '2027-02-01' },
    { value: 1, mostUses: 1 },
  ]
  for (const fields of right) {
    const { code, ...made } = makeCode(fields)
    assert.equal(codeRefusal({ code, ...made }, products), undefined)
    assert.deepEqual(codeTermsSchema.parse(made), made)
  }
})

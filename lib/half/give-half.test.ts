import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { givingProblem } from './give-half.ts'
import { halfDocument, halfFieldsSchema, halfFrom, type GivenHalf } from './given-half.ts'
import { nameKey } from './half-name.ts'

const NOW = new Date('2026-11-28T02:00:00.000Z')
const DAY = 24 * 60 * 60_000
const ago = (milliseconds: number) => new Date(NOW.getTime() - milliseconds).toISOString()

function makeHalf(change: Partial<GivenHalf> = {}): GivenHalf {
  return {
    id: 'a'.repeat(32),
    motif: 'ridge',
    half: '308,151 360,120 420,150',
    name: '阿晴',
    isNameHidden: false,
    email: 'sunny@example.com',
    keyHash: '',
    drawing: 'one',
    state: 'waiting',
    createdAt: ago(0),
    changedAt: ago(0),
    ...change,
  }
}

const NOTHING = { own: [], copy: undefined, blocked: [] }
const FIELDS = {
  motif: 'ridge',
  half: '308,151 360,120',
  name: ' 阿晴 ',
  email: 'Sunny@Example.com',
  consent: true,
} as const

describe('a half that is given', () => {
  it('is read with a plain name and address', () => {
    const { name, email } = halfFieldsSchema.parse(FIELDS)
    assert.deepEqual([name, email], ['阿晴', 'sunny@example.com'])
  })

  it('has no name where there is nothing to see of it', () => {
    assert.equal(halfFieldsSchema.parse({ ...FIELDS, name: '\u3164\u200B' }).name, '')
  })

  const wrong: readonly (readonly [what: string, change: object])[] = [
    ['an empty drawing', { half: '' }],
    ['markup in place of a drawing', { half: '<svg onload="alert(1)"/>' }],
    ['a point beside the sheet', { half: '308,151 641,60' }],
    ['a point that fits another motif alone', { motif: 'circle', half: '600,20 610,30' }],
    ['a drawing that is too long', { half: Array.from({ length: 241 }, () => '1,1').join(' ') }],
    ['an unknown motif', { motif: 'square' }],
    ['a name that is too long', { name: '一二三四五六七八九十一二三' }],
    ['two addresses', { email: 'a@b.example, c@d.example' }],
    ['no consent', { consent: false }],
    ['a field that the form does not have', { state: 'shown' }],
  ]
  for (const [what, change] of wrong) {
    it(`is refused with ${what}`, () => {
      assert.equal(halfFieldsSchema.safeParse({ ...FIELDS, ...change }).success, false)
    })
  }

  it('is stored as numbers and read back', () => {
    const half = makeHalf({ half: '308,151 360,120;420,150 430,160 440,170' })
    const { strokes } = halfDocument(half)
    assert.deepEqual(strokes, [
      { points: [308, 151, 360, 120] },
      { points: [420, 150, 430, 160, 440, 170] },
    ])
    assert.deepEqual(halfFrom(half.id, halfDocument(half)), half)
    assert.equal(halfFrom(half.id, { publicAt: ago(0) }), undefined)
  })
})

describe('what speaks against a half', () => {
  it('is nothing for a new one', () => {
    assert.equal(givingProblem(makeHalf(), NOTHING, NOW), undefined)
  })

  it('is the same of the same address, which changes nothing', () => {
    assert.equal(givingProblem(makeHalf(), { ...NOTHING, own: [makeHalf()] }, NOW), 'known')
  })

  it("is another's drawing, but not an ending that is offered to all", () => {
    const copy = makeHalf({ email: 'other@example.com' })
    assert.equal(givingProblem(makeHalf(), { ...NOTHING, copy }, NOW), 'copied')
    const half = '308,151 352,168 398,158 446,182 520,190 620,196'
    assert.equal(givingProblem(makeHalf({ half }), { ...NOTHING, copy }, NOW), undefined)
  })

  it('is a blocked name, however it is spelt', () => {
    const blocked = [nameKey('阿 晴！')]
    assert.equal(givingProblem(makeHalf(), { ...NOTHING, blocked }, NOW), 'name-blocked')
    assert.equal(givingProblem(makeHalf({ name: '' }), { ...NOTHING, blocked }, NOW), undefined)
  })

  it('is the third of a day, and the fifth that waits', () => {
    const other = (createdAt: string, index: number, change: Partial<GivenHalf> = {}) =>
      makeHalf({ drawing: `other-${index}`, createdAt, ...change })
    const lately = [1, 2, 3].map((index) => other(ago(index), index, { state: 'aside' }))
    assert.equal(givingProblem(makeHalf(), { ...NOTHING, own: lately }, NOW), 'too-many')
    const two = lately.slice(1)
    assert.equal(givingProblem(makeHalf(), { ...NOTHING, own: two }, NOW), undefined)
    const waiting = [1, 2, 3, 4, 5].map((index) => other(ago(2 * DAY), index))
    assert.equal(givingProblem(makeHalf(), { ...NOTHING, own: waiting }, NOW), 'too-many')
    const over = waiting.map((half) => ({
      ...half,
      state: 'unconfirmed' as const,
      createdAt: ago(8 * DAY),
    }))
    assert.equal(givingProblem(makeHalf(), { ...NOTHING, own: over }, NOW), undefined)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import {
  fits,
  type Half,
  halfPath,
  halfText,
  MAX_POINTS,
  MAX_STROKES,
  readHalf,
  readSavedHalves,
  simplifyStroke,
  type Stroke,
} from './half.ts'

const SHEET = { width: 640, height: 240 }
const HALF: Half = [
  [
    [320, 100],
    [360, 60],
    [400, 120],
  ],
  [
    [420, 80],
    [440, 90],
  ],
]

describe('the other half of a motif', () => {
  it('is read back as it was stored', () => {
    assert.equal(halfText(HALF), '320,100 360,60 400,120;420,80 440,90')
    assert.deepEqual(readHalf(halfText(HALF), SHEET), HALF)
  })

  const wrong = [
    ['nothing', ''],
    ['markup', '<path d="M0 0"/>'],
    ['a script', '320,100 360,60"onload="x'],
    ['words', 'M320 100 L360 60'],
    ['a point beside the sheet', '320,100 641,60'],
    ['a point above the sheet', '320,100 360,-1'],
    ['a number that is too long', '320,100 36000,60'],
    ['an open end', '320,100;'],
    ['half a point', '320,100 360'],
    ['numbers of another kind', '1e3,100 360,60'],
    ['a text that is too long', Array.from({ length: 300 }, () => '320,100').join(' ')],
    ['too many strokes', Array.from({ length: MAX_STROKES + 1 }, () => '1,1 2,2').join(';')],
    ['too many points', Array.from({ length: MAX_POINTS + 1 }, () => '1,1').join(' ')],
  ] as const
  for (const [what, text] of wrong) {
    it(`refuses ${what}`, () => {
      assert.equal(readHalf(text, SHEET), undefined)
    })
  }

  it('is drawn as numbers and letters alone', () => {
    assert.match(halfPath(HALF), /^[MQL\d .-]+$/)
    assert.equal(halfPath(HALF), 'M320 100Q360 60 380 90L400 120M420 80L440 90')
  })

  it('keeps the shape of a stroke with fewer points', () => {
    const drawn: Stroke = Array.from({ length: 200 }, (_, index) => [
      index,
      Math.round(60 * Math.sin(index / 30)) + 100,
    ])
    const simple = simplifyStroke(drawn)
    assert.ok(simple.length < 40, String(simple.length))
    assert.deepEqual([simple[0], simple.at(-1)], [drawn[0], drawn.at(-1)])
    const straight: Stroke = Array.from({ length: 50 }, (_, index) => [index, index])
    assert.equal(simplifyStroke(straight).length, 2)
  })

  it('takes no stroke beyond its size', () => {
    const long: Stroke = Array.from({ length: MAX_POINTS + 1 }, (_, index) => [index, index])
    assert.equal(fits([], long), false)
    assert.equal(fits(HALF, HALF[0] ?? []), true)
  })

  it('is forgotten where a browser keeps something else in its place', () => {
    assert.deepEqual(readSavedHalves(null), [])
    assert.deepEqual(readSavedHalves('{"motif":1}'), [])
    assert.deepEqual(readSavedHalves('not json'), [])
    const kept = [{ motif: 'ridge', half: halfText(HALF) }]
    assert.deepEqual(readSavedHalves(JSON.stringify(kept)), kept)
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import * as fc from 'fast-check'

import { isVisible, toSingleLine, plainLines, isEmail } from './plain-text.ts'
import { singleLineText, multiLineText } from './text-schemas.ts'

const lines: [string, string][] = [
  ['王芳', '王芳'],
  ['芳\u001b[31mRED\u001b]0;pwned\u0007', '芳[31mRED]0;pwned'],
  ['\u202e林', '林'],
  ['a\u2066b\u2069c\u200fd', 'abcd'],
  ['x\ud800', 'x\ufffd'],
  ['一\n二\r\n三\u2028四\t五', '一 二 三 四 五'],
  ['\u0000a\u009bb', 'ab'],
  ['👩\u200d💻 नि', '👩\u200d💻 नि'],
  ['王\u200b\u3164\u2800\u200d\u2060芳', '王芳'],
  ['❤\ufe0f\u200d🔥', '❤\ufe0f\u200d🔥'],
  ['葛\u{e0100}城', '葛\u{e0100}城'],
  ['a\ufe0fb\u{e0100}', 'ab'],
  [`Z${'\u0301'.repeat(58)}`, `Z${'\u0301'.repeat(3)}`],
  ['ế', 'ế'],
]

for (const [overrides, shown] of lines) {
  test(`${JSON.stringify(overrides)} is shown as ${shown} (rule 386)`, () =>
    assert.equal(toSingleLine(overrides), shown))
}

test('a text of several lines keeps its lines and nothing else (rule 386)', () => {
  assert.equal(plainLines('謝謝\r\n狀態：已付款\u001b[2A'), '謝謝\n狀態：已付款[2A')
})

for (const [text, expected] of [
  ['王', true],
  ['😀', true],
  ['', false],
  ['\u200b\u2060\ufeff', false],
  ['\u3164\u115f', false],
  ['\u2800', false],
  [' \u00a0', false],
] as const) {
  test(`${JSON.stringify(text)} ${expected ? 'can' : 'cannot'} be seen`, () => {
    assert.equal(isVisible(text), expected)
  })
}

test('nothing that is obeyed gets through, and what got through stays as it is (rule 386)', () => {
  const any = fc.string({ unit: 'binary', maxLength: 40 })
  fc.assert(
    fc.property(any, (text) => {
      const line = singleLineText(400).parse(text)
      const several = multiLineText(400).parse(text)
      assert.doesNotMatch(line, /[\p{Cc}\p{Bidi_Control}]/u)
      assert.doesNotMatch(several.replaceAll('\n', ''), /[\p{Cc}\p{Bidi_Control}]/u)
      assert.ok(line.isWellFormed() && several.isWellFormed())
      assert.equal(singleLineText(400).parse(line), line)
      assert.equal(multiLineText(400).parse(several), several)
    }),
    { numRuns: 1000 },
  )
})

for (const [text, expected] of [
  ['a@example.com', true],
  ['a+b@mail.example.com', true],
  ['', false],
  ['no address', false],
  ['a@b', false],
  ['a@example.', false],
  ['a b@example.com', false],
  ['a@@example.com', false],
] as const) {
  test(`${JSON.stringify(text)} ${expected ? 'is' : 'is no'} e-mail address`, () => {
    assert.equal(isEmail(text), expected)
  })
}

import assert from 'node:assert/strict'
import { test } from 'node:test'

import * as fc from 'fast-check'

import {
  isVisible,
  toSingleLine,
  plainLines,
  isEmail,
  typedCarrier,
  typedDigits,
  typedEmail,
  typedName,
  typedPhone,
  typedPlace,
} from './plain-text.ts'
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
  // Radicals of a PDF: Kangxi's, and the supplement's.
  ['⽅⼩晴', '方小晴'],
  ['⻑⻘⾷', '長青食'],
  // A character that has a twin stays itself.
  ['\uf9dc', '\uf9dc'],
]

for (const [overrides, shown] of lines) {
  test(`${JSON.stringify(overrides)} is shown as ${shown}`, () =>
    assert.equal(toSingleLine(overrides), shown))
}

test('a text of several lines keeps its lines and nothing else', () => {
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

test('nothing that is obeyed gets through, and what got through stays as it is', () => {
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

type Case = readonly [typed: string, meant: string]
const table = (name: string, read: (text: string) => string, cases: readonly Case[]) => {
  for (const [typed, meant] of cases) {
    test(`${name}: 「${typed}」 means ${meant || 'nothing'}`, () => {
      assert.equal(read(typed), meant)
      assert.equal(read(meant), meant)
    })
  }
}

table('an e-mail', typedEmail, [
  ['fang@example.com，', 'fang@example.com'],
  ['<fang@example.com>', 'fang@example.com'],
  ['王芳 <fang@example.com>', 'fang@example.com'],
  ['「fang@example.com」。', 'fang@example.com'],
  ['mailto:fang@example.com', 'fang@example.com'],
  ['MAILTO:fang@example.com?subject=%E8%A8%82%E5%96%AE', 'fang@example.com'],
  ['«fang@example.com»/', 'fang@example.com'],
  ['fang@example.com😀', 'fang@example.com'],
  ['ｆａｎｇ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'fang@example.com'],
  [' fang@example。com ', 'fang@example.com'],
  // Joined, the parts may be the address of somebody else.
  ['lin fang@example.com', 'lin fang@example.com'],
  ['fang @ example.com', 'fang @ example.com'],
  ['fang@exam\nple.com', 'fang@exam ple.com'],
  ['fang\u3000@example.com', 'fang @example.com'],
  ['fa\u00adng\u2060@example.com\u200b', 'fang@example.com'],
  ['fang\u200b@example.com', 'fang@example.com'],
  ['Fang.W+shop@Example.COM', 'Fang.W+shop@example.com'],
  ['fang@郵件.台灣', 'fang@xn--5nqv22n.xn--kpry57d'],
  ['fang@müller.de', 'fang@xn--mller-kva.de'],
  ['', ''],
])

table('a telephone', typedPhone, [
  ['０９１２－３４５－６７８', '0912345678'],
  ['886912345678', '0912345678'],
  ['886-0912345678', '0912345678'],
  ['+886 912 345 678', '0912345678'],
  ['00886 2 2311 1111', '0223111111'],
  ['886 2 2311 1111', '0223111111'],
  ['(02) 2311-1111 分機 12', '0223111111#12'],
  ['02-2311-1111 ext. 12', '0223111111#12'],
  ['02-2311-1111轉12', '0223111111#12'],
  ['+81 90 1234 5678', '+819012345678'],
])

table('a tax id', typedDigits, [
  ['２２０９９１３１', '22099131'],
  ['2209 9131', '22099131'],
  ['2209-9131', '22099131'],
  ['2209\u22129131', '22099131'],
])
table('a postal code', typedDigits, [
  ['１０６', '106'],
  ['106-42', '10642'],
])
table('a barcode', typedCarrier, [
  ['／ａｂｃ＋１２３', '/ABC+123'],
  ['/ABC 1234', '/ABC1234'],
  [' /abc-12. ', '/ABC-12.'],
  ['/ABC—123', '/ABC-123'],
  ['/ABC\u2212123', '/ABC-123'],
  ['/ABC\u2500123', '/ABC-123'],
])
table('a place', typedPlace, [[' 台北市', '臺北市']])
table('a name', typedName, [
  ['Ｊｏｌｉｎ　Ｃｈｅｎ', 'Jolin Chen'],
  ['  王　小明 ', '王 小明'],
  ['﨑山', '﨑山'],
  ["O'Brien", "O'Brien"],
])

for (const [text, is] of [
  ['fang@example.com', true],
  ["o'brien+shop@mail.example.com", true],
  ['fang@xn--5nqv22n.xn--kpry57d', true],
  ['fang@example.com,', false],
  ['fang@example', false],
  ['fang@192.0.2.44', false],
  ['fang@example..com', false],
  ['fang@-example.com', false],
  ['芳@example.com', false],
  ['fang@郵件.台灣', false],
  ['a@b@example.com', false],
  ['fang@example.com\nbcc: x@example.com', false],
  [`${'a'.repeat(65)}@example.com`, false],
] as const) {
  test(`a mail ${is ? 'can' : 'cannot'} be addressed to ${JSON.stringify(text)}`, () => {
    assert.equal(isEmail(text), is)
  })
}

import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  isEmail,
  typedCarrier,
  typedDigits,
  typedEmail,
  typedName,
  typedPhone,
  typedPlace,
} from './plain-text.ts'

type Case = readonly [typed: string, meant: string]
const table = (name: string, read: (text: string) => string, cases: readonly Case[]) => {
  for (const [typed, meant] of cases) {
    test(`${name}: 「${typed}」 means ${meant || 'nothing'} (rule 976)`, () => {
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
  [' fang @ example。com ', 'fang@example.com'],
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
  test(`a mail ${is ? 'can' : 'cannot'} be addressed to ${JSON.stringify(text)} (rule 976)`, () => {
    assert.equal(isEmail(text), is)
  })
}

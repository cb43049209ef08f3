import assert from 'node:assert/strict'
import { test } from 'node:test'

import { type Cell, csvFile } from './csv.ts'

const cells: [string, Cell, string][] = [
  ['a word', '王芳', '"王芳"'],
  ['nothing', '', '""'],
  ['a number', 3080, '3080'],
  ['a quotation mark', '他說"好"', '"他說""好"""'],
  ['a comma', '一樓,後棟', '"一樓,後棟"'],
  ['a line break', '一\r\n二\n三', '"一 二 三"'],
  ['a telephone number', '0912345678', '"=""0912345678"""'],
  ['a telephone number abroad', '+886 912-345-678', '"=""+886 912-345-678"""'],
  ['a tracking number of sixteen digits', '1234567890123456', '"=""1234567890123456"""'],
  ['a formula', '=HYPERLINK("http://x.example")', `"'=HYPERLINK(""http://x.example"")"`],
  ['a formula after a plus', '+cmd|calc', `"'+cmd|calc"`],
  ['a formula after a minus', '-2+A1', `"'-2+A1"`],
  ['a formula after an at sign', '@SUM(A1)', `"'@SUM(A1)"`],
  ['a formula after a tab', '\t=1', `"' =1"`],
  ['what a terminal would obey', '芳\u001b[31m\u0000\u202e', '"芳[31m"'],
  ['a formula in wide characters', '＝1+1', `"'＝1+1"`],
  ['dashes alone', '--', `"'--"`],
]

for (const [name, value, written] of cells) {
  test(`${name} is written so that a spreadsheet shows it as it is`, () => {
    assert.equal(csvFile([[value]]), `\uFEFF${written}\r\n`)
  })
}

test('the file begins with the mark of UTF-8 and ends every line with CR LF', () => {
  const bytes = Buffer.from(
    csvFile([
      ['甲', 1],
      ['乙', 2],
    ]),
  )
  assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf])
  assert.equal(bytes.toString().split('\r\n').length, 3)
})

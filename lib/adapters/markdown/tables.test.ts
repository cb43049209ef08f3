import assert from 'node:assert/strict'
import { test } from 'node:test'

import { markdownHtml } from './content-file.ts'

const SIZES = `
胸寬與衣長：

| 尺寸 | 胸寬 | **衣長** |
| --- | ---: | :-: |
| S | 50 | 66 |
| M [看圖](/garment) | 53 |
`

test('a table of an article is a table with its head, and can be moved by keyboard (rule 1239)', async () => {
  const html = await markdownHtml(SIZES)
  assert.match(html, /<div class="table" role="group" aria-label="表格" tabindex="0"><table>/)
  assert.equal(html.match(/<th scope="col"/g)?.length, 3)
  assert.match(html, /<th scope="col" align="center"><strong>衣長<\/strong><\/th>/)
  assert.match(html, /<td align="right">50<\/td>/)
  assert.match(
    html,
    /<td>M <a href="\/garment">看圖<\/a><\/td>\s*<td align="right">53<\/td>\s*<td align="center"><\/td>/,
  )
  assert.ok(!html.includes('|'))
})

for (const [what, text] of [
  ['bars without a second row of dashes', '甲 | 乙\n丙 | 丁'],
  ['another number of columns', '| 甲 | 乙 |\n| --- |\n| 丙 | 丁 |'],
  ['no row', '| 甲 | 乙 |\n| --- | --- |'],
  ['a sentence with a bar', '一件 T 恤 | 一起完成'],
] as const) {
  test(`${what} stay a paragraph (rule 1239)`, async () => {
    const html = await markdownHtml(text)
    assert.ok(!html.includes('<table'))
    assert.ok(html.startsWith('<p>'))
  })
}

test('what a table holds is text like any other: no script, no style', async () => {
  const html = await markdownHtml('| a | b |\n|-|-|\n| <script>x</script> | <b style="x">y</b> |')
  assert.doesNotMatch(html, /<script|style=/)
})

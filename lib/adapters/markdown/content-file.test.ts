import assert from 'node:assert/strict'
import { globSync, readFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { test, after } from 'node:test'

import { markdownHtml, rendersInTime, readMarkdown } from './content-file.ts'

const shown: readonly (readonly [what: string, markdown: string, html: string])[] = [
  ['a heading', '## 一件衣服', '<h2>一件衣服</h2>'],
  ['a list', '- 一\n- 二', '<ul>\n<li>一</li>\n<li>二</li>\n</ul>'],
  ['a quote', '> 引言', '<blockquote>\n<p>引言</p>\n</blockquote>'],
  ['a block of code', '```\na < b\n```', '<pre><code>a &#x3C; b\n</code></pre>'],
  ['a rule', '一\n\n---\n\n二', '<p>一</p>\n<hr>\n<p>二</p>'],
  ['a link', '[商品](/shop)', '<p><a href="/shop">商品</a></p>'],
  ['bold', '**粗**', '<p><strong>粗</strong></p>'],
  ['italic', '*斜*', '<p><em>斜</em></p>'],
  ['a day', '到2027年2月28日。', '<p>到<span class="figures">2027年2月28日</span>。</p>'],
]
for (const [what, markdown, html] of shown) {
  test(`${what} is shown`, async () => {
    assert.equal(await markdownHtml(markdown), html)
  })
}

const hostile = [
  '<script>alert(1)</script>',
  '一 <img src=x onerror="alert(1)"> 二',
  '[按這裡](javascript:alert(1))',
  '![圖](javascript:alert(1))',
  '<a href="javascript:alert(1)" onclick="alert(1)">x</a>',
  '<style>body{display:none}</style>',
]
for (const markdown of hostile) {
  test(`nothing of ${markdown} runs`, async () => {
    assert.doesNotMatch(await markdownHtml(markdown), /<script|<style|javascript:|\son\w+=/i)
  })
}

const ROOT = join(import.meta.dirname, '..', '..', '..')

test('every text of the shop renders in time, and all of them together', async () => {
  const texts = globSync('content/**/*.md', { cwd: ROOT }).map((file) =>
    readFileSync(join(ROOT, file), 'utf8'),
  )
  assert.ok(await rendersInTime(texts))
})

// One of blocks within blocks, one of marks within a line: the limit is of time, whatever takes it.
for (const marks of ['> - ', '*a']) {
  test(`48,000 × ${JSON.stringify(marks)} is given up while others are answered`, async () => {
    let ticks = 0
    const ticking = setInterval(() => (ticks += 1), 10)
    assert.equal(await rendersInTime([marks.repeat(48_000 / marks.length)]), false)
    clearInterval(ticking)
    // The thread that answers requests went on meanwhile.
    assert.ok(ticks > 10, `${ticks}`)
  })
}

const folder = mkdtempSync(join(tmpdir(), 'ourtee-text-'))
after(() => rmSync(folder, { recursive: true }))

function read(body: string) {
  writeFileSync(join(folder, 'text.md'), `---\ntitle: 一件衣服\n---\n\n${body}\n`)
  return readMarkdown(relative(process.cwd(), folder), 'text.md')
}

test('a script or a style whose words would stay on the page is refused in words', async () => {
  for (const body of ['<script>alert(1)</script>', '一\n\n<STYLE>p { color: red }</STYLE>\n\n二'])
    await assert.rejects(
      read(body),
      /text\.md: .+<script> 與 <style> 不會執行，裡面的字卻會留在網頁上/,
    )
})

test('a script that is shown as code is a text like any other', async () => {
  for (const body of ['`<script>` 是什麼', '```\n<script>alert(1)</script>\n```'])
    assert.match((await read(body)).body, /script/)
})

const SIZES = `
胸寬與衣長：

| 尺寸 | 胸寬 | **衣長** |
| --- | ---: | :-: |
| S | 50 | 66 |
| M [看圖](/garment) | 53 |
`

test('a table of an article is a table with its head, and can be moved by keyboard', async () => {
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
  test(`${what} stay a paragraph`, async () => {
    const html = await markdownHtml(text)
    assert.ok(!html.includes('<table'))
    assert.ok(html.startsWith('<p>'))
  })
}

test('what a table holds is text like any other: no script, no style', async () => {
  const html = await markdownHtml('| a | b |\n|-|-|\n| <script>x</script> | <b style="x">y</b> |')
  assert.doesNotMatch(html, /<script|style=/)
})

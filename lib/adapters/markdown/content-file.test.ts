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
const strong = (inside: string, before = '', after = '') =>
  `<p>${before}<strong>${inside}</strong>${after}</p>`

// What Markdown's marks do beside Chinese letters and signs.
const chinese: readonly (readonly [what: string, markdown: string, html: string])[] = [
  ['bold of a quotation', '甲**「引號」**後', strong('「引號」', '甲', '後')],
  ['bold of a sentence', '**句子。**後', strong('句子。', '', '後')],
  ['bold of a lead', '**重點：**請看', strong('重點：', '', '請看')],
  ['bold of brackets', '丙**（一）**後', strong('（一）', '丙', '後')],
  ['bold of quotes', '**“引號”**後', strong('“引號”', '', '後')],
  ['bold of an exclamation', '**！**後', strong('！', '', '後')],
  ['bold of an ellipsis', '**等等…**後', strong('等等…', '', '後')],
  ['bold of an amount', '只要**NT$80。**另計', strong('NT$80。', '只要', '另計')],
  ['bold of a name in braces', '由**{company}**處理', strong('{company}', '由', '處理')],
  ['bold before a colon', '**粗體**：後', strong('粗體', '', '：後')],
  ['bold of a link', '**[連結](/a)**後', strong('<a href="/a">連結</a>', '', '後')],
  ['italic before a comma', '*斜體，*後', '<p><em>斜體，</em>後</p>'],
  ['italic of a quotation', '甲*「斜」*乙', '<p>甲<em>「斜」</em>乙</p>'],
  ['bold and italic', '***都。***後', '<p><em><strong>都。</strong></em>後</p>'],
  ['a line that ends within a sentence', '一件\n衣服，\n「完成」', '<p>一件衣服，「完成」</p>'],
  ['a line that ends in bold', '**粗**\n後', strong('粗', '', '後')],
  ['lines of Latin words', 'OURTEE\nTEE', '<p>OURTEE\nTEE</p>'],
  ['a break that is meant', '一\\\n二', '<p>一<br>\n二</p>'],
  ['two paragraphs', '一\n\n二', '<p>一</p>\n<p>二</p>'],
  ['lines of code', '```\n一\n二\n```', '<pre><code>一\n二\n</code></pre>'],
  ['a year at the begin of a line', '2026. 年初', '<p>2026. 年初</p>'],
  ['a year in brackets', '2026) 年初', '<p>2026) 年初</p>'],
  ['a year in a quote', '> 2026. 年初', '<blockquote>\n<p>2026. 年初</p>\n</blockquote>'],
  [
    'a year in code',
    '`2026. a`\n\n```\n2026. a\n```',
    '<p><code>2026. a</code></p>\n<pre><code>2026. a\n</code></pre>',
  ],
  ['a numbered list', '1. 一\n2. 二', '<ol>\n<li>一</li>\n<li>二</li>\n</ol>'],
]
for (const [what, markdown, html] of [...shown, ...chinese]) {
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
  ['a sentence with a bar', '一件 T 恤 | 一起完成'],
] as const) {
  test(`${what} stay a paragraph`, async () => {
    const html = await markdownHtml(text)
    assert.ok(!html.includes('<table'))
    assert.ok(html.startsWith('<p>'))
  })
}

test('a table follows its line at once, may have a bar in its code, and loses no cell of a row', async () => {
  const html = await markdownHtml('尺寸：\n| a | b |\n|-|-|\n| 1 | `x\\|y` |\n| 2 | 3 | **4** |')
  assert.match(html, /^<p>尺寸：<\/p>\n<div class="table"/)
  assert.match(html, /<td><code>x\|y<\/code><\/td>/)
  assert.match(html, /<td>2<\/td>\n<td>3 <strong>4<\/strong><\/td>/)
})

test('what a table holds is text like any other: no script, no style', async () => {
  const html = await markdownHtml('| a | b |\n|-|-|\n| <script>x</script> | <b style="x">y</b> |')
  assert.doesNotMatch(html, /<script|style=/)
})

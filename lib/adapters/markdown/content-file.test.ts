import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markdownHtml, rendersInTime } from './content-file.ts'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

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
  test(`${what} is shown (rule 115)`, async () => {
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
  test(`nothing of ${markdown} runs (rule 115)`, async () => {
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
  test(`48,000 × ${JSON.stringify(marks)} is given up while others are answered (rule 1008)`, async () => {
    let ticks = 0
    const ticking = setInterval(() => (ticks += 1), 10)
    assert.equal(await rendersInTime([marks.repeat(48_000 / marks.length)]), false)
    clearInterval(ticking)
    // The thread that answers requests went on meanwhile.
    assert.ok(ticks > 10, `${ticks}`)
  })
}

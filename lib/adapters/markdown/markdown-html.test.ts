import assert from 'node:assert/strict'
import { test } from 'node:test'

import { markdownHtml } from './markdown-html.ts'

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

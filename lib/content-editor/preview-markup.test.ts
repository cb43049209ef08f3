import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

import { markdownHtml } from '#lib/adapters/markdown/content-file.ts'
import { TEXT_TAGS } from '#lib/content/text-markup.ts'
import { cleanMarkup, withAddresses } from './preview-markup.ts'

const CONTENT = join(import.meta.dirname, '..', '..', 'content')

test('the text of every file of content/ is shown as it is', async () => {
  const files = readdirSync(CONTENT, { recursive: true, encoding: 'utf8' })
  const texts = files.filter((file) => file.endsWith('.md'))
  assert.ok(texts.length > 10)
  for (const file of texts) {
    const [, , body = ''] = readFileSync(join(CONTENT, file), 'utf8').split(/^---$/m)
    const html = await markdownHtml(body)
    assert.equal(cleanMarkup(html), html, file)
  }
})

const HEADINGS = [1, 2, 3, 4, 5, 6].map((level) => `${'#'.repeat(level)} 標題`).join('\n\n')

// A picture whose sizes are there.
const SIZED = '/images/blog/half-stitched.jpg'

// One text with everything that markdown can become.
const MARKDOWN = `${HEADINGS}

# 1 < 2 & "3"

3. *a* **b**
4. 到2027年2月28日為止

- 一件衣服的故事

> \`<b>\`\\
> 二

---

[x](https://x.example "y") [信](mailto:a@example.com) ![z](/images/z.jpg "w")

![一](/images/products/a.jpg) ![二](${SIZED})

| 尺寸 | 胸寬 | 衣長 | 肩寬 |
| --- | ---: | :-: | :--- |
| S | 50 | 66 | \`44\` |

\`\`\`js
a < b
\`\`\`
`

test('everything that markdown makes is shown as it is, and that is every tag of the list', async () => {
  const html = await markdownHtml(MARKDOWN)
  assert.equal(cleanMarkup(html), html)
  const tags = [...html.matchAll(/<(\w+)((?: [\w-]+="[^"]*")*)>/g)].map(
    ([, tag = '', attributes = '']) => [tag, attributes.match(/[\w-]+(?==")/g) ?? []] as const,
  )
  for (const [tag, attributes] of TEXT_TAGS) {
    const seen = new Set(tags.flatMap(([name, names]) => (name === tag ? names : [])))
    assert.ok(
      tags.some(([name]) => name === tag),
      tag,
    )
    assert.deepEqual([...seen].toSorted(), attributes.toSorted(), tag)
  }
})

test('a picture that is not deployed yet is shown from the memory of the browser', async () => {
  const html = await markdownHtml('![一](/images/blog/new.jpg)\n\n![二](/images/blog/other.jpg)\n')
  const shown = withAddresses(html, { '/images/blog/new.jpg': 'blob:https://x.example/1' })
  assert.match(shown, /src="blob:https:\/\/x.example\/1"/)
  assert.match(shown, /src="\/images\/blog\/other\.jpg"/)
  assert.equal(cleanMarkup(shown), shown)
})

const HOSTILE = [
  '<a href="blob:https://x.example/1">x</a>',
  '<script>alert(1)</script>',
  '<SCRIPT src=x>',
  '<img src="x" onerror="alert(1)">',
  '<img src=x onerror=alert(1)>',
  '<img alt="x"onerror="alert(1)">',
  '<p onclick="alert(1)">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<iframe srcdoc="x"></iframe>',
  '<svg><a href="/x"></svg>',
  '<style>p{}</style>',
  '<p style="position:fixed">',
  '<!-- <p>',
  '<p title="',
  '<p title="a<img src=x onerror=alert(1)>">',
  '<p<script>alert(1)</script>',
  '<<p>script>',
]

for (const html of HOSTILE) {
  test(`${html.replaceAll('\n', ' ')} becomes no other markup than a text's`, () => {
    const left = cleanMarkup(html).replaceAll(/<\/?(?:p|a)(?: href="\/x"| title="[^"]*")?>/g, '')
    assert.doesNotMatch(left, /</)
  })
}

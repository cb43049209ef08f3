import assert from 'node:assert/strict'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, before, test } from 'node:test'

import { readArticles } from './find-articles.ts'

let content = ''

before(async () => {
  content = relative('.', await mkdtemp(join(tmpdir(), 'ourtee-articles-')))
  await cp('e2e/fixtures/content', content, { recursive: true })
})
after(() => rm(content, { recursive: true, force: true }))

const article = (more = '') => `---
date: '2026-11-02'
author: 編輯室
cover:
  src: /images/blog/folded-stack.jpg
  alt: 一疊白色 T 恤
${more}---

${'衣'.repeat(200)}
`

test('the journal is read newest first (rule 146)', async () => {
  const articles = await readArticles(content)
  const dates = articles.map(({ date }) => date)
  assert.equal(articles.length, 6)
  assert.deepEqual(dates, dates.toSorted().toReversed())
})

test('an article without title and description has the specified ones (rules 64, 151)', async () => {
  const path = join(content, 'blog/2026-11-02-plain.md')
  await writeFile(path, article())
  const found = (await readArticles(content)).find(({ slug }) => slug === 'plain')
  assert.equal(found?.title, '無標題')
  assert.equal(found.excerpt, `${'衣'.repeat(150)}…`)
  await rm(path)
})

const broken: [name: string, file: string, text: string, says: RegExp][] = [
  ['a name without a date', 'plain.md', article(), /plain\.md: 檔名: /],
  [
    'another date than its name',
    '2026-11-03-plain.md',
    article(),
    /2026-11-03-plain\.md: date: .*2026-11-03/,
  ],
  ['a slug that is taken', '2026-11-02-seen-on-the-road.md', article(), /檔名: .*seen-on-the-road/],
  [
    'an unknown field',
    '2026-11-02-plain.md',
    article('hidden: true\n'),
    /2026-11-02-plain\.md: hidden: 沒有這個欄位/,
  ],
  [
    'a change before its publication',
    '2026-11-02-plain.md',
    article().replace("date: '2026-11-02'", "date: '2026-11-02'\nupdated: '2026-11-01'"),
    /updated: 不可早於發布日 date/,
  ],
  [
    'a missing picture in its text',
    '2026-11-02-plain.md',
    `${article()}\n![圖](/images/none.jpg)\n`,
    /內文: 找不到圖片 public\/images\/none\.jpg/,
  ],
  [
    'a picture in its text that says nothing of what is seen',
    '2026-11-02-plain.md',
    `${article()}\n![ ](/images/products/otr-001-back.jpg)\n`,
    /內文: 請說明圖片 \/images\/products\/otr-001-back\.jpg 上看見什麼/,
  ],
]

for (const [name, file, text, says] of broken) {
  test(`${name} is refused by file, field and reason (rules 111, 112, 113, 117)`, async () => {
    const path = join(content, 'blog', file)
    await writeFile(path, text)
    await assert.rejects(readArticles(content), says)
    await rm(path)
  })
}

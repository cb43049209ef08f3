import assert from 'node:assert/strict'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { test, after, before } from 'node:test'

import { makeProduct } from '#lib/product/product.fixture.ts'
import { structuredDataText } from '#lib/seo/structured-data.ts'
import {
  type Article,
  articleData,
  excerptOf,
  neighbours,
  parseArticleName,
  shirtOf,
  readArticles,
} from './article.ts'

const names: [string, ReturnType<typeof parseArticleName>][] = [
  ['2026-05-20-finished-together', { date: '2026-05-20', slug: 'finished-together' }],
  ['2026-05-20-2026', { date: '2026-05-20', slug: '2026' }],
  ['finished-together', undefined],
  ['2026-05-20-', undefined],
  ['2026-05-20-Über', undefined],
]
for (const [name, parsed] of names) {
  test(`the file ${name} is ${JSON.stringify(parsed)}`, () => {
    assert.deepEqual(parseArticleName(name), parsed)
  })
}

const excerpts: [string | undefined, string, string][] = [
  ['描述', '內文', '描述'],
  [
    undefined,
    '## 標題\n\n**粗**與*斜*，[連結](/shop)。\n\n> 引言\n\n- 項目',
    '標題 粗與斜，連結。 引言 項目',
  ],
  [undefined, '衣'.repeat(150), '衣'.repeat(150)],
  [undefined, '衣'.repeat(151), `${'衣'.repeat(150)}…`],
  [undefined, '![圖](/images/a.jpg)\n\n`碼`', '碼'],
]
for (const [description, markdown, excerpt] of excerpts) {
  test(`the excerpt of ${markdown.slice(0, 20)} is ${excerpt.slice(0, 20)}`, () => {
    assert.equal(excerptOf(description, markdown), excerpt)
  })
}

const article = (slug: string): Article => ({
  slug,
  title: slug,
  date: '2026-01-01',
  tags: [],
  author: '編輯室',
  cover: { src: '/images/a.jpg', alt: '圖' },
  excerpt: '',
  markdown: '',
  html: '',
})
const list = [article('newest'), article('middle'), article('oldest')]

const places: [string, string | undefined, string | undefined][] = [
  ['newest', 'middle', undefined],
  ['middle', 'oldest', 'newest'],
  ['oldest', undefined, 'middle'],
  ['unknown', undefined, undefined],
]
for (const [slug, previous, next] of places) {
  test(`${slug} stands between ${previous} and ${next}`, () => {
    const found = neighbours(list, slug)
    assert.deepEqual([found.previous?.slug, found.next?.slug], [previous, next])
  })
}

test('an article says what the article guide asks for', () => {
  const data = JSON.parse(
    structuredDataText(
      articleData({
        slug: 'seen-on-the-road',
        title: '在路上看見的',
        date: '2026-09-24',
        description: '旅行',
        tags: ['旅行'],
        author: 'OURTEE 編輯室',
        cover: { src: '/images/blog/travel-still.jpg', alt: '行李箱' },
        excerpt: '旅行',
        markdown: '',
        html: '',
      }),
    ),
  )
  assert.equal(data['@type'], 'BlogPosting')
  assert.equal(data.headline, '在路上看見的')
  assert.equal(data.datePublished, '2026-09-24T00:00:00+08:00')
  assert.match(data.image[0], /^https?:\/\/.*\/images\/blog\/travel-still\.[0-9a-f]{8}-1200\.jpg$/)
  assert.equal(data.author.name, 'OURTEE 編輯室')
  assert.match(data.mainEntityOfPage['@id'], /\/blog\/seen-on-the-road$/)
})

const travel = makeProduct({ id: 'travel', subcategory: '旅見系列' })
const still = makeProduct({ id: 'still', subcategory: '靜意系列', stock: 0 })

const cases: [tags: readonly string[], products: (typeof travel)[], id: string | undefined][] = [
  [['旅行', '旅見系列'], [still, travel], 'travel'],
  [['靜意系列'], [travel, still], 'still'],
  [['有機棉'], [still, travel], 'travel'],
  [['有機棉'], [still], undefined],
  [[], [], undefined],
]

for (const [tags, products, id] of cases) {
  test(`an article about ${tags.join() || 'nothing'} ends with ${id ?? 'no shirt'}`, () => {
    assert.equal(shirtOf({ tags: [...tags] }, products)?.id, id)
  })
}

let content = ''

before(async () => {
  content = relative('.', await mkdtemp(join(tmpdir(), 'ourtee-articles-')))
  await cp('e2e/fixtures/content', content, { recursive: true })
})
after(() => rm(content, { recursive: true, force: true }))

const articleFile = (more = '') => `---
date: '2026-11-02'
author: 編輯室
cover:
  src: /images/blog/folded-stack.jpg
  alt: 一疊白色 T 恤
${more}---

${'衣'.repeat(200)}
`

test('the journal is read newest first', async () => {
  const articles = await readArticles(content)
  const dates = articles.map(({ date }) => date)
  assert.equal(articles.length, 6)
  assert.deepEqual(dates, dates.toSorted().toReversed())
})

test('an article without title and description has the specified ones', async () => {
  const path = join(content, 'blog/2026-11-02-plain.md')
  await writeFile(path, articleFile())
  const found = (await readArticles(content)).find(({ slug }) => slug === 'plain')
  assert.equal(found?.title, '無標題')
  assert.equal(found.excerpt, `${'衣'.repeat(150)}…`)
  await rm(path)
})

const broken: [name: string, file: string, text: string, says: RegExp][] = [
  ['a name without a date', 'plain.md', articleFile(), /plain\.md: 檔名: /],
  [
    'another date than its name',
    '2026-11-03-plain.md',
    articleFile(),
    /2026-11-03-plain\.md: date: .*2026-11-03/,
  ],
  [
    'a slug that is taken',
    '2026-11-02-seen-on-the-road.md',
    articleFile(),
    /檔名: .*seen-on-the-road/,
  ],
  [
    'an unknown field',
    '2026-11-02-plain.md',
    articleFile('hidden: true\n'),
    /2026-11-02-plain\.md: hidden: 沒有這個欄位/,
  ],
  [
    'a change before its publication',
    '2026-11-02-plain.md',
    articleFile().replace("date: '2026-11-02'", "date: '2026-11-02'\nupdated: '2026-11-01'"),
    /updated: 不可早於發布日 date/,
  ],
  [
    'a missing picture in its text',
    '2026-11-02-plain.md',
    `${articleFile()}\n![圖](/images/none.jpg)\n`,
    /內文: 找不到圖片 public\/images\/none\.jpg/,
  ],
  [
    'a picture in its text that says nothing of what is seen',
    '2026-11-02-plain.md',
    `${articleFile()}\n![ ](/images/products/otr-001-back.jpg)\n`,
    /內文: 請說明圖片 \/images\/products\/otr-001-back\.jpg 上看見什麼/,
  ],
]

for (const [name, file, text, says] of broken) {
  test(`${name} is refused by file, field and reason`, async () => {
    const path = join(content, 'blog', file)
    await writeFile(path, text)
    await assert.rejects(readArticles(content), says)
    await rm(path)
  })
}

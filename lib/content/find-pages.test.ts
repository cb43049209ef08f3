import assert from 'node:assert/strict'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, before, test } from 'node:test'

import { BUILT_FLAGS, textFor } from './content-flags.ts'
import { readInfoPages } from './find-pages.ts'
import { inFooter } from './pages.ts'

let content = ''

before(async () => {
  content = relative('.', await mkdtemp(join(tmpdir(), 'ourtee-info-')))
  await cp('e2e/fixtures/content', content, { recursive: true })
})
after(() => rm(content, { recursive: true, force: true }))

const page = (more = '') => `---\ntitle: 尺寸\ndescription: 怎麼量。\n${more}---\n\n平放。\n`

test('every file is a page, but for the words of other pages', async () => {
  const pages = await readInfoPages(content)
  assert.deepEqual(
    pages.map(({ slug, indexed }) => [slug, indexed]),
    [
      ['about', true],
      ['delete-data-facebook', false],
      ['faq', false],
      ['patent-statement', false],
      ['policy', false],
      ['terms', false],
    ],
  )
})

test('answers are HTML, as bodies are', async () => {
  const faq = (await readInfoPages(content)).find(({ slug }) => slug === 'faq')
  assert.match(faq?.groups?.[0]?.items[1]?.answer ?? '', /<a href="\/shop">商品<\/a>/)
  assert.match(faq?.html ?? '', /^<p>/)
})

test('words for LINE Pay alone are in no page of a shop without it, be they a list item', async () => {
  const terms = (await readInfoPages(content)).find(({ slug }) => slug === 'terms')
  assert.match(terms?.html ?? '', /<p>可使用信用卡或 PayPal 付款，以新台幣計價。資/)
  assert.match(terms?.html ?? '', /<li>PayPal<\/li>\n<li>物流業者<\/li>/)
  const flags = { ...BUILT_FLAGS, line_pay: true }
  assert.equal(textFor('一{line_pay|、\n二}、三', flags), '一、\n二、三')
})

test('pictures in a text come in several sizes, with their space reserved', async () => {
  const path = join(content, 'info/measure.md')
  await writeFile(path, `${page()}\n![一](/images/blog/label-qr.jpg "a & b")\n`)
  const pages = await readInfoPages(content)
  const pictures = (slug: string) =>
    pages.find((infoPage) => infoPage.slug === slug)?.html.match(/<picture>.*?<\/picture>/g) ?? []
  const [alone] = pictures('measure')
  assert.match(alone ?? '', /width="1600" height="1000" loading="lazy"/)
  assert.match(
    alone ?? '',
    /<source type="image\/avif" .*srcset="\/images\/blog\/label-qr\.[0-9a-f]{8}-384\.avif 384w, /,
  )
  assert.match(alone ?? '', /<img .*sizes="[^"]* 94vw".* alt="一" title="a &#x26; b"><\/picture>/)
  const pair = pictures('about')
  assert.equal(pair.length, 2)
  for (const one of pair) assert.match(one, /height="2000".* sizes="[^"]* 47vw"/)
  await rm(path)
})

test('the footer has the pages that name a column, by their numbers', async () => {
  const path = join(content, 'info/measure.md')
  await writeFile(path, page('footer: 購物資訊\n'))
  const pages = await readInfoPages(content)
  assert.deepEqual(
    inFooter(pages, '購物資訊').map(({ slug }) => slug),
    ['faq', 'policy', 'terms', 'patent-statement', 'measure'],
  )
  assert.deepEqual(
    inFooter(pages, '關於').map(({ slug }) => slug),
    ['about'],
  )
  await rm(path)
})

const broken: [name: string, file: string, text: string, says: RegExp][] = [
  ['a name that is no address', 'Größe.md', page(), /檔名: 只能用小寫英文/],
  ['a name that another page has', 'cart.md', page(), /檔名: \/cart 已經是店裡的另一頁/],
  ['the name of the products', 'product.md', page(), /檔名: \/product 已經/],
  ['an unknown field', 'measure.md', page('noindex: true\n'), /noindex: 沒有這個欄位/],
  ['an unknown column', 'measure.md', page('footer: 其他\n'), /footer: 只能是 關於、購物資訊/],
  ['a place in words', 'measure.md', page('footer_order: 一\n'), /footer_order: 必須是整數/],
  [
    'words for LINE Pay without an end',
    'measure.md',
    page().replace('平放', '平放{line_pay|，LINE Pay'),
    /欄位: 請寫成 \{line_pay\|文字\}/,
  ],
  [
    'words for LINE Pay with a colon',
    'measure.md',
    page().replace('平放', '平放{LINE Pay：也可以}'),
    /欄位: 請寫成 \{line_pay\|文字\}/,
  ],
  [
    'words for invoices with a wrong name',
    'measure.md',
    page().replace('平放', '平放{invoice|自動開立}'),
    /欄位: 請寫成 .*\{invoices\|文字\}/,
  ],
  [
    'a state of sale in a page that sells nothing',
    'measure.md',
    page().replace('平放', '{sold_out|平放}'),
    /欄位: 請寫成 .*\{sold_out\|文字\}/,
  ],
  ['no question at all', 'measure.md', page('groups: []\n'), /groups: 至少一組問題/],
  [
    'a picture that is not there',
    'measure.md',
    page('cover:\n  src: /images/products/none.jpg\n  alt: 布\n'),
    /cover: 找不到圖片 public\/images\/products\/none\.jpg/,
  ],
  [
    'a picture that is a size of another one',
    'measure.md',
    page('cover:\n  src: /images/share/hero.8a8143dc.jpg\n  alt: 布\n'),
    /cover: 圖片 public\/images\/share\/hero\.8a8143dc\.jpg 無法使用|找不到圖片/,
  ],
  [
    'a drawing in the place of a photograph',
    'measure.md',
    page('cover:\n  src: /images/products/none.svg\n  alt: 布\n'),
    /cover.src: 必須以 \/images\/ 開頭、以 \.jpg 結尾/,
  ],
]

for (const [name, file, text, says] of broken) {
  test(`${name} is refused by file, field and reason`, async () => {
    const path = join(content, 'info', file)
    await writeFile(path, text)
    await assert.rejects(readInfoPages(content), says)
    await rm(path)
  })
}

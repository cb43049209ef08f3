import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'

import { withTradeText } from '#lib/adapters/markdown/content-file.ts'
import { readTrade } from '#lib/adapters/markdown/trade-file.ts'
import { articleFrontMatterSchema } from '#lib/blog/article.ts'
import { PATENT } from '#lib/company/company.ts'
import { CONTACT_EMAIL } from '#lib/company/purchase-terms.ts'
import { tradeSchema } from '#lib/company/trade-schema.ts'
import { COMPANY, SUPPORT_HOURS } from '#lib/company/trade.ts'
import { findStrayFigures, readSite } from '#lib/content-editor/read-site.ts'
import { PROSE_DAYS, tradeText } from '#lib/content/content-flags.ts'
import { movedSchema } from '#lib/content/moved.ts'
import {
  blogPageSchema,
  contactPageSchema,
  garmentPageSchema,
  homePageSchema,
  infoPageSchema,
  joinPageSchema,
  shopPageSchema,
} from '#lib/content/pages.ts'
import { creatorFrontMatterSchema } from '#lib/creator/creator.ts'
import { goneGarmentSchema, soldGarmentSchema } from '#lib/garment/garment.ts'
import { mailFrontMatterSchema } from '#lib/mail/render-mail.ts'
import { productFrontMatterSchema } from '#lib/product/product.ts'
import { GIVE_HALF_PATH, INFO_PATHS, PATHS } from '#lib/routes/paths.ts'
import { fieldGroups, textsNamed } from './front-matter.ts'
import { countHan, findForeignWords } from './words.ts'

/** The files that must name foreign words in order to refuse them. */
const LISTS = new Set([
  'content/checks/mainland-terms.ts',
  'content/checks/translated-habits.ts',
  'content/checks/words.ts',
  'content/checks/words.test.ts',
])

const SPOKEN = /\.(?:md|ts|tsx|json|css|webmanifest)$/u

function filesUnder(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path}`)
    .filter((path) => SPOKEN.test(path) && !LISTS.has(path))
}

const read = (path: string) => readFileSync(path, 'utf8')
// The README describes the other files.
const content = filesUnder('content').filter(
  (path) => path.endsWith('.md') && path !== 'content/README.md',
)
const under = (folder: string) => content.filter((path) => path.startsWith(`content/${folder}/`))
const body = (path: string) => read(path).split(/^---$/mu).slice(2).join('---')
const WRITTEN = [
  'content',
  'app',
  'components',
  'lib',
  'cli',
  'local',
  'docs',
  'e2e',
  'verification',
  'public',
] as const

for (const path of WRITTEN.flatMap(filesUnder)) {
  test(`${path} is written as in Taiwan`, () => {
    assert.deepEqual(findForeignWords(read(path)), [])
  })
}

for (const path of [...under('info'), ...under('blog'), ...under('mails')]) {
  test(`the figures of ${path} are the shop's`, () => {
    assert.deepEqual(findStrayFigures(read(path)), [])
  })
}

const { delivery_terms: TERMS } = tradeText()
const delivery = [TERMS, '1–3 個工作天', '7-11', '全家', '離島']
const returns = ['7 天', '7 個工作天', '12 小時']
const reach = [SUPPORT_HOURS]
const stated: [page: string, says: readonly string[]][] = [
  ['policy', [TERMS, '1–3 個工作天', ...returns, ...reach]],
  ['terms', [...delivery, ...returns, ...reach, 'PayPal', '信用卡', COMPANY]],
  ['contact', ['7 天', '12 小時', ...reach]],
  ['delete-data-facebook', ['7 個工作天', '無法復原', CONTACT_EMAIL]],
  ['patent-statement', [PATENT.number]],
]

for (const [page, says] of stated) {
  test(`${page} states what it must`, () => {
    const text = withTradeText(read(`content/info/${page}.md`), readTrade('content'))
    assert.deepEqual(
      says.filter((label) => !text.includes(label)),
      [],
    )
  })
}

for (const path of under('blog')) {
  test(`${path} has 800 to 1,500 characters`, () => {
    const count = countHan(body(path))
    assert.ok(count >= 800 && count <= 1500, `${count}`)
  })
}

for (const path of content) {
  test(`the pictures of ${path} exist and say what is seen`, async () => {
    for (const { src, alt } of await fieldGroups(path)) {
      if (src !== undefined) assert.match(typeof alt === 'string' ? alt : '', /^\S{2,}/u)
    }
    const cuts = (await textsNamed(path, 'phone')).filter((cut) => cut.startsWith('/images'))
    const files = [...(await textsNamed(path, 'src')), ...cuts]
    for (const file of files) assert.ok(existsSync(`public${file}`), file)
  })
}

for (const path of under('blog')) {
  test(`${path} is dated as its name says`, async () => {
    const [date] = await textsNamed(path, 'date')
    assert.equal(date, basename(path).slice(0, 10))
  })
}

const slug = (path: string) => basename(path, '.md').replace(/^\d{4}-\d\d-\d\d-/u, '')
const garments = new Set([...under('products'), ...under('garments')].map(slug))
const pages = new Set<string>([
  ...[...garments].map((id) => `/c/${id}`),
  ...under('creators').map((path) => `/creator/${slug(path)}`),
  ...Object.values(PATHS),
  GIVE_HALF_PATH,
  ...under('info').map((path) => `/${slug(path)}`),
  ...under('products').map((path) => `/product/${slug(path)}`),
  ...under('blog').map((path) => `/blog/${slug(path)}`),
])

test('the whole content follows every rule of the editor, between its files too', async () => {
  await readSite('content')
})

const kinds: [title: string, schema: { readonly shape: object }][] = [
  ['商品 `products/', productFrontMatterSchema],
  ['文章 `blog/', articleFrontMatterSchema],
  ['一頁說明 `info/', infoPageSchema],
  ['首頁 `info/home.md`', homePageSchema],
  ['商品列表 `info/shop.md`', shopPageSchema],
  ['商品列表 `info/shop.md`', blogPageSchema],
  ['聯絡我們 `info/contact.md`', contactPageSchema],
  ['店的資料與數字 `info/trade.md`', tradeSchema],
  ['碼打開的頁面 `garments/', soldGarmentSchema],
  ['碼打開的頁面 `garments/', goneGarmentSchema],
  ['創作者 `creators/', creatorFrontMatterSchema],
  ['碼打開的頁面的共同文字 `info/garment.md`', garmentPageSchema],
  ['共創 `info/join.md`', joinPageSchema],
  ['搬家前的網址 `info/moved.md`', movedSchema],
  ['信件 `mails/', mailFrontMatterSchema],
]
const chapters = read('content/README.md').split(/^###? /mu)

for (const [title, schema] of kinds) {
  test(`content/README.md shows every field of ${title}`, () => {
    const chapter = chapters.find((text) => text.startsWith(title)) ?? ''
    assert.deepEqual(
      Object.keys(schema.shape).filter((field) => !chapter.includes(`\`${field}\``)),
      [],
    )
  })
}

for (const path of Object.values(INFO_PATHS)) {
  test(`${path}, to which the shop itself leads, is written`, () => {
    assert.ok(existsSync(`content/info${path}.md`))
  })
}

for (const path of content) {
  test(`the links of ${path} lead somewhere`, async () => {
    // A picture is written as a link with a ! before it.
    const links = [...read(path).matchAll(/(?<!!\[[^\]]*)\]\((\/[^)]*)\)/gu)]
    const hrefs = (await textsNamed(path, 'href')).filter((href) => href.startsWith('/'))
    const dead = [...links.map(([, link]) => link ?? ''), ...hrefs].filter((to) => !pages.has(to))
    assert.deepEqual(dead, [])
  })
}

// An article may explain what organic means; a page that sells may not promise it unproven.
for (const path of [...under('info'), ...under('mails')]) {
  test(`${path} claims nothing that needs a certificate`, () => {
    assert.doesNotMatch(read(path), /不使用合成的?農藥/u)
  })
}

for (const path of under('products')) {
  test(`${path} tells its days by the names of its fields, and writes none by hand`, () => {
    const text = read(path)
    assert.doesNotMatch(text, /\d{4} ?年 ?\d+ ?月 ?\d+ ?日/u)
    const names = [...text.matchAll(/\{(\w+)\}/gu)].map(([, name]) => name)
    assert.deepEqual(
      names.filter((name) => !PROSE_DAYS.some((known) => known === name)),
      [],
    )
  })
}

// 你們 asks the shop; every other 你 speaks to the reader.
const BRAND_VOICE = /你(?!們)/u

test('a page speaks to its reader in one voice: 你 where the brand does, 您 where the shop does', () => {
  const spoken = filesUnder('content').filter((path) => /^content\/(?!checks)/.test(path))
  const mixed = spoken.filter((path) => {
    const text = readFileSync(path, 'utf8')
    return BRAND_VOICE.test(text) && text.includes('您')
  })
  assert.deepEqual(mixed, [])
  for (const folder of ['components/camera', 'components/join', 'components/garment']) {
    for (const path of filesUnder(folder)) {
      assert.doesNotMatch(readFileSync(path, 'utf8'), /您/u, path)
    }
  }
})

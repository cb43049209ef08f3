import assert from 'node:assert/strict'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, before, test } from 'node:test'

import { creatorsOf, readGarments } from './find-garments.ts'

let content = ''

before(async () => {
  content = relative('.', await mkdtemp(join(tmpdir(), 'ourtee-garments-')))
  await cp('e2e/fixtures/content', content, { recursive: true })
})
after(() => rm(content, { recursive: true, force: true }))

async function garment(id: string) {
  const all = await readGarments(content)
  const found = all.find((garmentEntry) => garmentEntry.garment.id === id)
  assert.ok(found)
  return found.garment
}

test('what was sold stays its creator’s, once the shirt is a draft and once it is gone', async () => {
  const file = join(content, 'products/otd-001.md')
  const before = await readFile(file, 'utf8')
  await writeFile(file, before.replace('---\n', '---\ndraft: true\n'))
  const creators = new Map(
    creatorsOf(await readGarments(content)).map((styleCreator) => [
      styleCreator.id,
      styleCreator.creator,
    ]),
  )
  await writeFile(file, before)
  assert.deepEqual(
    ['otr-001', 'otd-001', 'otx-001'].map((id) => creators.get(id)),
    ['studio', 'studio', 'studio'],
  )
})

test('a style in the shop takes its facts from its product, and its story from its own file', async () => {
  const found = await garment('otr-001')
  assert.equal(found.title, '旅見 T 恤')
  assert.equal(found.creator.name, '共衣設計室')
  assert.equal(found.gtin, '04712345678900')
  assert.equal(found.motif, 'ridge')
  assert.equal(found.article, 'seen-on-the-road')
  assert.equal(found.isWoven, true)
  assert.match(found.html, /^<p>/)
})

test('a style without a file of its own has a page too', async () => {
  const found = await garment('otd-001')
  assert.equal(found.title, '日常 T 恤')
  assert.equal(found.html, '')
  assert.equal(found.isWoven, false)
})

test('a style that is gone from the shop keeps its page', async () => {
  const found = await garment('otx-001')
  assert.equal(found.title, '從前 T 恤')
  assert.equal(found.care.length, 1)
  assert.equal(found.isWoven, true)
})

type Edit = readonly [file: string, from: RegExp, to: string]

const broken: readonly (readonly [name: string, edit: Edit, says: RegExp])[] = [
  [
    'an unknown creator',
    ['products/ots-001.md', /^creator: .*$/m, 'creator: nobody'],
    /products\/ots-001\.md: creator: 沒有 creators\/nobody\.md/,
  ],
  [
    'a work that is no style',
    ['creators/studio.md', /ots-001, /, 'ots-001, ots-999, '],
    /studio\.md: works: ots-999 沒有/,
  ],
  [
    'a kind of creator that there is not',
    ['creators/studio.md', /^kind: .*$/m, 'kind: robot'],
    /studio\.md: kind: 只能是 studio、person/,
  ],
  [
    'a creator without a licence',
    ['creators/studio.md', /^licence: .*$/m, ''],
    /studio\.md: licence: /,
  ],
  [
    'a woven style without a page',
    ['garments/woven.txt', /^otx-001$/m, 'otx-009'],
    /woven\.txt: 第 3 行: 織標上的 otx-009 沒有頁面/,
  ],
  [
    'an article that there is not',
    ['garments/otr-001.md', /^article: .*$/m, 'article: no-such-thing'],
    /otr-001\.md: article: 沒有 no-such-thing 這篇文章/,
  ],
  [
    'a retired style without care',
    ['garments/otx-001.md', /^care:\n.*\n/m, ''],
    /otx-001\.md: care: 不可缺少/,
  ],
  [
    'a title beside a product that has one',
    ['garments/otr-001.md', /^greeting:/m, 'title: 旅見\ngreeting:'],
    /otr-001\.md: title: 沒有這個欄位/,
  ],
  [
    'a GTIN with a wrong check digit',
    ['products/otr-001.md', /^gtin: .*$/m, "gtin: '04712345678904'"],
    /otr-001\.md: gtin: 檢查碼不對，最後一位應該是 0/,
  ],
  [
    'a GTIN without its quotes',
    ['products/otr-001.md', /^gtin: .*$/m, 'gtin: 4712345678900'],
    /otr-001\.md: gtin: 必須加上引號/,
  ],
  [
    'a GTIN that another style has',
    ['products/ots-001.md', /^creator:/m, "gtin: '04712345678900'\ncreator:"],
    /gtin: .* 已經用了這個號碼/,
  ],
  [
    'a drawing that there is not',
    ['products/otr-001.md', /^motif: .*$/m, 'motif: wave'],
    /otr-001\.md: motif: 只能是 ridge、circle/,
  ],
]

for (const [name, [file, from, to], says] of broken) {
  test(`${name} is refused by file, field and reason`, async () => {
    const path = join(content, file)
    const whole = await readFile(path, 'utf8')
    const changed = whole.replace(from, to)
    assert.notEqual(changed, whole)
    await writeFile(path, changed)
    await assert.rejects(readGarments(content), says)
    await writeFile(path, whole)
  })
}

test('a missing list of woven styles is refused', async () => {
  const path = join(content, 'garments/woven.txt')
  const whole = await readFile(path, 'utf8')
  await rm(path)
  await assert.rejects(readGarments(content), /woven\.txt: 欄位: 找不到這個檔案/)
  await writeFile(path, whole)
})

import assert from 'node:assert/strict'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'

import { z } from 'zod'

import { gitHub } from '#lib/adapters/git/github.ts'
import { GitHostStandIn } from '#lib/adapters/git/stand-in.fixture.ts'
import { changeText, readText, withoutEmpty } from '#lib/adapters/markdown/trade-file.ts'
import { productFrontMatterSchema } from '#lib/product/product.ts'
import { contentFile, schemaOf } from './content-files.ts'
import { CONTENT_KINDS } from './content-kind.ts'
import { saveFile, undoSave } from './editor.ts'
import { compareWithSaved } from './find-repository.ts'
import { knownTitle, labelOf, optionLabel } from './labels.ts'
import { fixtureFiles, memoryRepository } from './memory-repository.fixture.ts'
import {
  contentDigest,
  contentOnDisk,
  type Field,
  fieldsOf,
  type NamedField,
} from './repository.ts'

const fieldsByName = (schema: z.ZodType) =>
  Object.fromEntries(fieldsOf(schema).map(({ name, field }) => [name, field]))

test('a form has the fields of the schema, each as what it takes', () => {
  const fields = fieldsByName(productFrontMatterSchema)
  assert.deepEqual(Object.keys(fields), Object.keys(productFrontMatterSchema.shape))
  assert.equal(fields.title?.kind, 'text')
  assert.equal(fields.price?.kind, 'number')
  assert.equal(fields.draft?.kind, 'flag')
  assert.equal(fields.sale_start?.kind, 'day')
  assert.deepEqual(fields.sizes, { kind: 'choices', options: ['S', 'M', 'L', 'XL', 'XXL'] })
  assert.equal(fields.stock_by_size?.kind, 'counts')
  assert.equal(fields.gallery?.kind, 'list')
})

test('a field that the schema gets, the form gets by itself', () => {
  const extended = z.strictObject({
    ...productFrontMatterSchema.shape,
    pocket: z.boolean().optional(),
  })
  assert.deepEqual(fieldsOf(extended).at(-1), {
    name: 'pocket',
    isRequired: false,
    field: { kind: 'flag' },
  })
})

// The shop may have no offers, and the frozen content has some.
const foldersOf = (kind: string) =>
  [`content/${kind}`, `e2e/fixtures/content/${kind}`].filter((folder) => existsSync(folder))

for (const kind of CONTENT_KINDS) {
  // The list of woven codes is no page.
  for (const path of foldersOf(kind).flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  )) {
    test(`${path} can be opened, and saved unchanged stays what it says`, () => {
      const file = contentFile(path.replace(/^.*content\//, ''))
      assert.ok(file)
      const text = readFileSync(path, 'utf8')
      const { values, body } = readText(text)
      const known = new Set(fieldsOf(schemaOf(file)).map((field) => field.name))
      assert.deepEqual(
        Object.keys(values).filter((one) => !known.has(one)),
        [],
      )
      const kept = withoutEmpty(values) ?? {}
      const again = readText(changeText(text, { ...kept }, body))
      assert.deepEqual(withoutEmpty(again.values) ?? {}, kept)
      assert.equal(again.body.trim(), body.trim())
    })
  }
}

const fieldsIn = (field: Field): readonly NamedField[] =>
  field.kind === 'list' ? fieldsIn(field.item) : field.kind === 'group' ? field.fields : []
const labelsIn = ({ name, field }: NamedField, within = ''): readonly string[] => {
  const path = within + name
  return [labelOf(path), ...fieldsIn(field).flatMap((inner) => labelsIn(inner, `${path}.`))]
}

const schemas = CONTENT_KINDS.flatMap((kind) =>
  foldersOf(kind)
    .flatMap((folder) => readdirSync(folder))
    .flatMap((name) => contentFile(`${kind}/${name}`) ?? []),
).map(schemaOf)

const optionsIn = ({ name, field }: NamedField): readonly string[] => [
  ...(field.kind === 'choice' ? field.options.map((option) => optionLabel(name, option)) : []),
  ...fieldsIn(field).flatMap(optionsIn),
]

test('every choice of every kind of file is in Chinese, but for the currency and sizes', () => {
  const options = new Set(schemas.flatMap(fieldsOf).flatMap(optionsIn))
  assert.deepEqual(
    [...options].filter((option) => !/\p{Script=Han}/u.test(option)),
    ['TWD', 'S', 'M', 'L', 'XL', 'XXL'],
  )
})

test('every field of every kind of file has a label in Chinese', () => {
  const labels = new Set(schemas.flatMap(fieldsOf).flatMap((field) => labelsIn(field)))
  assert.deepEqual(
    [...labels].filter((label) => !/\p{Script=Han}/u.test(label)),
    [],
  )
})

test('every mail has a title of its own on the page of contents', () => {
  const titles = readdirSync('content/mails').map((file) =>
    knownTitle({ kind: 'mails', name: file.replace('.md', '') }),
  )
  assert.ok(titles.every((title) => title !== undefined && /^\p{Script=Han}/u.test(title)))
  assert.equal(new Set(titles).size, titles.length)
})

test('a change keeps the lines and comments of what was not changed', () => {
  const text = "---\n# 開賣日\ndate: '2026-05-18'\nprice: 1540 # 含稅\ntags: [a, b]\n---\n\n內文\n"
  const { values, body } = readText(text)
  assert.equal(
    changeText(text, { ...values, price: 1290, sale_price: 990 }, `${body}新的一段`),
    "---\n# 開賣日\ndate: '2026-05-18'\nprice: 1290\ntags: [a, b]\nsale_price: 990\n---\n\n內文\n新的一段\n",
  )
  assert.doesNotMatch(changeText(text, { date: '2026-05-18' }, ''), /price|tags/)
})

test('a path outside of content is no file to edit', () => {
  for (const path of ['../lib/log.ts', 'products/../../x.md', 'checks/words.ts', 'products/A.md']) {
    assert.equal(contentFile(path), undefined)
  }
})

test('front matter that is a program is refused', () => {
  assert.throws(() => readText('---js\nprocess.exit()\n---\n'))
})

const inPlace: readonly (readonly [path: string, label: string])[] = [
  ['facts.label', '織標尺寸'],
  ['hero.action.label', '按鈕文字'],
  ['categories.0.label', '分類名稱'],
  ['phone', '電話'],
  ['sender.phone', '寄件人手機'],
  ['hero.image.phone', '手機用的圖'],
]
for (const [path, label] of inPlace) {
  test(`${path} is labelled ${label} where it stands`, () => {
    assert.equal(labelOf(path), label)
  })
}

const files = fixtureFiles()

// The project as a build checks it out, beside files that it does not read.
const folder = mkdtempSync(join(tmpdir(), 'built-'))
after(() => rmSync(folder, { recursive: true, force: true }))
for (const [path, text] of [
  ...files,
  ['content/README.md', 'x'],
  ['content/checks/a.ts', 'x'],
] as const) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
const built = {
  digest: contentDigest(contentOnDisk(folder, 'content')),
  builtAt: '2026-11-26T06:40:00.000Z',
}
const now = new Date('2026-11-26T00:01:00.000Z')

test('the start page knows which content runs until what is saved runs', async () => {
  const { repository } = memoryRepository(files)
  assert.deepEqual(await compareWithSaved(repository, built, now), { state: 'live' })
  const path = 'products/otr-001.md'
  const { values, body } = readText(files.get(`content/${path}`) ?? '')
  const version = (await repository.read(`content/${path}`))?.version ?? ''
  const typed = { path, values: { ...values, price: 990 }, body, version, author: 'lin' }
  const saved = await saveFile(repository, typed)
  assert.ok(saved.ok)
  const { builtAt } = built
  const waiting = { state: 'waiting', savedAt: saved.data.at, builtAt, isLate: false }
  assert.deepEqual(await compareWithSaved(repository, built, now), waiting)
  const later = new Date(now.getTime() + 30 * 60_000)
  assert.deepEqual(await compareWithSaved(repository, built, later), { ...waiting, isLate: true })
  assert.ok((await undoSave(repository, { id: saved.data.id, author: 'lin' })).ok)
  assert.deepEqual(await compareWithSaved(repository, built, later), { state: 'live' })
})

test('a build and a Git host name the same content alike', async () => {
  const standIn = new GitHostStandIn({ ...Object.fromEntries(files), 'lib/x.ts': 'x' })
  const api = await standIn.start()
  after(() => standIn.stop())
  const access = { repository: 'ourtee/shop', branch: 'main', token: standIn.token, api }
  assert.deepEqual(await compareWithSaved(gitHub(access), built, now), { state: 'live' })
  standIn.push({ 'content/README.md': 'more', 'lib/x.ts': 'y' })
  assert.deepEqual(await compareWithSaved(gitHub(access), built, now), { state: 'live' })
  standIn.push({ 'public/images/products/new.jpg': 'jpeg' })
  const { state } = await compareWithSaved(gitHub(access), built, now)
  assert.equal(state, 'waiting')
})

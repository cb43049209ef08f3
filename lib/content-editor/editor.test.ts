import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { checkFile, saveFile, contentFile } from './editor.ts'
import { changeText, readText } from '../adapters/markdown/front-matter.ts'
import type { ContentRepository } from './repository.ts'

// Frozen content: what the owner edits breaks no test.
const FIXTURE = 'e2e/fixtures/content'
const read = (path: string) => readFileSync(`${FIXTURE}/${path}`, 'utf8')
const pictures = readdirSync('public/images', { recursive: true }).map(
  (path) => `public/images/${String(path)}`,
)

async function problem(path: string, change: (text: string) => string, paths = pictures) {
  const file = contentFile(path)
  assert.ok(file)
  return checkFile(file, change(read(path)), paths, FIXTURE)
}

const SHIRT = 'products/otr-001.md'

const wrong: [string, string, (text: string) => string, RegExp][] = [
  [
    'a price that is no number',
    SHIRT,
    (text) => text.replace(/^price: .*/m, 'price: 很貴'),
    /^products\/otr-001\.md: price: 必須是整數/,
  ],
  [
    'a price below zero',
    SHIRT,
    (text) => text.replace(/^price: .*/m, 'price: -1'),
    /price: 必須大於 0/,
  ],
  [
    'a sale without its days',
    SHIRT,
    (text) => text.replace(/^price: /m, 'sale_price: 990\nprice: '),
    /sale_price: 優惠價要和/,
  ],
  [
    'a field that there is not',
    SHIRT,
    (text) => text.replace(/^price: /m, 'prise: 1\nprice: '),
    /prise: 沒有這個欄位/,
  ],
  [
    'a category that there is not',
    SHIRT,
    (text) => text.replace(/^category: .*/m, 'category: 帽子'),
    /category: 必須是 info\/shop\.md 的分類/,
  ],
  [
    'a picture that is not there',
    SHIRT,
    (text) => text.replace(/otr-001-front\.jpg/, 'nowhere.jpg'),
    /找不到圖片 \/images\/products\/nowhere\.jpg/,
  ],
  [
    'a placeholder that a mail does not know',
    'mails/paid.md',
    (text) => `${text}\n{nothing}\n`,
    /沒有 \{nothing\} 這個欄位/,
  ],
]

for (const [what, path, change, expected] of wrong) {
  test(`${what} is refused in Chinese, with file and field (rule 781)`, async () => {
    assert.match((await problem(path, change)) ?? '', expected)
  })
}

for (const path of [
  SHIRT,
  'blog/2026-05-20-finished-together.md',
  'info/faq.md',
  'mails/paid.md',
  'creators/studio.md',
]) {
  test(`${path} as it stands can be saved (rule 781)`, async () => {
    assert.equal(await problem(path, (text) => text), undefined)
  })
}

test('a saved product has the new price and its sale, and all else as it was (rule 781)', async () => {
  const written: string[] = []
  const repository: ContentRepository = {
    content: FIXTURE,
    list: async () => pictures,
    read: async (path) => ({ text: readFileSync(`e2e/fixtures/${path}`, 'utf8'), version: 'v1' }),
    save: async ({ changes, message, author }) => {
      written.push(changes[0]?.text ?? '')
      return { ok: true, data: { id: 'c', message, author, at: '' } }
    },
    history: async () => [],
    undo: async () => ({ ok: false, code: 'nothing-to-undo' }),
  }
  const { values, body } = readText(read(SHIRT))
  const sale = { price: 1290, sale_price: 990, sale_start: '2026-12-01', sale_end: '2026-12-31' }
  const typed = { path: SHIRT, values: { ...values, ...sale, subcategory: '' }, body }
  const answer = await saveFile(repository, { ...typed, version: 'v1', author: 'lin' })
  assert.deepEqual(answer.ok, true)
  const { subcategory: _subcategory, ...rest } = values
  assert.deepEqual(readText(written[0] ?? '').values, { ...rest, ...sale })
  assert.match(written[0] ?? '', /^facts:/m)
  assert.equal(written[0], changeText(read(SHIRT), { ...rest, ...sale }, body))
  const refused = await saveFile(repository, {
    ...typed,
    values: { ...values, price: 'x' },
    version: 'v1',
    author: 'lin',
  })
  assert.equal(refused.ok, false)
  assert.equal(written.length, 1)
})

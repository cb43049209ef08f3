import assert from 'node:assert/strict'
import { test } from 'node:test'

import { readText } from '#lib/adapters/markdown/trade-file.ts'
import { fail } from '#lib/result.ts'
import { openFile } from './content-files.ts'
import { draftFile, saveFile, saveDrafts, saveRemoval, undoSave, isShallow } from './editor.ts'
import { fixtureFiles, memoryRepository } from './memory-repository.fixture.ts'
import { readPrices, savePrices, type TypedPrices } from './save-prices.ts'

const SHIRT = 'products/otr-001.md'
const ARTICLE = 'blog/2026-05-20-finished-together.md'

type Values = Readonly<Record<string, unknown>>

const unlikely: readonly (readonly [path: string, Values, asked: readonly string[]])[] = [
  [SHIRT, { price: 12 }, ['price']],
  [SHIRT, { price: 15400 }, ['price']],
  [SHIRT, { price: 1280 }, []],
  ['info/trade.md', { delivery_fee: 800 }, ['delivery_fee']],
  ['info/trade.md', { delivery_fee: 0 }, []],
]
for (const [path, values, asked] of unlikely) {
  test(`${path} with ${JSON.stringify(values)} asks about ${asked.length} amounts before it is saved`, async () => {
    const { repository, files } = memoryRepository()
    const read = readText(files().get(`content/${path}`) ?? '')
    const version = (await repository.read(`content/${path}`))?.version ?? ''
    const typed = { path, values: { ...read.values, ...values }, body: read.body, version }
    const answer = await saveFile(repository, { ...typed, author: 'lin' })
    assert.equal(answer.ok, asked.length === 0)
    if (answer.ok) return
    assert.equal(answer.code, 'unlikely-price')
    assert.deepEqual(Object.keys(answer.fields ?? {}), asked)
    assert.ok((await saveFile(repository, { ...typed, author: 'lin', isSure: true })).ok)
  })
}

test('files that wait are checked together and saved as one commit', async () => {
  const { repository, files, count } = memoryRepository()
  const author = 'lin'
  const hold = async (path: string, values: Values, like = path) => {
    const read = readText(files().get(`content/${like}`) ?? '')
    const typed = { path, values: { ...read.values, ...values }, body: read.body }
    const held = await draftFile(repository, typed)
    assert.ok(held.ok)
    const version = (await repository.read(`content/${path}`))?.version ?? ''
    return { path, blob: held.data, version, pictures: [] }
  }
  const lin = await hold('creators/lin.md', { name: '林', works: [] }, 'creators/studio.md')
  const studio = await hold('creators/studio.md', { works: [] })
  const shirt = await hold(SHIRT, { creator: 'lin', price: 1280 })
  assert.equal(count(), 0)
  const opened = await openFile(repository, SHIRT, { held: shirt.blob })
  assert.equal(opened?.values.price, 1280)
  const alone = await saveDrafts(repository, { files: [shirt], author })
  assert.ok(!alone.ok && alone.detail?.includes('「創作者」沒有 creators/lin.md'))
  const saved = await saveDrafts(repository, { files: [lin, studio, shirt], author })
  assert.ok(saved.ok)
  assert.equal(count(), 1)
  assert.match(saved.data.message, /^修改 3 個檔案：creators\/lin\.md、/)
  assert.match(files().get(`content/${SHIRT}`) ?? '', /^price: 1280$/m)
  const late = await saveDrafts(repository, { files: [shirt], author })
  assert.deepEqual(late, fail('saved-meanwhile'))
  assert.ok((await undoSave(repository, { id: saved.data.id, author })).ok)
  assert.equal(files().has('content/creators/lin.md'), false)
  const unknown = { ...shirt, blob: '0'.repeat(40) }
  assert.deepEqual(await saveDrafts(repository, { files: [unknown], author }), fail('unknown-file'))
})

test('a file is deleted where nothing leads to it, and named where something does', async () => {
  const { repository, files } = memoryRepository()
  const author = 'lin'
  const remove = async (path: string) => {
    const version = (await repository.read(`content/${path}`))?.version ?? ''
    return saveRemoval(repository, { path, version, author })
  }
  const sold = await remove(SHIRT)
  assert.ok(!sold.ok && sold.code === 'content-wrong', JSON.stringify(sold))
  const kept = await remove('products/otu-001.md')
  assert.ok(!kept.ok && kept.detail?.startsWith('創作者 studio 的「作品（商品編號）」otu-001'))
  const studio = files().get('content/creators/studio.md') ?? ''
  const free = fixtureFiles()
  free.set('content/creators/studio.md', studio.replace(', otu-001', ''))
  const { repository: own, files: left } = memoryRepository(free)
  const version = (await own.read('content/products/otu-001.md'))?.version ?? ''
  const gone = await saveRemoval(own, { path: 'products/otu-001.md', version, author })
  assert.ok(gone.ok, JSON.stringify(gone))
  assert.equal(left().has('content/products/otu-001.md'), false)
  assert.ok((await undoSave(own, { id: gone.data.id, author })).ok)
  for (const path of ['mails/paid.md', 'info/trade.md', 'info/home.md', 'info/shop.md']) {
    assert.equal((await openFile(repository, path))?.canRemove, false, path)
  }
  assert.equal((await openFile(repository, ARTICLE))?.canRemove, true)
})

const nested = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels))

test('values of a form are bounded in depth, however deep they come', () => {
  assert.equal(isShallow(nested(5000)), false)
  assert.equal(isShallow({ answers: [{ question: '一', answer: '二' }] }), true)
})

const NOW = new Date('2026-11-27T02:00:00.000Z')
const DAILY = 'products/otd-001.md'

function shop() {
  const { repository, files, count } = memoryRepository()
  const save = async (changes: Readonly<Record<string, Partial<TypedPrices>>>, isSure = false) => {
    const read = await readPrices(repository)
    const prices = Object.entries(changes).map(([path, change]) => {
      const known = read.find((productPrices) => productPrices.path === path)
      assert.ok(known, path)
      const { title: _title, ...before } = known
      return { ...before, ...change }
    })
    return savePrices(repository, { prices, author: 'lin', isSure, now: NOW })
  }
  const saved = (path: string) => files().get(`content/${path}`) ?? ''
  return { repository, save, saved, count }
}

test('the prices of several products are saved as one commit, and nothing else of their files changes', async () => {
  const { save, saved, count } = shop()
  const before = saved(SHIRT)
  const answer = await save({ [SHIRT]: { price: '１,280 元' }, [DAILY]: { price: 'NT$600' } })
  assert.ok(answer.ok, JSON.stringify(answer))
  assert.equal(count(), 1)
  assert.equal(saved(SHIRT), before.replace(/^price: .*$/m, 'price: 1280'))
  assert.match(saved(DAILY), /^price: 600$/m)
})

test('a sale without a first day begins today, and emptied fields end it', async () => {
  const { save, saved } = shop()
  const before = saved(SHIRT)
  assert.ok((await save({ [SHIRT]: { salePrice: '1,290', saleEnd: '2026-12-24' } })).ok)
  const sale = /^sale_price: 1290$[^]*^sale_start: '?2026-11-27'?$[^]*^sale_end: '?2026-12-24'?$/m
  assert.match(saved(SHIRT), sale)
  assert.ok((await save({ [SHIRT]: { salePrice: '', saleStart: '', saleEnd: '' } })).ok)
  assert.equal(saved(SHIRT), before)
})

for (const [what, change, reason] of [
  ['no amount', { price: '很貴' }, /「價格（元）」必須是整數/],
  ['no price', { price: '' }, /「價格（元）」/],
  ['a sale without an end', { salePrice: '1200' }, /「優惠/],
  ['a sale that is no cheaper', { salePrice: '1540', saleEnd: '2026-12-24' }, /必須低於原價/],
] as const) {
  test(`${what} is refused in words, and nothing is saved`, async () => {
    const { save, count } = shop()
    const answer = await save({ [DAILY]: { price: '600' }, [SHIRT]: change })
    assert.ok(!answer.ok)
    assert.match(answer.detail ?? '', reason)
    assert.equal(count(), 0)
  })
}

test('a price far from what it was is asked about by the name of its product', async () => {
  const { save, saved, count } = shop()
  const answer = await save({ [SHIRT]: { price: '12' } })
  assert.ok(!answer.ok && answer.code === 'unlikely-price')
  assert.match(answer.detail ?? '', /旅見 T 恤：1540 改成 12，對嗎？/)
  assert.equal(count(), 0)
  assert.ok((await save({ [SHIRT]: { price: '15' } }, true)).ok)
  assert.match(saved(SHIRT), /^price: 15$/m)
})

test('prices that somebody else changed meanwhile, and files that are no product, are not saved', async () => {
  const { repository, save } = shop()
  const opened = await readPrices(repository)
  assert.ok((await save({ [SHIRT]: { price: '1500' } })).ok)
  const old = opened
    .filter(({ path }) => path === SHIRT)
    .map((productPrices) => ({ ...productPrices, price: '1400' }))
  const context = { author: 'lin', isSure: false, now: NOW }
  const answer = await savePrices(repository, { prices: old, ...context })
  assert.ok(!answer.ok && answer.code !== 'content-wrong', JSON.stringify(answer))
  const trade = old.map((one) => ({ ...one, path: 'info/trade.md' }))
  const other = await savePrices(repository, { prices: trade, ...context })
  assert.ok(!other.ok && other.code === 'unknown-file')
})

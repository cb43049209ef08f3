import assert from 'node:assert/strict'
import { test } from 'node:test'

import { memoryRepository } from './memory-repository.fixture.ts'
import { readPrices, savePrices, type TypedPrices } from './prices.ts'

const NOW = new Date('2026-11-27T02:00:00.000Z')
const SHIRT = 'products/otr-001.md'
const DAILY = 'products/otd-001.md'

function shop() {
  const { repository, files, count } = memoryRepository()
  const save = async (changes: Readonly<Record<string, Partial<TypedPrices>>>, isSure = false) => {
    const read = await readPrices(repository)
    const prices = Object.entries(changes).map(([path, change]) => {
      const known = read.find((one) => one.path === path)
      assert.ok(known, path)
      const { title: _title, ...before } = known
      return { ...before, ...change }
    })
    return savePrices(repository, { prices, author: 'lin', isSure, now: NOW })
  }
  const saved = (path: string) => files().get(`content/${path}`) ?? ''
  return { repository, save, saved, count }
}

test('the prices of several products are saved as one commit, and nothing else of their files changes (rule 1235)', async () => {
  const { save, saved, count } = shop()
  const before = saved(SHIRT)
  const answer = await save({ [SHIRT]: { price: '１,280 元' }, [DAILY]: { price: 'NT$600' } })
  assert.ok(answer.ok, JSON.stringify(answer))
  assert.equal(count(), 1)
  assert.equal(saved(SHIRT), before.replace(/^price: .*$/m, 'price: 1280'))
  assert.match(saved(DAILY), /^price: 600$/m)
})

test('a sale without a first day begins today, and emptied fields end it (rule 1235)', async () => {
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
  test(`${what} is refused in words, and nothing is saved (rule 1235)`, async () => {
    const { save, count } = shop()
    const answer = await save({ [DAILY]: { price: '600' }, [SHIRT]: change })
    assert.ok(!answer.ok)
    assert.match(answer.detail ?? '', reason)
    assert.equal(count(), 0)
  })
}

test('a price far from what it was is asked about by the name of its product (rules 1235, 1247)', async () => {
  const { save, saved, count } = shop()
  const answer = await save({ [SHIRT]: { price: '12' } })
  assert.ok(!answer.ok && answer.code === 'unlikely-price')
  assert.match(answer.detail ?? '', /旅見 T 恤：1540 改成 12，對嗎？/)
  assert.equal(count(), 0)
  assert.ok((await save({ [SHIRT]: { price: '15' } }, true)).ok)
  assert.match(saved(SHIRT), /^price: 15$/m)
})

test('prices that somebody else changed meanwhile, and files that are no product, are not saved (rule 1235)', async () => {
  const { repository, save } = shop()
  const opened = await readPrices(repository)
  assert.ok((await save({ [SHIRT]: { price: '1500' } })).ok)
  const old = opened.filter(({ path }) => path === SHIRT).map((one) => ({ ...one, price: '1400' }))
  const context = { author: 'lin', isSure: false, now: NOW }
  const answer = await savePrices(repository, { prices: old, ...context })
  assert.ok(!answer.ok && answer.code !== 'content-wrong', JSON.stringify(answer))
  const trade = old.map((one) => ({ ...one, path: 'info/trade.md' }))
  const other = await savePrices(repository, { prices: trade, ...context })
  assert.ok(!other.ok && other.code === 'unknown-file')
})

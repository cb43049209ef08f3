import assert from 'node:assert/strict'
import { test } from 'node:test'

import { assert as always, property, array, string } from 'fast-check'

import {
  cellsIn,
  MOST_ROWS,
  oldKeys,
  partsOfRows,
  readOldFile,
  soughtOldKeys,
} from './old-records.ts'

const HEAD = '訂單編號,下單日期,總金額,Email,姓名,電話,商品,狀態,備註,地址'
const GOOD =
  '#1001,2024/3/5 13:20,"NT$1,280",Fang@Example.com,方小晴,="0912345678","旅見 T 恤\n白 M",已完成,,臺北市'

const orders = (...lines: readonly string[]) => readOldFile('orders', [HEAD, ...lines].join('\r\n'))

test('a row of an old order is read by the names of its columns', () => {
  const { rows, bad, unknown } = orders(GOOD)
  assert.deepEqual(rows, [
    {
      number: '#1001',
      placedOn: '2024-03-05',
      total: 1280,
      email: 'fang@example.com',
      name: '方小晴',
      phone: '0912345678',
      goods: '旅見 T 恤 白 M',
      state: '已完成',
      note: '',
    },
  ])
  assert.deepEqual([bad, unknown], [[], ['地址']])
})

const cells = GOOD.split(',')
const wrong = [
  [',2024-01-01,1', '訂單編號', /空白/],
  ['1,2024-02-30,1', '下單日期', /2024-03-05/],
  ['1,昨天,1', '下單日期', /2024-03-05/],
  ['1,,1', '下單日期', /空白/],
  ['1,2024-01-01,一千', '總金額', /整數/],
  ['1,2024-01-01,-5', '總金額', /整數/],
  ['1,2024-01-01,12.5', '總金額', /整數/],
  ['1,2024-01-01,1,fang@', 'Email', /電子信箱/],
  [`1,2024-01-01,1,,${'長'.repeat(501)}`, '姓名', /500/],
] as const
for (const [line, column, reason] of wrong) {
  test(`«${line.slice(0, 40)}» is named by its row and ${column}, and the others are read`, () => {
    const { rows, bad } = orders(GOOD, '', line)
    assert.equal(rows.length, 1)
    assert.deepEqual(
      bad.map(({ row, column: name }) => [row, name]),
      [[4, column]],
    )
    assert.match(bad[0]?.reason ?? '', reason)
  })
}

test('the same row twice is one, and the same number with other values is a bad row', () => {
  const { rows, bad } = orders(GOOD, GOOD, GOOD.replace('"NT$1,280"', '99'))
  assert.equal(rows.length, 1)
  assert.deepEqual(
    bad.map(({ row, column }) => [row, column]),
    [[4, '訂單編號']],
  )
})

const line = (_: unknown, index: number) => `${index},2024-01-01,1`

test('a file without a column that is needed says which, and one that is too long is not read', () => {
  assert.deepEqual(readOldFile('orders', '姓名,Email\na,b').missing, [
    '訂單編號',
    '下單日期',
    '總金額',
  ])
  assert.deepEqual(readOldFile('customers', '姓名\na').missing, ['Email'])
  assert.equal(orders(...Array.from({ length: MOST_ROWS }, line)).rows.length, MOST_ROWS)
  const { rows, isTooLong } = orders(...Array.from({ length: MOST_ROWS + 1 }, line))
  assert.deepEqual([rows, isTooLong], [[], true])
})

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

test('a cell is read as it was written, whatever stands in it', () => {
  always(
    property(array(array(string({ unit: 'grapheme' }), { minLength: 2, maxLength: 4 })), (rows) => {
      const plain = rows.map((row) => row.map((cell) => cell.replaceAll('\r', '')))
      const text = plain.map((row) => row.map(quoted).join(',')).join('\r\n')
      assert.deepEqual(cellsIn(`a,b\n${text}`).slice(1), plain)
    }),
    { seed: 1339 },
  )
  assert.deepEqual(cellsIn('a\tb\n"1\t2"\t3'), [
    ['a', 'b'],
    ['1\t2', '3'],
  ])
  assert.deepEqual(cellsIn('a;b\n1;2'), [
    ['a', 'b'],
    ['1', '2'],
  ])
})

test('parts of a file fit into one call each and are the whole', () => {
  const { rows } = orders(
    ...Array.from({ length: 900 }, (_, index) => [`${index}`, ...cells.slice(1)].join(',')),
  )
  const parts = partsOfRows(rows)
  for (const part of parts) assert.ok(Buffer.byteLength(part) <= 33_000)
  assert.deepEqual(
    parts.flatMap((part): unknown => JSON.parse(part)),
    rows,
  )
})

test('an old order is found by its number, address, telephone and name, each whole', () => {
  const keys = oldKeys({
    number: '#A1001',
    email: 'fang@example.com',
    phone: '+886 912-345-678',
    name: '方 小晴',
  })
  for (const text of [
    '#a1001',
    'FANG@example.com',
    '0912-345-678',
    '+886912345678',
    '方小晴',
    '方 小晴',
  ]) {
    assert.ok(
      soughtOldKeys(text).some((key) => keys.includes(key)),
      text,
    )
  }
  for (const text of ['方', '0912', 'example.com', '']) {
    assert.ok(!soughtOldKeys(text).some((key) => keys.includes(key)), text)
  }
})

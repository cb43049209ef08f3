import assert from 'node:assert/strict'
import { test } from 'node:test'

import { readPastedParcels } from './pasted-parcels.ts'

const CARRIER = '黑貓宅急便'
const first = 'Order2026112110-0001'

for (const [name, line, carrier, trackingNumber] of [
  ['commas', '2026112110-0001,901234567890', CARRIER, '901234567890'],
  ['tabs and another carrier', `${first}\t新竹物流\t4200`, '新竹物流', '4200'],
  ['blanks', `order2026112110-0001   0012`, CARRIER, '0012'],
  ['a spreadsheet’s quotes', `"${first}","=""0012"""`, CARRIER, '0012'],
  ['wide characters', '２０２６１１２１１０－０００１，４２００', CARRIER, '4200'],
  ['a carrier with a blank', `${first},7-11 交貨便,9070 1234-B`, '7-11 交貨便', '9070 1234-B'],
  ['blanks and a carrier', `${first} 7-11 交貨便 B20231`, '7-11 交貨便', 'B20231'],
  ['no carrier in its cell', `${first}\t\t901234567890\t\t`, CARRIER, '901234567890'],
] as const) {
  test(`a parcel is read from a line with ${name}`, () => {
    assert.deepEqual(readPastedParcels(line, CARRIER), {
      parcels: [{ orderNumber: first, carrier, trackingNumber }],
      unclear: [],
    })
  })
}

test('a line that is no parcel is reported with its number, and the others are read', () => {
  const text = `訂單編號,追蹤編號\r\n\r\n2026112110-0001,1000\n2026112110-0002\n${'9'.repeat(90)}`
  const { parcels, unclear } = readPastedParcels(text, CARRIER)
  assert.equal(parcels.length, 1)
  assert.deepEqual(
    unclear.map(({ line }) => line),
    [4, 5],
  )
  assert.equal(unclear[1]?.text.length, 80)
})

test('without any carrier a line with two cells is unclear', () => {
  assert.equal(readPastedParcels('2026112110-0001,1000', ' ').unclear.length, 1)
})

for (const [name, line] of [
  ['a name and a telephone number', '2026112110-0001,王小明,0912345678,901234567890'],
  ['the same behind semicolons', '2026112110-0001;王小明;0912345678;901234567890'],
  ['the same behind blanks', '2026112110-0001 王小明 0912345678 901234567890'],
  ['a name and a day', '2026112110-0001\t901234567890\t王小明\t2026/11/22'],
  ['a name and a blank column', '2026112110-0001,王小明,,901234567890'],
  ['a state', '2026112110-0001,901234567890,已取件'],
  ['a day', '2026112110-0001,901234567890,2026/11/22'],
  ['a day with hyphens', '2026112110-0001,901234567890,2026-11-22'],
  ['a telephone number', '2026112110-0001,0912-345-678,901234567890'],
  ['how many units', '2026112110-0001,王小明,2'],
  ['a tracking number in pieces', '2026112110-0001 9070 1234'],
  ['no digit', '2026112110-0001,黑貓宅急便,parcel'],
] as const) {
  test(`a line with ${name} is unclear, and no parcel`, () => {
    assert.deepEqual(readPastedParcels(line, CARRIER), {
      parcels: [],
      unclear: [{ line: 1, text: line.replaceAll('\t', ' ') }],
    })
  })
}

const A = 'Order2026112110-0001'
const B = 'Order2026112110-0002'

const files: [string, string, string][] = [
  [
    '黑貓宅急便',
    `託運單號,訂單編號,收件人,電話,日期\n9070123456,${A},王小明,0912345678,2026/11/21\n9070123457,${B},"林, 怡君",0912345679,2026/11/21\n`,
    '9070123456 9070123457',
  ],
  [
    '7-11 交貨便',
    `\uFEFF廠商訂單編號\t收件人姓名\t取件門市\t交貨便代碼\r\n${A}\t王小明\t台大\tF12345678901\r\n${B}\t林怡君\t公館\tF12345678902\r\n`,
    'F12345678901 F12345678902',
  ],
  [
    '全家店到店',
    `全家店到店寄件明細\n寄件日期,寄件編號,自訂編號,收件人\n2026/11/21,="02311234567",${A},王小明\n2026/11/21,="02311234568",${B},林怡君\n合計,,,2 筆\n`,
    '02311234567 02311234568',
  ],
  [
    '中華郵政',
    `序號;郵件號碼;收件人;訂單號碼\n1;RR123456785TW;王小明;${A.replace('Order', '')}\n2;RR123456799TW;林怡君;${B}\n`,
    'RR123456785TW RR123456799TW',
  ],
  [
    '新竹物流',
    `查貨號碼,客戶單號,件數,代收貨款\n1234567890,${A},1,0\n1234567891,${B},2,0\n`,
    '1234567890 1234567891',
  ],
]

for (const [carrier, text, numbers] of files) {
  test(`a file of ${carrier} is read by its header, with its other columns`, () => {
    const { parcels } = readPastedParcels(text, '別家')
    assert.deepEqual(
      parcels.map(({ orderNumber }) => orderNumber),
      [A, B],
    )
    assert.deepEqual([...new Set(parcels.map((parcel) => parcel.carrier))], [carrier])
    assert.equal(parcels.map(({ trackingNumber }) => trackingNumber).join(' '), numbers)
  })
}

test('a header without a carrier of its own takes the usual one, and is no unclear line', () => {
  const read = readPastedParcels(`訂單編號,物流單號\n${A},12345678\n`, '新竹物流')
  assert.deepEqual(read, {
    parcels: [{ orderNumber: A, carrier: '新竹物流', trackingNumber: '12345678' }],
    unclear: [],
  })
})

test('a row without an order of the shop is named with its line', () => {
  const { unclear } = readPastedParcels(`託運單號,訂單編號\n9070123456,別家的單\n`, '黑貓')
  assert.deepEqual(
    unclear.map(({ line }) => line),
    [2],
  )
})

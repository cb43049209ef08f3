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
  test(`a parcel is read from a line with ${name} (rule 356)`, () => {
    assert.deepEqual(readPastedParcels(line, CARRIER), {
      parcels: [{ orderNumber: first, carrier, trackingNumber }],
      unclear: [],
    })
  })
}

test('what is no parcel is told with its line, and the others are read (rule 356)', () => {
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
  ['how many pieces', '2026112110-0001,王小明,2'],
  ['a tracking number in pieces', '2026112110-0001 9070 1234'],
  ['no digit', '2026112110-0001,黑貓宅急便,parcel'],
] as const) {
  test(`a line with ${name} is unclear, and no parcel (rule 356)`, () => {
    assert.deepEqual(readPastedParcels(line, CARRIER), {
      parcels: [],
      unclear: [{ line: 1, text: line.replaceAll('\t', ' ') }],
    })
  })
}

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { readPastedParcels } from './pasted-parcels.ts'

const CARRIER = '黑貓宅急便'
const first = 'Order2026112110-0001'

for (const [name, line, carrier, trackingNumber] of [
  ['commas', '2026112110-0001,901234567890', CARRIER, '901234567890'],
  ['tabs and another carrier', `${first}\t新竹物流\t42`, '新竹物流', '42'],
  ['blanks', `order2026112110-0001   0012`, CARRIER, '0012'],
  ['a spreadsheet’s quotes', `"${first}","=""0012"""`, CARRIER, '0012'],
  ['wide characters', '２０２６１１２１１０－０００１，４２', CARRIER, '42'],
] as const) {
  test(`a parcel is read from a line with ${name}`, () => {
    assert.deepEqual(readPastedParcels(line, CARRIER), {
      parcels: [{ orderId: first, carrier, trackingNumber }],
      unclear: [],
    })
  })
}

test('what is no parcel is told with its line, and the others are read', () => {
  const text = `訂單編號,追蹤編號\r\n\r\n2026112110-0001,1\n2026112110-0002\n${'9'.repeat(90)}`
  const { parcels, unclear } = readPastedParcels(text, CARRIER)
  assert.equal(parcels.length, 1)
  assert.deepEqual(
    unclear.map(({ line }) => line),
    [1, 4, 5],
  )
  assert.equal(unclear[2]?.text.length, 80)
})

test('without any carrier a line with two cells is unclear', () => {
  assert.equal(readPastedParcels('2026112110-0001,1', ' ').unclear.length, 1)
})

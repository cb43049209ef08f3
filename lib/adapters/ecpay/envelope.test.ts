import assert from 'node:assert/strict'
import { test } from 'node:test'

import { decryptData, encryptData } from './envelope.ts'

const KEYS = { key: 'ejCk326UnaZWKisg', iv: 'q9jcZX8Ib9LM8wYk' }

const vectors: [string, object, string][] = [
  [
    'names in the order of insertion',
    { MerchantID: '2000132', BarCode: '/1234567' },
    'XeEOdHpTRvxKEqs/JD9RSd16s7VtpyWVCN6AV44pKTW3DVa6yI7vKmjBRp2eulDhXoru/qBqFDBH3fEqlkMn3bbJfJBfGAq+v+SvttutYnc=',
  ],
  [
    'names in the order of letters',
    { BarCode: '/1234567', MerchantID: '2000132' },
    'r0JSyF9wVmywUav725b3rdJs3xp/ekrC/7PGb18zhKyXkPsamV9l4rPnBkaaraPcHtMSwrmSPP3wuS7b8g/aAKGs0iGiknpgpbdXKXvFrYM=',
  ],
  [
    'signs that PHP encodes and JavaScript does not',
    { Name: "test!*'()~value" },
    'uvI4yrErM37XNQkXGAgRgBuDOiJoVs72Xn/rum9Ejl1DSna4HyLSoY7764PmhTR7JXb9jJWLSjCGcZEDeFiABg==',
  ],
  [
    'a text of whole blocks',
    { N: '1234567890' },
    'gVwWJnIpl1m3ZDypcRAjiCctilYnQhHn4h8OzJP5IxQPov7HuysXX+jPONvrHS7Z',
  ],
  [
    'Chinese',
    { MerchantID: '2000132', ItemName: '綠界科技測試商品' },
    'XeEOdHpTRvxKEqs/JD9RSd16s7VtpyWVCN6AV44pKTVKsXddZRgV+Cle9oeB2PqsEC2O0oDi4kObiCtdGznG9aAX69Kj0//VjGXhieBYZ3RuGW9v20xQyBevaBwtOvg1lYjlDw6jsgfToGMUvlGsIJ2DO6/tbXjNZumnRgj2GCSj7LLDRBU3KlkUWji16nO1',
  ],
  [
    'an invoice with a carrier',
    {
      MerchantID: '2000132',
      RelateNumber: 'OT2611230001',
      CarrierType: '3',
      CarrierNum: '/AB+1.-9',
      CustomerName: '王小明 ~(測試)*!',
      SalesAmount: 1620,
    },
    'XeEOdHpTRvxKEqs/JD9RSd16s7VtpyWVCN6AV44pKTV7XoPByaStato0iqOI39rIlgkUlvRvZND2Xzz2dZhNYbp0VfJUEuUoCc5WmF18vSDngvdcITs+VeCHEdOoV3lRBDGkVbFAXF3hy/NWkfDSAvy+C7tiYRbEmh3CGo236V0+XR1S6dcBSAv7wm1vo9Xo/7MqckaXyoEnEJKM7QCbwOoOT0hemk6Dmhzx4BTKNa4j20GGJcMBGaLk2ayU8y2Je5v97xjURzAaaF7bgNoc+UNDfrhENe2jEe5TsIY6cW2KqJw7h4GvtMPugKDp32RuK+Sbk61yL1YPZ0b3297Ro/RS+J5WnKOQV9C0ZBwmyGs=',
  ],
]

for (const [name, data, sealed] of vectors) {
  test(`an envelope of ${name} closes and opens`, () => {
    assert.equal(encryptData(data, KEYS), sealed)
    assert.deepEqual(decryptData(sealed, KEYS), data)
  })
}

test('an envelope of other keys does not open', () => {
  const sealed = encryptData({ a: 1 }, { key: 'another-key-1234', iv: KEYS.iv })
  assert.throws(() => decryptData(sealed, KEYS))
})

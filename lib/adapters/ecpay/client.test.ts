import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { decryptData, encryptData, invoiceAccount, logisticsAccount } from './client.ts'

const SITE = { NEXT_PUBLIC_SITE_URL: 'https://shop.example/' }
const PARCELS = {
  ECPAY_LOGISTICS_MERCHANT_ID: '2000132',
  ECPAY_LOGISTICS_KEY: 'key',
  ECPAY_LOGISTICS_IV: 'iv',
  ECPAY_LOGISTICS_SENDER_NAME: '林店主',
  ECPAY_LOGISTICS_SENDER_PHONE: '0912345678',
} as const
const INVOICES = {
  ECPAY_INVOICE_MERCHANT_ID: '2000132',
  ECPAY_INVOICE_KEY: 'key',
  ECPAY_INVOICE_IV: 'iv',
} as const
const HOME = { ECPAY_LOGISTICS_SENDER_ZIP: '100', ECPAY_LOGISTICS_SENDER_ADDRESS: '臺北市' }

const without = (settings: object, name: string) =>
  Object.fromEntries(Object.entries(settings).filter(([key]) => key !== name))

const homeOf = (more: object) => logisticsAccount({ ...SITE, ...PARCELS, ...more })?.home

describe('an account at ECPay', () => {
  test('for parcels has its number, keys and sender, and goes live where no address is set', () => {
    const account = logisticsAccount({ ...SITE, ...PARCELS })
    assert.deepEqual(account, {
      merchantId: '2000132',
      key: 'key',
      iv: 'iv',
      base: 'https://logistics.ecpay.com.tw',
      prefix: undefined,
      sender: { name: '林店主', mobile: '0912345678' },
      returnStore: undefined,
      home: undefined,
      site: 'https://shop.example',
    })
  })

  for (const name of Object.keys(PARCELS)) {
    test(`for parcels is none without ${name}`, () => {
      assert.equal(logisticsAccount({ ...SITE, ...without(PARCELS, name) }), undefined)
    })
  }

  test('sends parcels home with a postal code and an address, and with neither alone', () => {
    assert.deepEqual(homeOf(HOME), { zipcode: '100', address: '臺北市' })
    for (const name of Object.keys(HOME)) assert.equal(homeOf(without(HOME, name)), undefined)
  })

  test('for invoices has its number and keys, and no slash at the end of its address', () => {
    const base = 'http://127.0.0.1:4400/'
    const account = invoiceAccount({ ...SITE, ...INVOICES, ECPAY_INVOICE_BASE: base })
    const known = { merchantId: '2000132', key: 'key', iv: 'iv', base: 'http://127.0.0.1:4400' }
    assert.deepEqual(account, { ...known, prefix: undefined })
  })

  for (const name of Object.keys(INVOICES)) {
    test(`for invoices is none without ${name}`, () => {
      assert.equal(invoiceAccount({ ...SITE, ...without(INVOICES, name) }), undefined)
    })
  }
})

const KEYS = { key: 'ejCk326UnaZWKisg', iv: 'q9jcZX8Ib9LM8wYk' }

const vectorsEnvelope: [string, object, string][] = [
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

for (const [name, data, sealed] of vectorsEnvelope) {
  test(`an envelope of ${name} closes and opens`, () => {
    assert.equal(encryptData(data, KEYS), sealed)
    assert.deepEqual(decryptData(sealed, KEYS), data)
  })
}

test('an envelope of other keys does not open', () => {
  const sealed = encryptData({ a: 1 }, { key: 'another-key-1234', iv: KEYS.iv })
  assert.throws(() => decryptData(sealed, KEYS))
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import {
  invoiceAccount,
  logisticsAccount,
  checkMacValue,
  type FormFields,
  type HashKeys,
  hasValidMac,
  type MacDigest,
  decryptData,
  encryptData,
} from './account.ts'

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

const PAYMENT = { key: 'pwFHCqoQZGmho4w6', iv: 'EkRm7iFT261dpevs' }
const STORES = { key: 'XBERn1YOvpM9nfZc', iv: 'h1ONHk4P4yqbl5LK' }
const MANUAL_KEYS = { key: '5294y06JbISpM5x9', iv: 'v77hoKGq4kWxNNIS' }

const push = {
  MerchantID: '2000933',
  MerchantTradeNo: 'OT2611230001L01',
  RtnCode: '2067',
  RtnMsg: '買家已到店取貨',
  AllPayLogisticsID: '1700001',
  LogisticsType: 'CVS',
  LogisticsSubType: 'UNIMARTC2C',
  GoodsAmount: '1540',
  UpdateStatusDate: '2026/11/23 18:30:00',
  ReceiverName: '王小明',
  ReceiverCellPhone: '0912345678',
  CVSPaymentNo: 'G6544529',
  CVSValidationNo: '7175',
}
const empty = {
  ReceiverPhone: '',
  ReceiverEmail: '',
  ReceiverAddress: '',
  BookingNote: '',
}

const vectors: [string, FormFields, HashKeys, MacDigest, string][] = [
  [
    'a card payment',
    {
      MerchantID: '3002607',
      MerchantTradeNo: 'Test1234567890',
      MerchantTradeDate: '2025/01/01 12:00:00',
      PaymentType: 'aio',
      TotalAmount: '100',
      TradeDesc: '測試',
      ItemName: '測試商品',
      ReturnURL: 'https://example.com/notify',
      ChoosePayment: 'ALL',
      EncryptType: '1',
    },
    PAYMENT,
    'sha256',
    '291CBA324D31FB5A4BBBFDF2CFE5D32598524753AFD4959C3BF590C5B2F57FB2',
  ],
  [
    'an apostrophe',
    { MerchantID: '3002607', ItemName: "Tom's Shop", TotalAmount: '100' },
    PAYMENT,
    'sha256',
    'CF0A3D4901D99459D8641516EC57210700E8A5C9AB26B1D021301E9CB93EF78D',
  ],
  [
    'a tilde',
    { MerchantID: '3002607', ItemName: 'Test~Product', TotalAmount: '200' },
    PAYMENT,
    'sha256',
    'CEEAE01D2F9A8E74D4AC0DCE7735B046D73F35A5EC99558A31A2EE03159DA1C9',
  ],
  [
    'a parcel by MD5',
    {
      MerchantID: '2000132',
      LogisticsType: 'CVS',
      LogisticsSubType: 'UNIMART',
      MerchantTradeDate: '2025/01/01 12:00:00',
    },
    MANUAL_KEYS,
    'md5',
    '545E6146FD45BDA683C88454DB34CE8D',
  ],
  [
    "the documentation's parcel",
    {
      GoodsAmount: '1000',
      IsCollection: 'N',
      LogisticsSubType: 'FAMIC2C',
      LogisticsType: 'CVS',
      MerchantID: '2000933',
      MerchantTradeDate: '2013/03/12 15:30:23',
      MerchantTradeNo: 'A20130312153023',
      ReceiverName: '收件者姓名',
      ReceiverStoreID: '001779',
      SenderName: '寄件者姓名',
      ServerReplyURL: 'https://www.ecpay.com.tw/ServerReplyURL',
    },
    STORES,
    'md5',
    '692FD6E2CDB539CCDB7206C76DC239AD',
  ],
  [
    "the shop's parcel",
    {
      MerchantID: '2000933',
      MerchantTradeNo: 'OT2611230001L01',
      MerchantTradeDate: '2026/11/23 10:00:00',
      LogisticsType: 'CVS',
      LogisticsSubType: 'UNIMARTC2C',
      GoodsAmount: '1540',
      CollectionAmount: '1540',
      IsCollection: 'N',
      GoodsName: '旅見 T恤 1件',
      SenderName: '陳大明',
      SenderCellPhone: '0911222333',
      ReceiverName: '王小美',
      ReceiverCellPhone: '0933222111',
      ReceiverStoreID: '131386',
      ServerReplyURL: 'https://shop.example/api/ecpay/parcel',
      LogisticsC2CReplyURL: 'https://shop.example/api/ecpay/store',
    },
    STORES,
    'md5',
    '42F769027C26CD275E63D1E27633E09F',
  ],
  [
    'a status with empty fields',
    { ...push, ...empty },
    STORES,
    'md5',
    '12A269F33F1C52F4FAEE8D17FC894411',
  ],
  ['the same without them', push, STORES, 'md5', '5BB5A044D72AC95EEE469D799A587B08'],
  [
    'a store list',
    { MerchantID: '2000933', CvsType: 'UNIMART' },
    STORES,
    'md5',
    'A3EEC873DAB4244921B8A6EA11CEA1CF',
  ],
]

for (const [name, fields, keys, digest, expected] of vectors) {
  test(`the CheckMacValue of ${name}`, () => {
    assert.equal(checkMacValue(fields, keys, digest), expected)
  })
}

test('a form is valid by its own CheckMacValue alone', () => {
  const signed = { ...push, ...empty, CheckMacValue: '12A269F33F1C52F4FAEE8D17FC894411' }
  assert.equal(hasValidMac(signed, STORES, 'md5'), true)
  assert.equal(hasValidMac({ ...signed, RtnCode: '2068' }, STORES, 'md5'), false)
  assert.equal(hasValidMac({ ...push, CheckMacValue: signed.CheckMacValue }, STORES, 'md5'), false)
  assert.equal(hasValidMac(push, STORES, 'md5'), false)
  assert.equal(hasValidMac(signed, MANUAL_KEYS, 'md5'), false)
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

import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  checkMacValue,
  type FormFields,
  type HashKeys,
  hasValidMac,
  type MacDigest,
} from './check-mac-value.ts'

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

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { readPush } from './carrier.ts'
import { checkMacValue, type FormFields } from './check-mac-value.ts'
import { LOGISTICS as account } from './stand-in.fixture.ts'

const status: FormFields = {
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
  ReceiverPhone: '',
  ReceiverCellPhone: '0912345678',
  ReceiverEmail: '',
  ReceiverAddress: '',
  CVSPaymentNo: 'G6544529',
  CVSValidationNo: '7175',
  BookingNote: '',
}
const trouble: FormFields = {
  MerchantID: '2000933',
  AllPayLogisticsID: '1700001',
  GoodsName: '旅見 T恤 1件',
  GoodsAmount: '1540',
  StoreType: '01',
  Status: '01',
  StoreID: '131386',
}

const sign = (fields: FormFields) =>
  new URLSearchParams({
    ...fields,
    CheckMacValue: checkMacValue(fields, account, 'md5'),
  }).toString()

test('a signed status says which parcel, in the words of the shop', () => {
  assert.deepEqual(readPush(account, sign(status)), {
    kind: 'status',
    number: 'OT2611230001L01',
    code: '2067',
    state: 'picked-up',
    words: '買家已到店取貨',
    at: '2026-11-23T10:30:00.000Z',
  })
})

test('a code that is not known has no state', () => {
  const push = readPush(account, sign({ ...status, RtnCode: '8888', RtnMsg: '新的狀態' }))
  assert.equal(push?.kind === 'status' ? push.state : 'none', undefined)
})

test('a signed trouble names the parcel and what is wrong with its store', () => {
  assert.deepEqual(readPush(account, sign(trouble)), {
    kind: 'store',
    carrierId: '1700001',
    trouble: 'closed',
  })
})

const hostile: [string, string][] = [
  ['nothing', ''],
  ['no signature', new URLSearchParams({ ...status }).toString()],
  ['a changed code', sign(status).replace('RtnCode=2067', 'RtnCode=2068')],
  ['a removed empty field', sign(status).replace('ReceiverPhone=&', '')],
  ['a field more', `${sign(status)}&More=1`],
  ['another merchant', sign({ ...status, MerchantID: '2000132' })],
  ['another way of sending', sign({ ...status, LogisticsSubType: 'POST' })],
  ['no number', sign({ ...status, MerchantTradeNo: '' })],
  ['an unknown trouble', sign({ ...trouble, Status: '99' })],
  ['JSON', '{"RtnCode":"2067"}'],
]

for (const [name, body] of hostile) {
  test(`a push with ${name} says nothing`, () => {
    assert.equal(readPush(account, body), undefined)
  })
}

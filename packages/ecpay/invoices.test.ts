import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { invoiceData, StandIn } from './stand-in.fixture.ts'

const ecpay = new StandIn('--invoice-numbers', '20')
before(async () => {
  await ecpay.start()
  await ecpay.control('POST', '/clock', { at: '2026-11-23T02:00:00Z' })
})
after(() => ecpay.close())

const issue = (relate: string, more = {}) => ecpay.invoice('Issue', invoiceData(relate, more))
const dayOf = ({ InvoiceNo, InvoiceDate }: Record<string, unknown>) => ({
  InvoiceNo,
  InvoiceDate: String(InvoiceDate).slice(0, 10),
})

test('a call of other keys is not carried out', async () => {
  const data = invoiceData('KEYS1')
  const wrong = { key: 'another-key-1234', iv: 'q9jcZX8Ib9LM8wYk' }
  assert.deepEqual(await ecpay.invoice('Issue', data, wrong), { TransMsg: '資料解密錯誤' })
})

test('an invoice is issued once by its RelateNumber, in any case', async () => {
  const made = await issue('ONCE1')
  assert.equal(made.RtnCode, 1)
  assert.match(made.InvoiceNo, /^[A-Z]{2}\d{8}$/)
  assert.equal(made.InvoiceDate.slice(0, 11), '2026-11-23+')
  assert.match(made.RandomNumber, /^\d{4}$/)
  assert.equal((await issue('once1')).RtnMsg, '自訂編號不可重複')
  const found = await ecpay.invoice('GetIssue', { RelateNumber: 'ONCE1' })
  assert.equal(found.IIS_Number, made.InvoiceNo)
  assert.equal(found.IIS_Remain_Allowance_Amt, 1540)
  assert.equal((await ecpay.invoice('GetIssue', { RelateNumber: 'NONE' })).RtnCode, 2)
})

const kinds: [string, object, number][] = [
  ['mail', {}, 1],
  ['carrier', { CarrierType: '3', CarrierNum: '/ABC+123' }, 1],
  ['company', { CustomerIdentifier: '04595257', CustomerName: '示範' }, 1],
  ['donation', { CarrierType: '', Donation: '1', LoveCode: '168001' }, 1],
  [
    'a company without carrier or print',
    { CustomerIdentifier: '04595257', CarrierType: '' },
    5_000_028,
  ],
  [
    'a carrier that is printed',
    { CarrierType: '3', CarrierNum: '/ABC+123', Print: '1' },
    5_000_015,
  ],
  ['a sum that does not add up', { SalesAmount: 1541 }, 5_000_022],
]
for (const [name, more, code] of kinds) {
  test(`an invoice by ${name} is answered with ${code}`, async () => {
    assert.equal(
      (await issue(`KIND${kinds.findIndex(([one]) => one === name)}`, more)).RtnCode,
      code,
    )
  })
}

test('allowances take from the rest, have no key, and stand before a void', async () => {
  const made = dayOf(await issue('ALLOW1'))
  const item = {
    ItemSeq: 1,
    ItemName: '旅見',
    ItemCount: 1,
    ItemWord: '件',
    ItemPrice: 500,
    ItemTaxType: '1',
    ItemAmount: 500,
  }
  const part = { ...made, AllowanceNotify: 'N', AllowanceAmount: 500, Items: [item] }
  const first = await ecpay.invoice('Allowance', part)
  assert.equal(first.IA_Remain_Allowance_Amt, 1040)
  assert.equal((await ecpay.invoice('Allowance', part)).IA_Remain_Allowance_Amt, 540)
  assert.equal((await ecpay.invoice('Invalid', { ...made, Reason: '退貨' })).RtnCode, 5_070_450)
  const undo = { InvoiceNo: made.InvoiceNo, AllowanceNo: first.IA_Allow_No, Reason: '錯開' }
  assert.equal((await ecpay.invoice('AllowanceInvalid', undo)).RtnCode, 1)
  assert.equal((await ecpay.invoice('AllowanceInvalid', undo)).RtnCode, 2_000_063)
  const found = await ecpay.invoice('GetIssue', { RelateNumber: 'ALLOW1' })
  assert.equal(found.IIS_Remain_Allowance_Amt, 1040)
})

test('codes are looked up, and the ministry may be away', async () => {
  const barcode = async (BarCode: string) => ecpay.invoice('CheckBarcode', { BarCode })
  assert.equal((await barcode('/ABC+123')).IsExist, 'Y')
  assert.equal((await barcode('/ABC12ZZ')).IsExist, 'N')
  assert.equal((await barcode('/ABCAWAY')).RtnCode, 9_000_001)
  const { CompanyName } = await ecpay.invoice('GetCompanyNameByTaxID', {
    UnifiedBusinessNo: '04595257',
  })
  assert.equal(CompanyName, '示範股份有限公司')
})

test('an invoice is void until the 13th after its two months, and no later', async () => {
  const early = dayOf(await issue('VOID1'))
  const late = dayOf(await issue('VOID2'))
  await ecpay.control('POST', '/clock', { at: '2027-01-13T15:59:00Z' })
  assert.equal((await ecpay.invoice('Invalid', { ...early, Reason: '退貨' })).RtnCode, 1)
  assert.match((await ecpay.invoice('Invalid', { ...early, Reason: '退貨' })).RtnMsg, /已作廢過/)
  await ecpay.control('POST', '/clock', { at: '2027-01-13T16:00:00Z' })
  assert.match((await ecpay.invoice('Invalid', { ...late, Reason: '退貨' })).RtnMsg, /期限/)
})

test('numbers run out, and a new period has new ones', async () => {
  await ecpay.control('POST', '/clock', { at: '2027-03-01T02:00:00Z' })
  for (let count = 0; count < 20; count += 1) await issue(`RANGE${count}`)
  const none = await issue('RANGE20')
  assert.deepEqual([none.RtnCode, none.RtnMsg], [1_100_040, '字軌已用完，請重新設定字軌'])
  const { InvoiceInfo } = await ecpay.invoice('GetInvoiceWordSetting', {
    InvoiceYear: '116',
    InvoiceTerm: 0,
  })
  assert.deepEqual(
    InvoiceInfo.map((one: Record<string, unknown>) => [one['InvoiceTerm'], one['UseStatus']]),
    [
      [2, 2],
      [3, 1],
      [4, 1],
      [5, 1],
      [6, 1],
    ],
  )
  await ecpay.control('POST', '/clock', { at: '2027-05-01T02:00:00Z' })
  assert.equal((await issue('RANGE20')).RtnCode, 1)
})

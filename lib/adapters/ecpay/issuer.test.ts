import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { invoiceToIssue, testIssuer } from '#lib/invoice/issuer.fixture.ts'
import type { InvoiceIssuer } from '#lib/invoice/issuer.ts'
import { answerKind } from './client.ts'
import { ecpayIssuer } from './issuer.ts'
import { EcpayStandIn } from './stand-in.fixture.ts'

const ecpay = new EcpayStandIn()
const NUMBERS = 20
let issuer: InvoiceIssuer
before(async () => {
  await ecpay.start('--invoice-numbers', String(NUMBERS))
  issuer = ecpayIssuer(ecpay.invoices())
})
after(() => ecpay.close())

const fault = (name: string, more: object) => ecpay.control('POST', '/faults', { name, ...more })

testIssuer({
  issuer: () => issuer,
  moveTo: (at) => ecpay.control('POST', '/clock', { at }),
  loseAnswer: (op, orderRef) => fault('lose-reply', { op, orderRef }),
  loseCall: (op, orderRef) => fault('drop', { op, orderRef }),
  loseMinistry: () => fault('text', { op: 'check-barcode', text: '呼叫財政部API失敗' }),
  numbers: NUMBERS,
})

test('wrong keys are called by their name, and HTML is no answer', async () => {
  const other = ecpayIssuer({ ...ecpay.invoices(), key: 'another-key-1234' })
  await assert.rejects(other.issue(invoiceToIssue('KEYS1')), { kind: 'keys' })
  await fault('html', { op: 'issue', orderRef: 'HTML1' })
  await assert.rejects(issuer.issue(invoiceToIssue('HTML1')), { kind: 'unknown' })
})

test('a check waits two seconds and no longer', async () => {
  await fault('hang', { op: 'check-love-code' })
  assert.equal(await issuer.checkDonation('168001'), 'unchecked')
})

const row = (number: number) => ({
  IIS_Number: `AB${String(number).padStart(8, '0')}`,
  IIS_Relate_Number: `R${number}`,
  IIS_Sales_Amount: 1,
  IIS_Invalid_Status: '0',
})
const full = Array.from({ length: 200 }, (_, number) => row(number))

for (const [what, pages, count, kind] of [
  ['of as many invoices as a page takes', [{ TotalCount: 200, InvoiceData: full }], 200],
  ['of one more', [full, [row(200)]].map((InvoiceData) => ({ TotalCount: 201, InvoiceData })), 201],
  ['whose pages end early', [{ TotalCount: 999, InvoiceData: full }, { TotalCount: 999 }], 200],
  ['without an invoice', [{ RtnCode: 2, RtnMsg: '查無發票資料' }], 0],
  ['of which nothing is said', [{ RtnCode: 999, RtnMsg: '系統異常，請稍後再試' }], 0, 'unknown'],
] as const) {
  test(`a day ${what} is listed whole, in as few calls as can be`, async (t) => {
    const fetches = t.mock.method(globalThis, 'fetch', async () => {
      const page = pages[fetches.mock.callCount()] ?? {}
      const Data = { RtnCode: 1, RtnMsg: '', ...page }
      return Response.json({ TransCode: 1, TransMsg: '', Data })
    })
    const listed = issuer.issuedOn('2026-11-23')
    if (kind) await assert.rejects(listed, { kind })
    else assert.equal((await listed).length, count)
    assert.equal(fetches.mock.callCount(), pages.length)
  })
}

const answers = [
  [5_000_002, '自訂編號不可重複', 'duplicate'],
  [2, '查無發票資料', 'missing'],
  [1_600_003, '無該筆發票資料', 'missing'],
  [5_070_453, '該發票已作廢過', 'already-void'],
  [5_070_450, '該發票已被折讓過，無法直接作廢', 'has-allowance'],
  [1_100_040, '字軌已用完，請重新設定字軌', 'no-numbers'],
  [1_100_040, '', 'no-numbers'],
  [0, '特店編號不存在', 'keys'],
  [0, '資料解密錯誤', 'keys'],
  [999, '系統異常，請稍後再試', 'unknown'],
  [9_000_001, '呼叫財政部API失敗', 'unknown'],
  [1_234_567, '從來沒見過的訊息', 'refused'],
] as const

for (const [code, words, kind] of answers) {
  test(`${code} ${words} is ${kind}`, () => {
    assert.equal(answerKind(code, words), kind)
  })
}

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { invoiceToIssue, testIssuer } from '../../order/invoice/issuer.fixture.ts'
import type { InvoiceIssuer } from '../../order/invoice/issuer.ts'
import { answerKind } from './account.ts'
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

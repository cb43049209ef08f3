import assert from 'node:assert/strict'
import { test } from 'node:test'

import { type AccountField, BANKS, bankText, readRefundAccount } from './bank-account.ts'

const RIGHT = { bank: '822', account: '012345678901', holder: '王小明' }
const read = (typed: Partial<Record<AccountField, string>>) =>
  readRefundAccount({ ...RIGHT, ...typed })

const banks: readonly [typed: string, code: string][] = [
  ['822', '822'],
  ['822 中國信託', '822'],
  ['８２２', '822'],
  ['中國信託', '822'],
  ['台灣銀行', '004'],
  ['臺灣銀行', '004'],
  ['玉山', '808'],
  ['郵局', '700'],
  ['線上沒有的 952', ''],
  ['952 農會', '952'],
  ['', ''],
  ['82', ''],
  ['8221', ''],
  ['銀行', ''],
]
for (const [typed, code] of banks) {
  test(`a bank typed as 「${typed}」 is ${code || 'asked again'}`, () => {
    const account = code === '700' ? '01234567890123' : RIGHT.account
    const answer = read({ bank: typed, account })
    assert.equal(answer.ok ? answer.account.bank : '', code)
  })
}

const accounts: readonly [typed: string, bank: string, read: string][] = [
  ['0123-4567-8901', '822', '012345678901'],
  ['０１２３ ４５６７ ８９０１', '822', '012345678901'],
  ['0123–4567—8901', '822', '012345678901'],
  ['0123456789', '822', '0123456789'],
  ['1234567890123456', '822', '1234567890123456'],
  ['0012345-0678901', '700', '00123450678901'],
  ['123456789', '822', 'too-short'],
  ['12345678901234567', '822', 'too-short'],
  ['012345678901', '700', 'post-office'],
  ['帳號 0123456789', '822', 'not-digits'],
  ['', '822', 'missing'],
]
for (const [typed, bank, expected] of accounts) {
  test(`an account typed as 「${typed}」 at ${bank} is ${expected}`, () => {
    const answer = read({ account: typed, bank })
    assert.equal(answer.ok ? answer.account.account : answer.problems.account, expected)
  })
}

test('every problem is named at once, beside its field', () => {
  assert.deepEqual(readRefundAccount({ bank: ' ', account: 'x', holder: ' ' }), {
    ok: false,
    problems: { bank: 'missing', account: 'not-digits', holder: 'missing' },
  })
})

test('no bank of the list stands twice, and each is found by its own name', () => {
  assert.equal(new Set(BANKS.map(([code]) => code)).size, BANKS.length)
  for (const [code, name] of BANKS) {
    const account = code === '700' ? '01234567890123' : RIGHT.account
    const answer = read({ bank: name, account })
    assert.equal(answer.ok && answer.account.bank, code, name)
    assert.equal(bankText(code), `${code} ${name}`)
  }
  assert.equal(bankText('952'), '952')
})

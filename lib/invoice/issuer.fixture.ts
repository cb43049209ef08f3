import assert from 'node:assert/strict'
import { test } from 'node:test'

import { allowanceOutcome, refundDocument } from './invoice-state.ts'
import type { InvoiceIssuer, InvoiceToIssue } from './issuer.ts'
import { numbersLeft, rangeNotices } from './number-range.ts'

/** Controls of an issuer's stand-in for the tests of the port. */
export type IssuerControl = {
  readonly issuer: () => InvoiceIssuer
  /** Moves the stand-in's clock. */
  readonly moveTo: (time: string) => Promise<unknown>
  /** The next call of this kind about a key is carried out, and its answer lost. */
  readonly loseAnswer: (call: 'issue' | 'allowance', relateNumber: string) => Promise<unknown>
  /** The next call of this kind about a key is lost before it arrives. */
  readonly loseCall: (call: 'issue' | 'allowance', relateNumber: string) => Promise<unknown>
  /** The next lookup of the ministry's fails. */
  readonly loseMinistry: () => Promise<unknown>
  /** Invoice numbers per period. */
  readonly numbers: number
}

const shirt = { name: '旅見 T 恤 白色 M', count: 2, price: 1540 }
const shipping = { name: '運費', count: 1, price: 80 }

/** An invoice by e-mail of two shirts and shipping. */
export function invoiceToIssue(
  relateNumber: string,
  more: Partial<InvoiceToIssue> = {},
): InvoiceToIssue {
  return {
    relateNumber,
    target: { kind: 'email' },
    email: 'fang@example.com',
    phone: '0912345678',
    name: '王小明',
    address: '100臺北市中正區重慶南路一段 122 號',
    lines: [shirt, shipping],
    total: 3160,
    ...more,
  }
}

const NOVEMBER = '2026-11-23T02:00:00.000Z'

function testIssuing({ issuer, loseAnswer, loseCall }: IssuerControl): void {
  test('an invoice is issued once, and found by its key', async () => {
    const issued = await issuer().issue(invoiceToIssue('PORT1'))
    assert.match(issued.number, /^[A-Z]{2}\d{8}$/)
    assert.match(issued.random, /^\d{4}$/)
    assert.equal(issued.issuedAt.slice(0, 10), '2026-11-23')
    const buyer = { email: 'fang@example.com' }
    const record = { ...issued, amount: 3160, remaining: 3160, isVoid: false, buyer }
    assert.deepEqual(await issuer().find('PORT1'), record)
    await assert.rejects(issuer().issue(invoiceToIssue('PORT1')), { kind: 'duplicate' })
    assert.equal(await issuer().find('NOBODY'), undefined)
  })

  test('the invoices of a day are listed with their keys, void ones too, and other days are not', async () => {
    const made = await issuer().issue(invoiceToIssue('OT20261123100071'))
    const undone = await issuer().issue(invoiceToIssue('OT20261123100072'))
    await issuer().voidInvoice(undone, '開錯')
    const listed = await issuer().issuedOn('2026-11-23')
    const keys = ['OT20261123100071', 'OT20261123100072']
    assert.deepEqual(
      listed.filter(({ key }) => keys.includes(key)),
      [
        { key: keys[0], number: made.number, amount: 3160, isVoid: false },
        { key: keys[1], number: undone.number, amount: 3160, isVoid: true },
      ],
    )
    assert.deepEqual(await issuer().issuedOn('2026-11-22'), [])
  })

  test('every kind of invoice is taken', async () => {
    const targets: readonly InvoiceToIssue['target'][] = [
      { kind: 'email' },
      { kind: 'carrier', carrier: '/AB+1.-9' },
      { kind: 'company', taxId: '04595257', company: '示範股份有限公司' },
      { kind: 'donation', donation: '168001' },
      { kind: 'paper' },
      { kind: 'company', taxId: '04595257', company: '示範股份有限公司', print: true },
    ]
    for (const [at, target] of targets.entries()) {
      const { number } = await issuer().issue(invoiceToIssue(`KIND${at}`, { target }))
      assert.ok(number, target.kind)
    }
  })

  test('an invoice without an e-mail goes by the telephone', async () => {
    const byPhone = invoiceToIssue('PHONE1', { email: '' })
    assert.ok((await issuer().issue(byPhone)).number)
    await assert.rejects(issuer().issue(invoiceToIssue('PHONE2', { email: '', phone: '' })), {
      kind: 'refused',
    })
  })

  test('lines that do not add up are refused, and use no key', async () => {
    const wrong = invoiceToIssue('SUM1', { total: 3161 })
    await assert.rejects(issuer().issue(wrong), { kind: 'refused' })
    assert.equal(await issuer().find('SUM1'), undefined)
  })

  test('a lost answer is unknown, the invoice is found, and a repeat issues no second one', async () => {
    await loseAnswer('issue', 'LOST1')
    await assert.rejects(issuer().issue(invoiceToIssue('LOST1')), { kind: 'unknown' })
    const found = await issuer().find('LOST1')
    assert.equal(found?.amount, 3160)
    await assert.rejects(issuer().issue(invoiceToIssue('LOST1')), { kind: 'duplicate' })
  })

  test('a lost call is unknown, and the same key issues afterwards', async () => {
    await loseCall('issue', 'LOST2')
    await assert.rejects(issuer().issue(invoiceToIssue('LOST2')), { kind: 'unknown' })
    assert.equal(await issuer().find('LOST2'), undefined)
    assert.ok((await issuer().issue(invoiceToIssue('LOST2'))).number)
  })
}

function testUndoing({ issuer, moveTo, loseAnswer }: IssuerControl): void {
  const part = { lines: [{ ...shirt, count: 1 }], amount: 1540, email: 'fang@example.com' }

  test('an allowance takes from the rest, and stands before a void until it is void itself', async () => {
    const invoice = await issuer().issue(invoiceToIssue('PART1'))
    const allowance = await issuer().allow({ invoice, ...part })
    const now = await issuer().find('PART1')
    assert.equal(now?.remaining, 1620)
    assert.equal(refundDocument(now, 3160, new Date(NOVEMBER)), 'allowance')
    await assert.rejects(issuer().voidInvoice(invoice, '退貨'), { kind: 'has-allowance' })
    await issuer().voidAllowance(invoice, allowance, '開立錯誤')
    assert.equal((await issuer().find('PART1'))?.remaining, 3160)
    await issuer().voidInvoice(invoice, '一個比二十個字還要長很多很多很多的退貨原因說明')
    assert.equal((await issuer().find('PART1'))?.isVoid, true)
    await assert.rejects(issuer().voidInvoice(invoice, '退貨'), { kind: 'already-void' })
  })

  test('an allowance without an e-mail is told nobody, and made', async () => {
    const invoice = await issuer().issue(invoiceToIssue('PHONE3', { email: '' }))
    await issuer().allow({ invoice, ...part, email: '' })
    assert.equal((await issuer().find('PHONE3'))?.remaining, 1620)
  })

  test('an allowance whose answer was lost is told by what remains', async () => {
    const invoice = await issuer().issue(invoiceToIssue('PART2'))
    const request = { before: 3160, amount: 1540 }
    await loseAnswer('allowance', 'PART2')
    await assert.rejects(issuer().allow({ invoice, ...part }), { kind: 'unknown' })
    const now = await issuer().find('PART2')
    assert.ok(now)
    assert.equal(allowanceOutcome(now, request), 'made')
  })

  test('an allowance of more than remains is refused', async () => {
    const invoice = await issuer().issue(invoiceToIssue('PART3'))
    const much = { lines: [{ ...shirt, count: 3 }], amount: 4620, email: 'fang@example.com' }
    await assert.rejects(issuer().allow({ invoice, ...much }), { kind: 'refused' })
  })

  test('after the 13th a whole refund is an allowance', async () => {
    const invoice = await issuer().issue(invoiceToIssue('LATE1'))
    await moveTo('2027-01-13T16:00:00.000Z')
    const late = new Date('2027-01-13T16:00:00.000Z')
    assert.equal(refundDocument(await issuer().find('LATE1'), 3160, late), 'allowance')
    await assert.rejects(issuer().voidInvoice(invoice, '退貨'), { kind: 'refused' })
    const lines = [shirt, shipping]
    await issuer().allow({ invoice, amount: 3160, lines, email: 'fang@example.com' })
    const now = await issuer().find('LATE1')
    assert.equal(now?.remaining, 0)
    assert.equal(refundDocument(now, 3160, late), 'nothing')
  })
}

function testLookups({ issuer, moveTo, loseMinistry, numbers }: IssuerControl): void {
  test('codes are checked, and what nobody answers is not called wrong', async () => {
    assert.equal(await issuer().checkCarrier('/ABC+123'), 'exists')
    assert.equal(await issuer().checkCarrier('/ABC12ZZ'), 'missing')
    assert.equal(await issuer().checkDonation('168001'), 'exists')
    assert.equal(await issuer().checkDonation('999000'), 'missing')
    assert.equal(await issuer().findCompany('04595257'), '示範股份有限公司')
    assert.equal(await issuer().findCompany('12345675'), undefined)
    await loseMinistry()
    assert.equal(await issuer().checkCarrier('/ABC+123'), 'unchecked')
  })

  test('numbers run out, which is said, and the next period has its own', async () => {
    const march = new Date('2027-03-02T02:00:00.000Z')
    await moveTo(march.toISOString())
    assert.equal(numbersLeft(await issuer().numberRanges(march), march), numbers)
    for (let count = 0; count < numbers; count += 1) {
      await issuer().issue(invoiceToIssue(`RANGE${count}`))
    }
    assert.deepEqual(rangeNotices(await issuer().numberRanges(march), march), ['none-left'])
    await assert.rejects(issuer().issue(invoiceToIssue('RANGE')), { kind: 'no-numbers' })
    const may = new Date('2027-05-02T02:00:00.000Z')
    await moveTo(may.toISOString())
    assert.ok((await issuer().issue(invoiceToIssue('RANGE'))).number)
  })
}

/** The tests that every issuer passes, in one life of its stand-in from November 2026 on. */
export function testIssuer(control: IssuerControl): void {
  test('the clock stands in November', async () => {
    await control.moveTo(NOVEMBER)
  })
  testIssuing(control)
  testUndoing(control)
  testLookups(control)
}

import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'

import { begin } from './invoice-cases.ts'

const { checkNumbers } = await import('#lib/invoice/sweep-invoices.ts')
const { InvoiceProblem } = await import('#lib/invoice/issuer.ts')
const { ISSUER } = await import('./outside/issuer.ts')
const { numbers, shopSettings } = await import('./outside/outside.ts')

const MORNING = new Date('2026-11-23T02:00:00.000Z')
const later = (hours: number) => new Date(MORNING.getTime() + hours * 60 * 60_000)

const usual = ISSUER.numberRanges
let asked = 0
const known = () => numbers.state

function issuerHas(left: number): void {
  ISSUER.numberRanges = async () => {
    asked += 1
    return [
      { year: 2026, term: 6, left, isEnabled: true },
      { year: 2027, term: 1, left: 50, isEnabled: true },
    ]
  }
}

describe('the invoice numbers', () => {
  beforeEach(() => {
    begin()
    asked = 0
    delete numbers.state
    numbers.mails.length = 0
    shopSettings({ SMTP_URL: 'smtp://127.0.0.1:1' })
    issuerHas(12)
  })

  test('the issuer is asked four times a day how many numbers are left, and few go by mail', async () => {
    await checkNumbers(MORNING)
    assert.deepEqual(known(), {
      requestedAt: MORNING.toISOString(),
      left: 12,
      used: 0,
      notices: ['few-left'],
    })
    assert.deepEqual(numbers.mails, ['invoice-numbers-few-left-2026-6'])
    await checkNumbers(later(5))
    assert.equal(asked, 1)
    issuerHas(500)
    await checkNumbers(later(6))
    assert.deepEqual([asked, known()?.left, numbers.mails.length], [2, 500, 1])
  })

  test('a shop that sends no mail knows its numbers all the same', async () => {
    shopSettings({ SMTP_URL: 'none' })
    await checkNumbers(MORNING)
    assert.deepEqual([known()?.notices, numbers.mails], [['few-left'], []])
  })

  test('an issuer that does not answer is asked again, and only its own failures are kept from the sweep', async () => {
    ISSUER.numberRanges = () =>
      Promise.reject(new InvoiceProblem('ranges', 'unknown', 'TimeoutError'))
    await checkNumbers(MORNING)
    assert.equal(known(), undefined)
    ISSUER.numberRanges = () => Promise.reject(new TypeError('broken'))
    await assert.rejects(checkNumbers(MORNING), { message: 'broken' })
    issuerHas(12)
    await checkNumbers(later(0.1))
    assert.equal(known()?.left, 12)
  })

  after(() => {
    shopSettings({})
    ISSUER.numberRanges = usual
  })
})

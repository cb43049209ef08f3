import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'

import type { Invoicing } from '#lib/invoice/invoice-schema.ts'
import { makeIssued, makeWish, minute, paidOrder } from '#lib/invoice/invoices.fixture.ts'
import { invoiceToIssue } from '#lib/invoice/issuer.fixture.ts'
import { InvoiceProblem } from '#lib/invoice/issuer.ts'
import { MemoryIssuer } from '#lib/invoice/memory-issuer.fixture.ts'
import { compareInvoices } from './compare-invoices.ts'

const KEY = 'OT20261121100001'
const LOST = 'Order2026112110-0002'
const NOW = minute(60)

let isAway = false
let issuer = new MemoryIssuer({ now: () => NOW, across: async (_name, _key, act) => act() })

const fresh = () => {
  isAway = false
  issuer = new MemoryIssuer({
    now: () => NOW,
    across: async (name, _key, act) => {
      if (isAway) throw new InvoiceProblem(name, 'unknown', 'TimeoutError')
      return act()
    },
  })
}

const issue = (key = KEY) => issuer.issue(invoiceToIssue(key, { total: 3160 }))

async function findings(invoicing: Invoicing, lost: readonly string[] = []) {
  const order = paidOrder({ invoicing })
  const found = await compareInvoices(issuer, { orders: [order], lost }, NOW)
  return found.map(({ what, number }) => `${what} ${number.slice(-4)}`)
}

// The books' own record of what the issuer has.
async function issuedHere(): Promise<Invoicing> {
  const { number } = await issue()
  return makeIssued({ number, amount: 3160 })
}

describe('invoices of shop and issuer', () => {
  beforeEach(fresh)

  test('an invoice that shop and issuer have alike is no finding', async () => {
    assert.deepEqual(await findings(await issuedHere()), [])
    assert.deepEqual(await findings(makeWish({ relateNumber: 'OTHER' })), [])
  })

  test('an allowance, a void and another number at the issuer are findings', async () => {
    const here = await issuedHere()
    const { number = '' } = here
    const invoice = { number, random: '', issuedAt: '' }
    assert.deepEqual(await findings({ ...here, number: 'ZZ00000000' }), [
      'invoice-differs-at-issuer 0001',
    ])
    const made = await issuer.allow({ invoice, amount: 500, lines: [], email: '' })
    assert.deepEqual(await findings(here), ['invoice-differs-at-issuer 0001'])
    await issuer.voidAllowance(invoice, made)
    assert.deepEqual(await findings(here), [])
    await issuer.voidInvoice(invoice)
    assert.deepEqual(await findings(here), ['invoice-differs-at-issuer 0001'])
  })

  test('a document that is being sent is no finding yet', async () => {
    const here = await issuedHere()
    const document = { kind: 'allowance', amount: 500, state: 'sending', before: 3160 } as const
    const documents = [{ ...document, claim: 'one', sentAt: NOW.toISOString() }]
    const invoice = { number: here.number ?? '', random: '', issuedAt: '' }
    await issuer.allow({ invoice, amount: 500, lines: [], email: '' })
    assert.deepEqual(await findings({ ...here, documents }), [])
  })

  for (const state of ['wished', 'failed', 'dropped'] as const) {
    test(`an invoice at the issuer of an order that is ${state} is a finding`, async () => {
      await issue()
      assert.deepEqual(await findings(makeWish({ state })), ['invoice-not-recorded 0001'])
    })
  }

  test('an invoice that the issuer does not know is a finding', async () => {
    assert.deepEqual(await findings(makeIssued()), ['invoice-not-at-issuer 0001'])
  })

  test('the invoice of an order that the shop has lost is named', async () => {
    const here = await issuedHere()
    assert.deepEqual(await findings(here, [LOST]), [])
    await issue('OT20261121100002')
    assert.deepEqual(await findings(here, [LOST]), ['invoice-without-order 0002'])
  })

  test('an issuer that does not answer leaves the rest unread, which is said', async () => {
    const here = await issuedHere()
    isAway = true
    assert.deepEqual(await findings(here, [LOST]), [
      'invoice-not-read 0001',
      'invoice-not-read 0002',
    ])
  })
})

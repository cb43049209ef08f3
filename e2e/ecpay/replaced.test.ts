import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'

import type { InvoiceIssuer } from '#lib/invoice/issuer.ts'
import type { Invoice } from '#lib/invoice/typed-invoice.ts'
import type { Order } from '#lib/order/order.ts'
import {
  begin,
  byHand,
  correct,
  ID,
  KEY,
  order,
  pay,
  refund,
  sweep,
  TOTAL,
  tryAgain,
} from './invoice-cases.ts'
import { clock, enter, runProcess, store, World, world } from './world.ts'

const { sendInvoice } = await import('#lib/invoice/send-invoice.ts')
const { settleInvoices } = await import('#lib/invoice/sweep-invoices.ts')
const { sendDocument } = await import('#lib/invoice/send-document.ts')
const { mailsOf } = await import('#lib/mail/order-mails.ts')
const { newEvent } = await import('#lib/order/events.ts')
const { ISSUER } = await import('./outside/issuer.ts')

const { issued } = ISSUER

const COMPANY: Invoice = { kind: 'company', taxId: '22099131', company: '共衣創作' }
const OTHER: Invoice = { kind: 'company', taxId: '04595257', company: '示範' }
const HOUR = 60 * 60

beforeEach(begin)

const standing = () => [...issued].filter(([, { isVoid }]) => !isVoid)
const taxIds = () => standing().map(([, { buyer }]) => buyer?.taxId)

async function issueWrong(): Promise<void> {
  pay(ID, { invoice: OTHER })
  await sweep()
  assert.deepEqual(taxIds(), ['04595257'])
}

test('a wrong tax id of an issued invoice is made void and issued anew, and the buyer is notified once', async () => {
  await issueWrong()
  const first = order()
  const { invoicing: before } = first
  assert.equal(correct(COMPANY), undefined)
  assert.equal(correct(COMPANY), undefined)
  assert.equal(correct({ kind: 'email' }), 'invoice-sending')
  await sweep(2, HOUR)
  assert.deepEqual(taxIds(), ['22099131'])
  assert.equal(issued.get(KEY)?.isVoid, true)
  const { invoicing, invoice, invoiceNumber, invoiceAlarm } = order()
  assert.deepEqual(invoice, COMPANY)
  assert.equal(invoicing?.state, 'issued')
  assert.equal(invoiceNumber, invoicing.number)
  assert.notEqual(invoicing.number, before?.number)
  assert.deepEqual(
    invoicing.former?.map(({ number }) => number),
    [before?.number],
  )
  assert.equal(invoiceAlarm ?? null, null)
  const told = mailsOf(first, order()).map(({ event, kind, values }) => [
    event,
    kind,
    values['invoice_replaces'],
  ])
  const text = `原本的發票 ${before?.number} 已作廢，請以這一張為準。`
  assert.deepEqual(told, [['invoice-issued1', 'invoice-issued', text]])
  // And once more.
  assert.equal(correct(OTHER), undefined)
  await sweep(2, HOUR)
  assert.deepEqual(taxIds(), ['04595257'])
  assert.equal(issued.size, 3)
})

test('a part that goes back before the void is put on the new invoice, all of it ends both', async () => {
  await issueWrong()
  assert.equal(correct(COMPANY), undefined)
  refund(ID, 500)
  await sweep(3, HOUR)
  assert.deepEqual(taxIds(), ['22099131'])
  assert.equal(standing()[0]?.[1].remaining, TOTAL - 500)
  begin()
  await issueWrong()
  assert.equal(correct(COMPANY), undefined)
  refund(ID, TOTAL)
  await sweep(3, HOUR)
  assert.deepEqual(taxIds(), [])
  assert.equal(issued.size, 1)
  assert.deepEqual(order().invoice, OTHER)
})

for (const [when, fault] of [
  ['before its void is sent', undefined],
  ['while the answer to its void is lost', 'answer-lost'],
] as const) {
  test(`a buyer whose data goes ${when} has the invoice that was asked for all the same`, async () => {
    await issueWrong()
    assert.equal(correct(COMPANY), undefined)
    if (fault) {
      world().atIssuer = (call) => (call === 'void' ? fault : undefined)
      await sweep()
      world().atIssuer = () => undefined
      assert.equal(order().invoicing?.documents[0]?.state, 'sending')
    }
    const erased = newEvent('person.erased', { extent: 'kept' }, { now: clock(), by: 'owner' })
    store(order(), { events: [erased] })
    await sweep(3, HOUR)
    assert.deepEqual(taxIds(), ['22099131'])
    assert.deepEqual([order().invoice, order().invoicing?.state], [COMPANY, 'issued'])
  })
}

const late = new Date('2027-01-13T16:00:00.000Z').getTime()

test('after the 13th, and with an allowance, an invoice is not corrected', async () => {
  await issueWrong()
  world().time = late
  assert.equal(correct(COMPANY), 'invoice-too-late')
  begin()
  await issueWrong()
  refund(ID, 500)
  assert.equal(correct(COMPANY), 'invoice-sending')
  await sweep(2, HOUR)
  assert.equal(correct(COMPANY), 'invoice-with-allowance')
})

test('a void that was not made before the 13th leaves the invoice as it is, and no allowance follows', async () => {
  await issueWrong()
  world().time = late - 5 * 60_000
  assert.equal(correct(COMPANY), undefined)
  world().atIssuer = (call) => (call === 'void' ? 'unknown' : undefined)
  await sweep()
  await sweep(4, HOUR)
  assert.equal(order().invoiceAlarm, 'not-replaced')
  assert.deepEqual(taxIds(), ['04595257'])
  assert.equal(standing()[0]?.[1].remaining, TOTAL)
  assert.deepEqual([order().invoice, order().invoicing?.documents], [OTHER, []])
})

test('beside an allowance by hand that nothing explains an invoice waits for its owner, who is notified, and is replaced once that is gone', async () => {
  await issueWrong()
  assert.equal(correct(COMPANY), undefined)
  refund(ID, 500)
  const allowance = await byHand.allow(300)
  await sweep(4, 7 * HOUR)
  assert.equal(order().invoiceAlarm, 'unclear')
  assert.deepEqual(order().invoicing?.documents, [])
  assert.deepEqual([taxIds(), standing()[0]?.[1].remaining], [['04595257'], TOTAL - 300])
  await byHand.takeBack(allowance)
  tryAgain()
  await sweep(3, HOUR)
  assert.equal(order().invoiceAlarm ?? null, null)
  assert.deepEqual([taxIds(), standing()[0]?.[1].remaining], [['22099131'], TOTAL - 500])
})

test('with all the money back nothing is issued anew, also where an allowance by hand has allowances follow', async () => {
  await issueWrong()
  assert.equal(correct(COMPANY), undefined)
  refund(ID, TOTAL)
  await byHand.allow(80)
  await sweep(3, HOUR)
  const { invoicing, invoice, invoiceAlarm } = order()
  assert.deepEqual([standing()[0]?.[1].remaining, issued.size], [0, 1])
  assert.deepEqual([invoicing?.replacement, invoice, invoiceAlarm], [undefined, OTHER, null])
})

test('where nobody takes such an allowance back before the 13th the invoice stays for whom it was, and its owner is notified of both', async () => {
  await issueWrong()
  assert.equal(correct(COMPANY), undefined)
  await byHand.allow(300)
  await sweep(2, 7 * HOUR)
  assert.equal(order().invoiceAlarm, 'unclear')
  world().time = late
  await sweep(2, 7 * HOUR)
  assert.deepEqual([order().invoiceAlarm, order().invoice], ['not-replaced', OTHER])
  assert.deepEqual([order().invoicing?.replacement, order().invoicing?.documents], [undefined, []])
  assert.deepEqual(taxIds(), ['04595257'])
})

test('one that was made void by hand meanwhile is issued anew', async () => {
  await issueWrong()
  await byHand.void()
  assert.equal(correct(COMPANY), undefined)
  await sweep(2, HOUR)
  assert.deepEqual(taxIds(), ['22099131'])
  assert.equal(order().invoiceAlarm ?? null, null)
})

test('a look at an invoice that was replaced meanwhile says nothing of the one in its place', async () => {
  await issueWrong()
  assert.equal(correct(COMPANY), undefined)
  const seen = order()
  await sweep(2, HOUR)
  const standsNow = order()
  assert.deepEqual(taxIds(), ['22099131'])
  // A slow sweep asked about the first one, which it finds void.
  const context = { now: clock(), by: 'sweep' } as const
  await runProcess(() => sendDocument({ issuer: ISSUER, order: seen, context }, undefined))
  assert.deepEqual(order(), standsNow)
})

test('the number of an invoice that was replaced meanwhile is not stored for the one in its place', async () => {
  pay(ID, { invoice: OTHER })
  const context = { now: clock(), by: 'sweep' } as const
  const { issue, find, issuedOn, voidInvoice, allow, voidAllowance } = ISSUER
  const { checkCarrier, checkDonation, findCompany, numberRanges } = ISSUER
  const slow: InvoiceIssuer = {
    find,
    issuedOn,
    voidInvoice,
    allow,
    voidAllowance,
    checkCarrier,
    checkDonation,
    findCompany,
    numberRanges,
    issue: async (invoice) => {
      const made = await issue(invoice)
      // Another sweep finds it, its owner corrects it, and it is void before this answer is read.
      await sweep(2, HOUR)
      assert.equal(correct(COMPANY), undefined)
      world().atIssuer = (call) => (call === 'issue' ? 'no-numbers' : undefined)
      await sweep(1, HOUR)
      world().atIssuer = () => undefined
      return made
    },
  }
  await runProcess(() => sendInvoice({ issuer: slow, order: order(), context }))
  assert.equal(order().invoicing?.number, undefined)
  await sweep(2, HOUR)
  assert.deepEqual(taxIds(), ['22099131'])
  assert.equal(order().invoicing?.number, standing()[0]?.[1].number)
})

function problems({ id, invoicing, invoice, payment }: Order): readonly string[] {
  const back = payment?.refundedAmount ?? 0
  const own = standing().filter(([key]) => key.startsWith(`OT2026112310${id}`))
  if (back === TOTAL) return own.length === 0 ? [] : ['an invoice without money']
  const [one, ...more] = own
  if (!one || more.length > 0) return [`${own.length} standing invoices`]
  const [key, { number, remaining, buyer }] = one
  const taxId = invoice?.kind === 'company' ? invoice.taxId : undefined
  return [
    ...(key === invoicing?.relateNumber && number === invoicing.number ? [] : ['another invoice']),
    ...(remaining === TOTAL - back ? [] : [`${remaining} left, ${back} back`]),
    ...(buyer?.taxId === taxId ? [] : ['for somebody else than the order says']),
  ]
}

test('whatever is lost, killed or refunded, a corrected sale has one standing invoice, for whom its order says', async () => {
  let replaced = 0
  for (let seed = 1; seed <= 200; seed += 1) {
    enter(new World(seed, 0.2))
    issued.clear()
    const ids = ['0001', '0002']
    for (const id of ids) pay(id, { invoice: OTHER })
    for (let round = 0; round < 14; round += 1) {
      await Promise.all([1, 2].map(() => runProcess(() => settleInvoices(clock()))))
      const id = ids[Math.floor(world().random() * ids.length)] ?? ''
      const share = world().random()
      if (share < 0.05) refund(id, TOTAL)
      else if (share < 0.15) refund(id, 500)
      else if (share < 0.6) correct(world().random() < 0.5 ? COMPANY : { kind: 'email' }, id)
      world().pass(world().random() < 0.05 ? 20 * 24 * HOUR : world().random() * 400)
    }
    world().trouble = 0
    for (let round = 0; round < 20; round += 1) {
      world().pass(7 * HOUR)
      await runProcess(() => settleInvoices(clock()))
    }
    for (const one of world().orders.values()) {
      const said = `run ${seed}, order ${one.id}: ${JSON.stringify(one.invoicing)} ${one.invoiceAlarm}`
      assert.deepEqual(problems(one), [], said)
      replaced += one.invoicing?.former?.length ?? 0
    }
  }
  assert.ok(replaced > 100, String(replaced))
})

test('a refused void is reported, and tried again by the owner', async () => {
  await issueWrong()
  assert.equal(correct(COMPANY), undefined)
  world().atIssuer = (call) => (call === 'void' ? 'refused' : undefined)
  await sweep(2, HOUR)
  assert.equal(order().invoiceAlarm, 'document-refused')
  world().atIssuer = () => undefined
  tryAgain()
  await sweep(2, HOUR)
  assert.deepEqual(taxIds(), ['22099131'])
  assert.equal(order().invoiceAlarm ?? null, null)
})

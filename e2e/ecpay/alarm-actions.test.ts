import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'

import { INVOICE_ALARM_LABELS } from '#lib/invoice/invoice-labels.ts'
import type { InvoiceAlarm } from '#lib/invoice/invoice-schema.ts'
import {
  begin,
  byHand,
  correct,
  ID,
  invoiceAtIssuer,
  order,
  pay,
  refund,
  restore,
  sweep,
  TOTAL,
  tryAgain,
  writeDown,
} from './invoice-cases.ts'
import { type IssuerFault, world } from './world.ts'

const OWN = 'AB12345678'
const SIX_HOURS = 6 * 60 * 60

const fails = (call: string, fault: IssuerFault) => {
  world().atIssuer = (one) => (one === call ? fault : undefined)
}
const works = () => {
  world().atIssuer = () => undefined
}

async function issue(): Promise<void> {
  pay()
  await sweep()
}

async function refuseIssue(fault: IssuerFault): Promise<void> {
  fails('issue', fault)
  pay()
  await sweep(2, SIX_HOURS)
}

async function issueTwo(): Promise<void> {
  fails('issue', 'answer-lost')
  world().atIssuer = (call) => (call === 'issue' ? 'answer-lost' : 'unknown')
  pay()
  await sweep()
  writeDown(OWN)
  works()
  await sweep(2, SIX_HOURS)
}

async function makeVoidElsewhere(): Promise<void> {
  await issue()
  await byHand.void()
  tryCompare()
  await sweep()
}

// Compared as after any refund.
function tryCompare(): void {
  const { invoicing } = order()
  assert.ok(invoicing)
  restore({ ...order(), invoicing: { ...invoicing, isToCompare: true } }, true)
}

async function documentedTooMuch(): Promise<void> {
  await issue()
  refund(ID, 500)
  await sweep()
  const { payment } = order()
  assert.ok(payment)
  restore({ ...order(), payment: { ...payment, refundedAmount: 0, refunds: [] } }, true)
  await sweep(2, SIX_HOURS)
}

type Deed = {
  /** What is quoted must stand in the alarm's words. */
  readonly words: string
  readonly raise: () => Promise<void>
  readonly does: () => Promise<void>
}

const pressAgain = async () => {
  works()
  tryAgain()
  await sweep(2, SIX_HOURS)
}
const writeOwn = async () => {
  works()
  assert.equal(writeDown(OWN), undefined)
  await sweep(2, SIX_HOURS)
}
const waitOnly = async () => {
  works()
  await sweep(3, SIX_HOURS)
}

const DEEDS: Readonly<Record<InvoiceAlarm, readonly Deed[]>> = {
  refused: [
    { words: '按「再試一次」', raise: () => refuseIssue('refused'), does: pressAgain },
    { words: '自行開立並登記號碼', raise: () => refuseIssue('refused'), does: writeOwn },
  ],
  'no-numbers': [
    { words: '設定後會自動補開', raise: () => refuseIssue('no-numbers'), does: waitOnly },
  ],
  keys: [{ words: '修正後會自動補開', raise: () => refuseIssue('keys'), does: waitOnly }],
  late: [
    {
      words: '系統會繼續嘗試',
      raise: async () => {
        await refuseIssue('unknown')
        await sweep(8, SIX_HOURS)
      },
      does: waitOnly,
    },
  ],
  unclear: [
    {
      words: '處理後按「再試一次」',
      raise: async () => {
        await issue()
        await byHand.allow(777)
        refund(ID, 500)
        await sweep()
      },
      does: async () => {
        const [allowance] = invoiceAtIssuer().allowances.keys()
        assert.ok(allowance)
        await byHand.takeBack(allowance)
        await pressAgain()
      },
    },
  ],
  'other-amount': [
    {
      words: '作廢，按「再試一次」，再自行補開一張並登記號碼',
      raise: async () => {
        await issue()
        const { invoicing } = order()
        assert.ok(invoicing)
        restore({
          ...order(),
          invoiceAlarm: 'other-amount',
          invoicing: { ...invoicing, amount: 1 },
        })
      },
      does: async () => {
        await byHand.void()
        await pressAgain()
        await writeOwn()
      },
    },
  ],
  'two-invoices': [
    {
      words: '請作廢其中一張',
      raise: issueTwo,
      does: async () => {
        await byHand.void()
        await pressAgain()
      },
    },
    {
      words: '請將號碼登記到訂單',
      raise: issueTwo,
      does: async () => {
        assert.equal(writeDown(invoiceAtIssuer().number), undefined)
      },
    },
  ],
  'void-elsewhere': [
    { words: '自行補開一張，並登記號碼', raise: makeVoidElsewhere, does: writeOwn },
  ],
  'not-replaced': [
    {
      words: '按「再試一次」結束這個提醒',
      raise: async () => {
        await issue()
        fails('void', 'has-allowance')
        assert.equal(correct({ kind: 'carrier', carrier: '/ABC1234' }), undefined)
        await sweep(3, SIX_HOURS)
      },
      does: pressAgain,
    },
  ],
  'document-refused': [
    {
      words: '處理後按「再試一次」',
      raise: async () => {
        await issue()
        refund(ID, TOTAL)
        fails('void', 'refused')
        await sweep(3, SIX_HOURS)
      },
      does: pressAgain,
    },
  ],
  'too-much-documented': [
    {
      words: '作廢多開的折讓，再按「再試一次」',
      raise: documentedTooMuch,
      does: async () => {
        const [allowance] = invoiceAtIssuer().allowances.keys()
        assert.ok(allowance)
        await byHand.takeBack(allowance)
        await pressAgain()
        assert.deepEqual(order().invoicing?.documents, [])
      },
    },
  ],
}

beforeEach(begin)

for (const [alarm, deeds] of Object.entries(DEEDS)) {
  for (const { words, raise, does } of deeds) {
    test(`the alarm ${alarm} is put out by what it says: ${words}`, async () => {
      await raise()
      const { invoiceAlarm } = order()
      assert.equal(invoiceAlarm, alarm)
      assert.ok(invoiceAlarm)
      assert.ok(INVOICE_ALARM_LABELS[invoiceAlarm].includes(words), words)
      await does()
      assert.equal(order().invoiceAlarm ?? null, null)
      // And it stays out.
      await sweep(4, SIX_HOURS)
      assert.equal(order().invoiceAlarm ?? null, null)
    })
  }
}

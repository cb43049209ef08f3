import { randomInt } from 'node:crypto'

import { z } from 'zod'

import { clock, type Ecpay, taipei } from './context.ts'
import type { Operation } from './faults.ts'
import { InvoiceRefusal, type InvoiceHandle, read, remaining, sumOf } from './invoices.ts'
import { type Invoice, itemSchema } from './records.ts'

const text = z.string()

const ofDaySchema = z.object({ InvoiceNo: text, InvoiceDate: text.regex(/^\d{4}-\d\d-\d\d/) })

function requireInvoice({ store }: Ecpay, data: Record<string, unknown>): Invoice {
  const { InvoiceNo, InvoiceDate } = read(ofDaySchema, data)
  const invoice = store.invoices.get(InvoiceNo)
  if (invoice?.createdAt.slice(0, 10) !== InvoiceDate.slice(0, 10)) {
    throw new InvoiceRefusal(1_600_003, '無該筆發票資料')
  }
  if (invoice.voidedAt !== null) throw new InvoiceRefusal(5_070_453, '該發票已作廢過')
  return invoice
}

/** Returns the void deadline: the end of the 13th after the invoice's two months, Taipei. */
function voidableUntil(createdAt: string): Date {
  const [year = 0, month = 0] = createdAt.split('-').map(Number)
  // Months count from 0 here, so this is the month after the second of the two.
  return new Date(Date.UTC(year, month + (month % 2), 14) - 8 * 60 * 60 * 1000)
}

const voidInvoice: InvoiceHandle = (ecpay, data) => {
  const invoice = requireInvoice(ecpay, data)
  const { Reason } = read(z.object({ Reason: text.min(1).max(20) }), data)
  if (invoice.allowances.some(({ voided }) => !voided)) {
    throw new InvoiceRefusal(5_070_450, '該發票已被折讓過，無法直接作廢')
  }
  if (clock(ecpay) >= voidableUntil(invoice.createdAt)) {
    throw new InvoiceRefusal(5_070_357, '已超過可作廢期限')
  }
  ecpay.store.invoices.put({ ...invoice, voidedAt: taipei(clock(ecpay)) })
  return { InvoiceNo: invoice.id, Reason }
}

const allowSchema = z.object({
  AllowanceNotify: z.enum(['S', 'E', 'A', 'N']),
  NotifyMail: text.max(100).default(''),
  AllowanceAmount: z.number().int().positive(),
  Items: z.array(itemSchema).min(1).max(999),
})

const allowance: InvoiceHandle = (ecpay, data) => {
  const invoice = requireInvoice(ecpay, data)
  const input = read(allowSchema, data)
  const left = remaining(invoice)
  if (sumOf(input.Items) !== input.AllowanceAmount) {
    throw new InvoiceRefusal(5_000_022, '商品合計金額與折讓金額不符')
  }
  if (input.AllowanceAmount > left) throw new InvoiceRefusal(5_070_401, '折讓金額超過可折讓餘額')
  if (input.AllowanceNotify === 'E' && input.NotifyMail === '') {
    throw new InvoiceRefusal(5_070_402, '通知電子信箱不可為空')
  }
  const at = taipei(clock(ecpay))
  const number = `${at.replaceAll(/\D/g, '').slice(0, 8)}${randomInt(10_000_000, 100_000_000)}`
  const made = { number, amount: input.AllowanceAmount, at, voided: false }
  ecpay.store.invoices.put({ ...invoice, allowances: [...invoice.allowances, made] })
  return {
    IA_Allow_No: number,
    IA_Invoice_No: invoice.id,
    IA_Date: at.replace(' ', '+'),
    IA_Remain_Allowance_Amt: left - input.AllowanceAmount,
  }
}

const voidAllowance: InvoiceHandle = ({ store }, { InvoiceNo, AllowanceNo }) => {
  const invoice = store.invoices.get(String(InvoiceNo))
  const made = invoice?.allowances.find(({ number }) => number === AllowanceNo)
  if (invoice === undefined || made === undefined) {
    throw new InvoiceRefusal(1_600_003, '無該筆折讓資料')
  }
  if (made.voided) throw new InvoiceRefusal(2_000_063, '該折讓單已作廢過')
  const allowances = invoice.allowances.map((one) =>
    one === made ? { ...one, voided: true } : one,
  )
  store.invoices.put({ ...invoice, allowances })
  return { IA_Invoice_No: invoice.id }
}

/** The calls that undo an invoice or a part of it, by their path below /B2CInvoice/. */
export const undoRoutes: Readonly<Record<string, readonly [Operation, InvoiceHandle]>> = {
  Invalid: ['void', voidInvoice],
  Allowance: ['allowance', allowance],
  AllowanceInvalid: ['void-allowance', voidAllowance],
}

import 'server-only'

import { z } from 'zod'

import {
  type AllowanceToMake,
  InvoiceProblem,
  type InvoiceLine,
  type InvoiceRecord,
  type InvoiceToIssue,
  type IssuedInvoice,
} from '../../order/invoice/invoice-words.ts'
import type { Invoice } from '../../order/invoice.ts'
import { taipeiDay } from '../../time/taipei-time.ts'
import type { EcpayAccount } from './account.ts'
import { callInvoices, type InvoiceAnswer } from './invoice-client.ts'
import { fromEcpayTime } from './taipei-clock.ts'

// The invoice's own carrier is ECPay's: it mails the number, and no carrier has to be typed.
const BY_MAIL = { CarrierType: '1', CarrierNum: '', Donation: '0', LoveCode: '' } as const

/**
 * Wire fields of each kind of invoice. ECPay's stage accepted all but donation, which follows the
 * documentation.
 */
function targetFields(target: Invoice): Readonly<Record<string, string>> {
  switch (target.kind) {
    case 'email':
      return BY_MAIL
    case 'carrier':
      return { ...BY_MAIL, CarrierType: '3', CarrierNum: target.carrier }
    case 'company':
      return { ...BY_MAIL, CustomerIdentifier: target.taxId, CustomerName: target.company }
    case 'donation':
      return { CarrierType: '', CarrierNum: '', Donation: '1', LoveCode: target.donation }
  }
}

function itemsOf(lines: readonly InvoiceLine[]): readonly object[] {
  return lines.map(({ name, count, price }, index) => ({
    ItemSeq: index + 1,
    ItemName: name.slice(0, 500),
    ItemCount: count,
    ItemWord: '件',
    ItemPrice: price,
    ItemTaxType: '1',
    ItemAmount: count * price,
  }))
}

const issuedSchema = z.object({
  InvoiceNo: z.string().regex(/^[A-Z]{2}\d{8}$/),
  InvoiceDate: z.string(),
  RandomNumber: z.string().regex(/^\d{4}$/),
})

const foundSchema = z.object({
  IIS_Number: z.string(),
  IIS_Random_Number: z.string(),
  IIS_Create_Date: z.string(),
  IIS_Sales_Amount: z.coerce.number(),
  IIS_Remain_Allowance_Amt: z.coerce.number(),
  IIS_Invalid_Status: z.coerce.string(),
})

function read<Data>(name: string, answer: InvoiceAnswer, schema: z.ZodType<Data>): Data {
  const parsed = schema.safeParse(answer)
  if (!parsed.success) throw new InvoiceProblem(name, 'unknown', 'MALFORMED')
  return parsed.data
}

/** Issues an invoice; see InvoiceIssuer. */
export async function issueInvoice(
  account: EcpayAccount,
  { relateNumber, target, email, phone, lines, total }: InvoiceToIssue,
): Promise<IssuedInvoice> {
  const data = {
    RelateNumber: relateNumber,
    ...(email ? { CustomerEmail: email } : { CustomerPhone: phone }),
    Print: '0',
    ...targetFields(target),
    TaxType: '1',
    SalesAmount: total,
    InvType: '07',
    vat: '1',
    Items: itemsOf(lines),
  }
  const answer = read('Issue', await callInvoices(account, 'Issue', data), issuedSchema)
  const { InvoiceNo: number, RandomNumber: random, InvoiceDate } = answer
  return { number, random, issuedAt: fromEcpayTime(InvoiceDate) }
}

/** Finds an invoice by key; see InvoiceIssuer. */
export async function findInvoice(
  account: EcpayAccount,
  relateNumber: string,
): Promise<InvoiceRecord | undefined> {
  try {
    const answer = await callInvoices(account, 'GetIssue', { RelateNumber: relateNumber })
    const found = read('GetIssue', answer, foundSchema)
    return {
      number: found.IIS_Number,
      random: found.IIS_Random_Number,
      issuedAt: fromEcpayTime(found.IIS_Create_Date),
      amount: found.IIS_Sales_Amount,
      remaining: found.IIS_Remain_Allowance_Amt,
      isVoid: found.IIS_Invalid_Status === '1',
    }
  } catch (error) {
    if (error instanceof InvoiceProblem && error.kind === 'missing') return undefined
    throw error
  }
}

const REASON = 20

function ofDay({ number, issuedAt }: IssuedInvoice) {
  return { InvoiceNo: number, InvoiceDate: taipeiDay(new Date(issuedAt)) }
}

/** Voids an invoice; see InvoiceIssuer. */
export async function voidInvoice(
  account: EcpayAccount,
  invoice: IssuedInvoice,
  reason: string,
): Promise<void> {
  await callInvoices(account, 'Invalid', { ...ofDay(invoice), Reason: reason.slice(0, REASON) })
}

/** Makes an allowance; see InvoiceIssuer. */
export async function makeAllowance(
  account: EcpayAccount,
  { invoice, amount, lines, email }: AllowanceToMake,
): Promise<string> {
  const data = {
    ...ofDay(invoice),
    ...(email ? { AllowanceNotify: 'E', NotifyMail: email } : { AllowanceNotify: 'N' }),
    AllowanceAmount: amount,
    Items: itemsOf(lines),
  }
  const answer = await callInvoices(account, 'Allowance', data)
  return read('Allowance', answer, z.object({ IA_Allow_No: z.string().min(1) })).IA_Allow_No
}

/** Voids an allowance; see InvoiceIssuer. */
export async function voidAllowance(
  account: EcpayAccount,
  allowance: { readonly invoice: string; readonly number: string },
  reason: string,
): Promise<void> {
  await callInvoices(account, 'AllowanceInvalid', {
    InvoiceNo: allowance.invoice,
    AllowanceNo: allowance.number,
    Reason: reason.slice(0, REASON),
  })
}

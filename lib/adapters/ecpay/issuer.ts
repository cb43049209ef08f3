import 'server-only'

import { z } from 'zod'

import {
  type AllowanceToMake,
  type CodeCheck,
  type InvoiceIssuer,
  type InvoiceLine,
  InvoiceProblem,
  type InvoiceRecord,
  type InvoiceToIssue,
  type IssuedInvoice,
  type ListedInvoice,
  type NumberRange,
} from '#lib/invoice/issuer.ts'
import { periodOf } from '#lib/invoice/tax-period.ts'
import { settings } from '#lib/settings/env.ts'
import { taipeiDay } from '#lib/time/taipei-time.ts'
import {
  answerKind,
  DEADLINE,
  decryptData,
  type EcpayAccount,
  ecpayNumber,
  fromEcpayTime,
  invoiceAccount,
  ownEcpayNumber,
  postEncrypted,
  textOf,
} from './client.ts'

const outerSchema = z.object({
  TransCode: z.number(),
  TransMsg: z.string().default(''),
  // A list comes as it is, everything else sealed.
  Data: z.union([z.string(), z.looseObject({})]).nullish(),
})
const innerSchema = z.looseObject({ RtnCode: z.number(), RtnMsg: z.string().default('') })

/** Result fields of an answer's `Data`. */
export type InvoiceAnswer = Readonly<Record<string, unknown>>

function parseData<Data>(read: () => unknown, schema: z.ZodType<Data>): Data | undefined {
  try {
    return schema.safeParse(read()).data
  } catch {
    return undefined
  }
}

/** Makes a call and returns what its `Data` says. Throws InvoiceProblem for everything but RtnCode 1. */
export async function callInvoices(
  account: EcpayAccount,
  name: string,
  data: object,
  within = DEADLINE,
): Promise<InvoiceAnswer> {
  const unknown = (label: string) => new InvoiceProblem(name, 'unknown', label)
  const call = { data, within, header: { Revision: '3.0.0' } }
  const text = await textOf(
    postEncrypted(account, `${account.base}/B2CInvoice/${name}`, call),
    unknown,
  )
  const outer = parseData(() => JSON.parse(text), outerSchema)
  if (outer === undefined) throw unknown('MALFORMED')
  if (outer.TransCode !== 1) {
    const isKeys = answerKind(outer.TransCode, outer.TransMsg) === 'keys'
    throw new InvoiceProblem(name, isKeys ? 'keys' : 'unknown', outer.TransMsg)
  }
  const { Data: sealed } = outer
  const inner = parseData(
    () => (typeof sealed === 'object' ? sealed : decryptData(sealed ?? '', account)),
    innerSchema,
  )
  if (inner === undefined) throw unknown('MALFORMED')
  if (inner.RtnCode === 1) return inner
  const words = `${inner.RtnCode} ${inner.RtnMsg}`.slice(0, 200)
  throw new InvoiceProblem(name, answerKind(inner.RtnCode, inner.RtnMsg), words)
}

// The invoice's own carrier is ECPay's: it mails the number, and no carrier has to be typed.
const BY_MAIL = { CarrierType: '1', CarrierNum: '', Donation: '0', LoveCode: '' } as const

/**
 * Wire fields of each kind of invoice. ECPay's stage accepted all but donation and print, which follow
 * the documentation.
 */
function targetFields({ target, name, address }: InvoiceToIssue): Readonly<Record<string, string>> {
  const printed = { CarrierType: '', CarrierNum: '', Donation: '0', LoveCode: '', Print: '1' }
  switch (target.kind) {
    case 'email':
      return BY_MAIL
    case 'carrier':
      return { ...BY_MAIL, CarrierType: '3', CarrierNum: target.carrier }
    case 'company': {
      const { taxId, company, print } = target
      const buyer = { CustomerIdentifier: taxId, CustomerName: company }
      return print ? { ...printed, ...buyer, CustomerAddr: address } : { ...BY_MAIL, ...buyer }
    }
    case 'paper':
      return { ...printed, CustomerName: name, CustomerAddr: address }
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
  IIS_Identifier: z.coerce.string().optional(),
  IIS_Customer_Email: z.string().nullish(),
  IIS_Customer_Phone: z.coerce.string().nullish(),
})

// What a buyer without a tax id has in its place.
const NO_TAX_ID = /^0*$/

function buyerOf(found: z.infer<typeof foundSchema>): InvoiceRecord['buyer'] {
  const { IIS_Identifier: taxId = '', IIS_Customer_Email: email, IIS_Customer_Phone: phone } = found
  return {
    ...(NO_TAX_ID.test(taxId) ? {} : { taxId }),
    ...(email ? { email } : {}),
    ...(phone ? { phone } : {}),
  }
}

function read<Data>(name: string, answer: InvoiceAnswer, schema: z.ZodType<Data>): Data {
  const parsed = schema.safeParse(answer)
  if (!parsed.success) throw new InvoiceProblem(name, 'unknown', 'MALFORMED')
  return parsed.data
}

export async function issueInvoice(
  account: EcpayAccount,
  invoice: InvoiceToIssue,
): Promise<IssuedInvoice> {
  const { relateNumber, email, phone, lines, total } = invoice
  const data = {
    RelateNumber: ecpayNumber(account, relateNumber),
    ...(email ? { CustomerEmail: email } : { CustomerPhone: phone }),
    Print: '0',
    ...targetFields(invoice),
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

export async function findInvoice(
  account: EcpayAccount,
  relateNumber: string,
): Promise<InvoiceRecord | undefined> {
  try {
    const number = ecpayNumber(account, relateNumber)
    const answer = await callInvoices(account, 'GetIssue', { RelateNumber: number })
    const found = read('GetIssue', answer, foundSchema)
    return {
      number: found.IIS_Number,
      random: found.IIS_Random_Number,
      issuedAt: fromEcpayTime(found.IIS_Create_Date),
      amount: found.IIS_Sales_Amount,
      remaining: found.IIS_Remain_Allowance_Amt,
      isVoid: found.IIS_Invalid_Status === '1',
      buyer: buyerOf(found),
    }
  } catch (error) {
    if (error instanceof InvoiceProblem && error.kind === 'missing') return undefined
    throw error
  }
}

const PER_PAGE = 200

const listSchema = z.object({
  TotalCount: z.coerce.number(),
  InvoiceData: z
    .array(
      z.object({
        IIS_Number: z.string(),
        IIS_Relate_Number: z.string().nullish(),
        IIS_Sales_Amount: z.coerce.number(),
        IIS_Invalid_Status: z.coerce.string(),
      }),
    )
    .nullish(),
})

/** Every invoice of a day; see InvoiceIssuer. */
export async function listInvoices(
  account: EcpayAccount,
  day: string,
): Promise<readonly ListedInvoice[]> {
  const listed: ListedInvoice[] = []
  const span = { BeginDate: day, EndDate: day, NumPerPage: PER_PAGE }
  const every = { ...span, DataType: 1, Query_Award: 0, Query_Invalid: 0 }
  try {
    for (let page = 1; ; page += 1) {
      const data = { ...every, ShowingPage: page }
      const answer = await callInvoices(account, 'GetIssueList', data)
      const { TotalCount, InvoiceData } = read('GetIssueList', answer, listSchema)
      for (const one of InvoiceData ?? []) {
        const { IIS_Number: number, IIS_Relate_Number: relate, IIS_Sales_Amount: amount } = one
        const key = ownEcpayNumber(account, relate ?? '') ?? relate ?? ''
        listed.push({ key, number, amount, isVoid: one.IIS_Invalid_Status === '1' })
      }
      if (!InvoiceData?.length || page * PER_PAGE >= TotalCount) return listed
    }
  } catch (error) {
    if (error instanceof InvoiceProblem && error.kind === 'missing') return listed
    throw error
  }
}

const REASON = 20

function ofDay({ number, issuedAt }: IssuedInvoice) {
  return { InvoiceNo: number, InvoiceDate: taipeiDay(new Date(issuedAt)) }
}

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

/** Deadline of a check, in milliseconds; after it, the code is accepted unchecked. */
const LOOKUP_DEADLINE = 2000

const existsSchema = z.object({ IsExist: z.enum(['Y', 'N']) })

async function checkCode(account: EcpayAccount, name: string, data: object): Promise<CodeCheck> {
  try {
    const answer = await callInvoices(account, name, data, LOOKUP_DEADLINE)
    const { IsExist } = existsSchema.parse(answer)
    return IsExist === 'Y' ? 'exists' : 'missing'
  } catch {
    return 'unchecked'
  }
}

/** Whether a mobile barcode exists; see InvoiceIssuer. */
export async function checkCarrier(account: EcpayAccount, BarCode: string): Promise<CodeCheck> {
  return checkCode(account, 'CheckBarcode', { BarCode })
}

/** Whether a donation code exists; see InvoiceIssuer. */
export async function checkDonation(account: EcpayAccount, LoveCode: string): Promise<CodeCheck> {
  return checkCode(account, 'CheckLoveCode', { LoveCode })
}

/** A company's name; see InvoiceIssuer. */
export async function findCompany(
  account: EcpayAccount,
  UnifiedBusinessNo: string,
): Promise<string | undefined> {
  try {
    const answer = await callInvoices(
      account,
      'GetCompanyNameByTaxID',
      { UnifiedBusinessNo },
      LOOKUP_DEADLINE,
    )
    const { CompanyName } = z.object({ CompanyName: z.string().trim().min(1) }).parse(answer)
    return CompanyName
  } catch {
    return undefined
  }
}

const IN_USE = 2
const REPUBLIC = 1911

const rangesSchema = z.object({
  InvoiceInfo: z.array(
    z.object({
      InvoiceYear: z.coerce.number(),
      InvoiceTerm: z.coerce.number(),
      InvoiceStart: z.coerce.number(),
      InvoiceEnd: z.coerce.number(),
      InvoiceNo: z.string().nullish(),
      UseStatus: z.coerce.number(),
    }),
  ),
})

async function rangesOf(account: EcpayAccount, year: number): Promise<readonly NumberRange[]> {
  const data = {
    InvoiceYear: String(year - REPUBLIC),
    InvoiceTerm: 0,
    UseStatus: 0,
    InvoiceCategory: 1,
  }
  try {
    const answer = rangesSchema.safeParse(
      await callInvoices(account, 'GetInvoiceWordSetting', data),
    )
    if (!answer.success) throw new InvoiceProblem('GetInvoiceWordSetting', 'unknown', 'MALFORMED')
    return answer.data.InvoiceInfo.map((range) => ({
      year: range.InvoiceYear + REPUBLIC,
      term: range.InvoiceTerm,
      left: range.InvoiceEnd - (range.InvoiceNo ? Number(range.InvoiceNo) : range.InvoiceStart - 1),
      isEnabled: range.UseStatus === IN_USE,
    }))
  } catch (error) {
    if (error instanceof InvoiceProblem && error.kind === 'missing') return []
    throw error
  }
}

/** The number ranges of this year and the next, by Taipei's calendar; see InvoiceIssuer. */
export async function numberRanges(
  account: EcpayAccount,
  now: Date,
): Promise<readonly NumberRange[]> {
  const { year } = periodOf(now)
  const both = await Promise.all([rangesOf(account, year), rangesOf(account, year + 1)])
  return both.flat()
}

/** ECPay as the shop's issuer of invoices, by this account. */
export function ecpayIssuer(account: EcpayAccount): InvoiceIssuer {
  return {
    issue: (invoice) => issueInvoice(account, invoice),
    find: (relateNumber) => findInvoice(account, relateNumber),
    issuedOn: (day) => listInvoices(account, day),
    voidInvoice: (invoice, reason) => voidInvoice(account, invoice, reason),
    allow: (allowance) => makeAllowance(account, allowance),
    voidAllowance: (invoice, allowance, reason) =>
      voidAllowance(account, { invoice: invoice.number, number: allowance }, reason),
    checkCarrier: (barcode) => checkCarrier(account, barcode),
    checkDonation: (code) => checkDonation(account, code),
    findCompany: (taxId) => findCompany(account, taxId),
    numberRanges: (now) => numberRanges(account, now),
  }
}

/** The issuer of this shop, or undefined if its settings name none. */
export function issuer(): InvoiceIssuer | undefined {
  const account = invoiceAccount(settings())
  return account && ecpayIssuer(account)
}

import { randomInt } from 'node:crypto'

import { z } from 'zod'

import { clock, type Ecpay, stateOf, taipei } from './context.ts'
import type { Operation } from './faults.ts'
import { type Invoice, itemSchema } from './records.ts'

/** A call that ECPay refuses, by its code and words. */
export class InvoiceRefusal extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** Does what `Data` asks and returns what the answer's `Data` says. Throws InvoiceRefusal. */
export type InvoiceHandle = (ecpay: Ecpay, data: Record<string, unknown>) => object

/** Reads `Data` by a schema; throws InvoiceRefusal with the first wrong field. */
export function read<T>(schema: z.ZodType<T>, data: unknown): T {
  const parsed = schema.safeParse(data)
  if (parsed.success) return parsed.data
  const field = parsed.error.issues[0]?.path.join('.') ?? ''
  throw new InvoiceRefusal(5_000_001, `參數錯誤 ${field}`)
}

const text = z.string()
const flag = z.enum(['0', '1'])

const issueSchema = z.object({
  RelateNumber: text.regex(/^[0-9A-Za-z]{1,50}$/),
  CustomerIdentifier: text.regex(/^(\d{8})?$/).default(''),
  CustomerName: text.max(60).default(''),
  CustomerAddr: text.max(100).default(''),
  CustomerPhone: text.max(20).default(''),
  CustomerEmail: text.max(80).default(''),
  Print: flag,
  Donation: flag,
  LoveCode: text.regex(/^(\d{3,7})?$/).default(''),
  CarrierType: z.enum(['', '1', '2', '3']).default(''),
  CarrierNum: text.max(64).default(''),
  TaxType: z.literal('1'),
  SalesAmount: z.number().int().positive(),
  InvType: z.literal('07'),
  vat: z.literal('1'),
  Items: z.array(itemSchema).min(1).max(999),
})
type Issue = z.infer<typeof issueSchema>

/** Sum of an invoice's lines. */
export function sumOf(items: Issue['Items']): number {
  return Math.round(items.reduce((sum, { ItemAmount }) => sum + ItemAmount, 0))
}

// Refusals observed on ECPay's stage, with their codes. Messages are ours if only the code is
// known.
function requireIssue(input: Issue): void {
  const { Print, Donation, CarrierType, CarrierNum, CustomerIdentifier, LoveCode } = input
  const rules: readonly [boolean, number, string][] = [
    [sumOf(input.Items) === input.SalesAmount, 5_000_022, '商品合計金額與銷售金額不符'],
    [
      input.CustomerEmail + input.CustomerPhone !== '',
      5_000_006,
      '客戶手機號碼與電子郵件需擇一填寫',
    ],
    [!(Print === '1' && CarrierType !== ''), 5_000_015, '列印時不可使用載具'],
    [
      !(CustomerIdentifier !== '' && Print === '0' && CarrierType === ''),
      5_000_028,
      '有統一編號且不列印時需使用載具',
    ],
    [CarrierType !== '3' || /^\/[0-9A-Z.+-]{7}$/.test(CarrierNum), 5_000_017, '手機條碼格式錯誤'],
    [CarrierType !== '1' || CarrierNum === '', 5_000_018, '綠界載具不需載具編號'],
    [Donation === '0' || (LoveCode !== '' && CarrierType === ''), 5_000_019, '捐贈碼格式錯誤'],
    [
      Print === '0' || (input.CustomerName !== '' && input.CustomerAddr !== ''),
      5_000_008,
      '列印時需填寫客戶名稱與地址',
    ],
    [
      Print === '1' || Donation === '1' || CarrierType !== '',
      5_000_020,
      '不列印時需使用載具或捐贈',
    ],
  ]
  const broken = rules.find(([holds]) => !holds)
  if (broken) throw new InvoiceRefusal(broken[1], broken[2])
}

/** The two months of an instant, such as 2026-11 for November and December. */
export function periodOf(time: Date): string {
  const [year = '', month = ''] = taipei(time).split('-')
  return `${year}-${String(Number(month) - ((Number(month) + 1) % 2)).padStart(2, '0')}`
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ'

/** The two letters of a period's numbers. */
export function headerOf(period: string): string {
  const sum = Number(period.replace('-', ''))
  return letters.charAt(sum % letters.length) + letters.charAt((sum * 7) % letters.length)
}

export const FIRST_NUMBER = 10_000_000

function takeNumber(ecpay: Ecpay): string {
  const state = stateOf(ecpay)
  const period = periodOf(clock(ecpay))
  const used = state.used[period] ?? 0
  if (used >= ecpay.settings['invoice-numbers']) {
    throw new InvoiceRefusal(1_100_040, '字軌已用完，請重新設定字軌')
  }
  ecpay.store.states.put({ ...state, used: { ...state.used, [period]: used + 1 } })
  return `${headerOf(period)}${FIRST_NUMBER + used}`
}

const issue: InvoiceHandle = (ecpay, data) => {
  const input = read(issueSchema, data)
  const isUsed = ({ relateNumber }: Invoice) =>
    relateNumber.toLowerCase() === input.RelateNumber.toLowerCase()
  if (ecpay.store.invoices.list().some(isUsed)) {
    throw new InvoiceRefusal(5_000_002, '自訂編號不可重複')
  }
  requireIssue(input)
  const invoice = ecpay.store.invoices.put({
    id: takeNumber(ecpay),
    relateNumber: input.RelateNumber,
    random: String(randomInt(10_000)).padStart(4, '0'),
    createdAt: taipei(clock(ecpay)),
    amount: input.SalesAmount,
    data: input,
    voidedAt: null,
    allowances: [],
  })
  // ECPay was observed to send a plus for the space.
  const InvoiceDate = invoice.createdAt.replace(' ', '+')
  return { InvoiceNo: invoice.id, InvoiceDate, RandomNumber: invoice.random }
}

/** Amount of an invoice less its allowances. */
export function remaining({ amount, allowances }: Invoice): number {
  return allowances.reduce((rest, one) => (one.voided ? rest : rest - one.amount), amount)
}

const getIssue: InvoiceHandle = ({ store }, { RelateNumber, InvoiceNo }) => {
  const invoice = store.invoices
    .list()
    .find(({ id, relateNumber }) => relateNumber === RelateNumber || id === InvoiceNo)
  if (invoice === undefined) throw new InvoiceRefusal(2, '查無發票資料')
  const { data } = invoice
  return {
    IIS_Number: invoice.id,
    IIS_Relate_Number: invoice.relateNumber,
    IIS_Random_Number: invoice.random,
    IIS_Create_Date: invoice.createdAt.replace(' ', '+'),
    IIS_Sales_Amount: invoice.amount,
    IIS_Identifier: data['CustomerIdentifier'] || '0000000000',
    IIS_Customer_Email: data['CustomerEmail'] ?? '',
    IIS_Customer_Phone: data['CustomerPhone'] ?? '',
    IIS_Invalid_Status: invoice.voidedAt === null ? '0' : '1',
    IIS_Remain_Allowance_Amt: remaining(invoice),
    IIS_Upload_Status: '0',
    Items: data['Items'],
  }
}

const listSchema = z.object({
  BeginDate: text.regex(/^\d{4}-\d\d-\d\d$/),
  EndDate: text.regex(/^\d{4}-\d\d-\d\d$/),
  NumPerPage: z.number().int().min(1).max(200),
  ShowingPage: z.number().int().min(1),
  DataType: z.literal(1),
  Query_Invalid: z.union([z.literal(0), z.literal(1), z.literal(2)]),
})

const getIssueList: InvoiceHandle = ({ store }, data) => {
  const { BeginDate, EndDate, NumPerPage, ShowingPage } = read(listSchema, data)
  const ofSpan = store.invoices.list().filter(({ createdAt }) => {
    const day = createdAt.slice(0, 10)
    return day >= BeginDate && day <= EndDate
  })
  const start = (ShowingPage - 1) * NumPerPage
  return {
    TotalCount: ofSpan.length,
    ShowingPage,
    InvoiceData: ofSpan.slice(start, start + NumPerPage).map((invoice) => ({
      IIS_Number: invoice.id,
      IIS_Relate_Number: invoice.relateNumber,
      IIS_Identifier: invoice.data['CustomerIdentifier'] || '0000000000',
      IIS_Sales_Amount: invoice.amount,
      IIS_Create_Date: invoice.createdAt,
      IIS_Issue_Status: '1',
      IIS_Invalid_Status: invoice.voidedAt === null ? '0' : '1',
      IIS_Remain_Allowance_Amt: remaining(invoice),
    })),
  }
}

/** The calls that issue and find invoices, by their path below /B2CInvoice/. */
export const issueRoutes: Readonly<Record<string, readonly [Operation, InvoiceHandle]>> = {
  Issue: ['issue', issue],
  GetIssue: ['get-issue', getIssue],
  GetIssueList: ['list-issues', getIssueList],
}

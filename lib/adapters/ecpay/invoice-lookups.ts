import 'server-only'

import { z } from 'zod'

import {
  type CodeCheck,
  InvoiceProblem,
  type NumberRange,
} from '../../order/invoice/invoice-words.ts'
import { periodOf } from '../../order/invoice/invoicing.ts'
import type { EcpayAccount } from './account.ts'
import { callInvoices } from './invoice-client.ts'

/** Deadline of a check, in milliseconds; after it, the code is accepted unchecked. */
const WITHIN = 2000

const existsSchema = z.object({ IsExist: z.enum(['Y', 'N']) })

async function checkCode(account: EcpayAccount, name: string, data: object): Promise<CodeCheck> {
  try {
    const answer = await callInvoices(account, name, data, WITHIN)
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
      WITHIN,
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

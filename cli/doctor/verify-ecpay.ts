import 'server-only'

import {
  type EcpayAccount,
  invoiceAccount,
  logisticsAccount,
  type LogisticsAccount,
  fetchStores,
} from '#lib/adapters/ecpay/account.ts'
import { ecpayIssuer } from '#lib/adapters/ecpay/issuer.ts'
import { InvoiceProblem, type RangeNotice, rangeNotices } from '#lib/order/invoice/invoice-words.ts'
import { CarrierProblem } from '#lib/order/parcel/order-parcel.ts'
import type { Settings } from '#lib/settings/env.ts'
import { type DoctorCheck, check } from './check.ts'

const CONSOLE = 'vendor.ecpay.com.tw → 系統開發管理 → 系統介接設定'

function storesProblem(error: unknown): string {
  if (!(error instanceof CarrierProblem)) throw error
  if (error.kind === 'refused') {
    return `Set ECPAY_LOGISTICS_MERCHANT_ID, _KEY and _IV to those of the C2C contract: ${CONSOLE}; ECPay refuses the store list (${error.issue}).`
  }
  return error.kind === 'throttled'
    ? 'Wait for half an hour: ECPay shuts this address out after too many calls.'
    : `ECPay gave no store list (${error.issue}).`
}

/** Checks that ECPay gives this shop the stores that its checkout shows; changes nothing. */
export async function verifyParcels(account: LogisticsAccount): Promise<readonly DoctorCheck[]> {
  const name = 'ECPay store list'
  try {
    const stores = await fetchStores(account, '7-11', [])
    return [check(name, stores.length > 0 ? undefined : 'ECPay lists no store of 7-ELEVEN.')]
  } catch (error) {
    return [check(name, storesProblem(error))]
  }
}

const NUMBERS: Readonly<Record<RangeNotice, string>> = {
  'none-left':
    'Enable invoice numbers of this period at einvoice.ecpay.com.tw → 字軌: none is left, so no invoice can be issued.',
  'few-left':
    'Apply for more invoice numbers of this period, and enable them: fewer than thirty are left.',
  'next-missing':
    "Enable the next period's invoice numbers at einvoice.ecpay.com.tw → 字軌 before this one ends.",
}

function invoicesProblem(error: unknown): string {
  if (!(error instanceof InvoiceProblem)) throw error
  return error.kind === 'keys'
    ? `Set ECPAY_INVOICE_MERCHANT_ID, _KEY and _IV to those of the invoice contract: ${CONSOLE}; ECPay answers ${error.words}.`
    : `ECPay gave no invoice numbers (${error.words}).`
}

/** Checks that ECPay lets this shop issue invoices and that it has numbers for them; changes nothing. */
export async function verifyInvoices(
  account: EcpayAccount,
  now: Date,
): Promise<readonly DoctorCheck[]> {
  try {
    const ranges = await ecpayIssuer(account).numberRanges(now)
    const sentences = rangeNotices(ranges, now).map((notice) => NUMBERS[notice])
    const [first, ...more] = sentences
    return [
      check('ECPay invoice numbers', first),
      ...more.map((sentence) => check('ECPay invoice numbers, next period', sentence)),
    ]
  } catch (error) {
    return [check('ECPay invoice numbers', invoicesProblem(error))]
  }
}

/** Checks what of ECPay is set; a shop without it lacks nothing. */
export async function verifyEcpay(input: Settings, now: Date): Promise<readonly DoctorCheck[]> {
  const [parcels, invoices] = [logisticsAccount(input), invoiceAccount(input)]
  const groups = await Promise.all([
    parcels ? verifyParcels(parcels) : [],
    invoices ? verifyInvoices(invoices, now) : [],
  ])
  return groups.flat()
}

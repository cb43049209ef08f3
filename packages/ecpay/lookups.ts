import { clock, type Ecpay, stateOf, taipei } from './context.ts'
import type { Operation } from './faults.ts'
import { FIRST_NUMBER, headerOf, type InvoiceHandle, InvoiceRefusal, periodOf } from './invoices.ts'

// A suffix selects the result, so that a test chooses it by the code.
const MINISTRY_AWAY = 'AWAY'
const UNKNOWN_BARCODE = 'ZZ'
const UNKNOWN_CHARITY = '000'

const checkBarcode: InvoiceHandle = (_ecpay, { BarCode }) => {
  const code = String(BarCode)
  if (code.endsWith(MINISTRY_AWAY)) throw new InvoiceRefusal(9_000_001, '呼叫財政部API失敗')
  return { IsExist: code.endsWith(UNKNOWN_BARCODE) ? 'N' : 'Y' }
}

const checkLoveCode: InvoiceHandle = (_ecpay, { LoveCode }) => ({
  IsExist: String(LoveCode).endsWith(UNKNOWN_CHARITY) ? 'N' : 'Y',
})

const companies: Readonly<Record<string, string>> = {
  '04595257': '示範股份有限公司',
  '53212539': '測試有限公司',
}

const company: InvoiceHandle = (_ecpay, { UnifiedBusinessNo }) => {
  const name = companies[String(UnifiedBusinessNo)]
  if (name === undefined) throw new InvoiceRefusal(7, '查無公司資料')
  return { CompanyName: name }
}

const REPUBLIC = 1911
const IN_USE = 2
const UNUSED = 1

// The next period is set up but not enabled, as on most days.
function rangesOf(ecpay: Ecpay, year: string): readonly object[] {
  const now = periodOf(clock(ecpay))
  const last = FIRST_NUMBER + ecpay.settings['invoice-numbers'] - 1
  return [1, 2, 3, 4, 5, 6].flatMap((term) => {
    const period = `${Number(year) + REPUBLIC}-${String(term * 2 - 1).padStart(2, '0')}`
    if (period < now) return []
    const used = stateOf(ecpay).used[period] ?? 0
    return {
      TrackID: `${year}${term}`,
      InvoiceYear: year,
      InvoiceTerm: term,
      InvType: '07',
      InvoiceHeader: headerOf(period),
      InvoiceStart: String(FIRST_NUMBER),
      InvoiceEnd: String(last),
      InvoiceNo: used === 0 ? '' : String(FIRST_NUMBER + used - 1),
      UseStatus: period === now ? IN_USE : UNUSED,
    }
  })
}

const ranges: InvoiceHandle = (ecpay, { InvoiceYear, InvoiceTerm }) => {
  const [thisYear = ''] = taipei(clock(ecpay)).split('-')
  const year = String(InvoiceYear)
  if (Math.abs(Number(year) + REPUBLIC - Number(thisYear)) > 1) {
    throw new InvoiceRefusal(4_000_001, '發票年度錯誤')
  }
  const found = rangesOf(ecpay, year).filter(
    (range) => InvoiceTerm === 0 || Object(range).InvoiceTerm === InvoiceTerm,
  )
  if (found.length === 0) throw new InvoiceRefusal(2, '查無字軌資料')
  return { InvoiceInfo: found }
}

/** The calls that look something up, by their path below /B2CInvoice/. */
export const lookupRoutes: Readonly<Record<string, readonly [Operation, InvoiceHandle]>> = {
  CheckBarcode: ['check-barcode', checkBarcode],
  CheckLoveCode: ['check-love-code', checkLoveCode],
  GetCompanyNameByTaxID: ['company', company],
  GetInvoiceWordSetting: ['ranges', ranges],
}

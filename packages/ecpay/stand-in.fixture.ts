import { StandInProcess } from '../stand-in/stand-in-process.fixture.ts'
import { INVOICE, LOGISTICS } from './accounts.ts'
import { type Form, seal, unseal, withMac } from './signing.ts'

/** A parcel's form that ECPay takes. */
export function parcelForm(number: string, more: Form = {}): Form {
  return {
    MerchantID: LOGISTICS.merchantId,
    MerchantTradeNo: number,
    MerchantTradeDate: '2026/11/23 10:00:00',
    LogisticsType: 'CVS',
    LogisticsSubType: 'UNIMARTC2C',
    GoodsAmount: '1540',
    IsCollection: 'N',
    GoodsName: '旅見 T恤 1件',
    SenderName: '陳大明',
    SenderCellPhone: '0911222333',
    ReceiverName: '王小美',
    ReceiverCellPhone: '0933222111',
    ReceiverStoreID: '131386',
    ServerReplyURL: 'http://127.0.0.1:1/api/ecpay/parcel',
    LogisticsC2CReplyURL: 'http://127.0.0.1:1/api/ecpay/store',
    ...more,
  }
}

/** The data of an invoice by e-mail that ECPay takes. */
export function invoiceData(relateNumber: string, more: object = {}): object {
  const item = {
    ItemSeq: 1,
    ItemName: '旅見 T恤',
    ItemCount: 1,
    ItemWord: '件',
    ItemPrice: 1540,
    ItemTaxType: '1',
    ItemAmount: 1540,
  }
  return {
    MerchantID: INVOICE.merchantId,
    RelateNumber: relateNumber,
    CustomerEmail: 'fang@example.com',
    Print: '0',
    Donation: '0',
    CarrierType: '1',
    TaxType: '1',
    SalesAmount: 1540,
    InvType: '07',
    vat: '1',
    Items: [item],
    ...more,
  }
}

/** The stand-in as its own process, with the calls that tests make. */
export class StandIn extends StandInProcess {
  constructor(...flags: readonly string[]) {
    super('ecpay', flags)
  }

  /** Posts a form and returns the text of the answer. */
  async form(path: string, form: Form, keys: { key: string; iv: string } = LOGISTICS) {
    const body = new URLSearchParams(withMac(form, keys))
    const response = await fetch(this.base + path, { method: 'POST', body })
    return response.text()
  }

  /** Makes an invoice call and returns what its `Data` says, or its TransMsg where it was not carried out. */
  async invoice(name: string, data: object, keys: { key: string; iv: string } = INVOICE) {
    const RqHeader = { Timestamp: Math.floor(Date.now() / 1000), Revision: '3.0.0' }
    const sealed = seal({ MerchantID: INVOICE.merchantId, ...data }, keys)
    const body = JSON.stringify({ MerchantID: INVOICE.merchantId, RqHeader, Data: sealed })
    const response = await fetch(`${this.base}/B2CInvoice/${name}`, { method: 'POST', body })
    const answered = Object(await response.json())
    const { TransCode, TransMsg, Data } = answered
    return Object(TransCode === 1 ? unseal(String(Data), INVOICE) : { TransMsg })
  }
}

import 'server-only'

import type { Settings } from '../../settings/env.ts'
import type { HashKeys } from './check-mac-value.ts'

/** The shop's account for one product of ECPay's: its number, its keys, and the address without a slash at the end. */
export type EcpayAccount = HashKeys & { readonly merchantId: string; readonly base: string }

const LIVE = {
  logistics: 'https://logistics.ecpay.com.tw',
  invoice: 'https://einvoice.ecpay.com.tw',
} as const

/** The account for parcels, with who sends them; undefined where it is not set. */
export type LogisticsAccount = EcpayAccount & {
  readonly sender: { readonly name: string; readonly mobile: string }
  readonly returnStore: string | undefined
  /** Pick-up address for home parcels; undefined if the shop sends none. */
  readonly home: { readonly zipcode: string; readonly address: string } | undefined
  /** The shop's own address, to which pushes go. */
  readonly site: string
}

const withoutSlash = (address: string) => address.replace(/\/$/, '')

/** The account for parcels; undefined where this shop has none. */
export function logisticsAccount(input: Settings): LogisticsAccount | undefined {
  const {
    ECPAY_LOGISTICS_MERCHANT_ID: merchantId,
    ECPAY_LOGISTICS_KEY: key,
    ECPAY_LOGISTICS_IV: iv,
    ECPAY_LOGISTICS_SENDER_NAME: name,
    ECPAY_LOGISTICS_SENDER_PHONE: mobile,
    ECPAY_LOGISTICS_SENDER_ZIP: zipcode,
    ECPAY_LOGISTICS_SENDER_ADDRESS: address,
    ECPAY_LOGISTICS_BASE: base = LIVE.logistics,
  } = input
  if (!merchantId || !key || !iv || !name || !mobile) return undefined
  return {
    merchantId,
    key,
    iv,
    base: withoutSlash(base),
    sender: { name, mobile },
    returnStore: input.ECPAY_LOGISTICS_RETURN_STORE,
    home: zipcode && address ? { zipcode, address } : undefined,
    site: withoutSlash(input.NEXT_PUBLIC_SITE_URL),
  }
}

/** The account for invoices; undefined where this shop has none. */
export function invoiceAccount(input: Settings): EcpayAccount | undefined {
  const {
    ECPAY_INVOICE_MERCHANT_ID: merchantId,
    ECPAY_INVOICE_KEY: key,
    ECPAY_INVOICE_IV: iv,
    ECPAY_INVOICE_BASE: base = LIVE.invoice,
  } = input
  if (!merchantId || !key || !iv) return undefined
  return { merchantId, key, iv, base: withoutSlash(base) }
}

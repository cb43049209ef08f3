import { z } from 'zod'

import { isParcelName, mobileNumber } from '../delivery/parcel-recipient.ts'
import { optionalText, text } from './text.ts'
import { isLoopback } from './validate.ts'

const CONSOLE = 'vendor.ecpay.com.tw → 系統開發管理 → 系統介接設定'
const KEY_ERROR = `16 characters; ${CONSOLE}`
const BASE_ERROR = 'the address of the ECPay stand-in; a real shop leaves it out'
const NAME_ERROR =
  "the sender's name as on the ID card, 2 to 5 Chinese characters: unclaimed parcels are handed out against it"
const PHONE_ERROR = "the sender's mobile telephone, 09 and eight digits"

const STORES_ERROR =
  "list to pick stores in the page, map to choose them on ECPay's own; without it list"
const ZIP_ERROR = 'the postal code of ECPAY_LOGISTICS_SENDER_ADDRESS, 3 to 6 digits'
const ADDRESS_ERROR =
  'the address at which 黑貓 fetches parcels, from its city on, 6 to 60 characters'

const merchant = text(`the merchant id; ${CONSOLE}`).optional()
const key = text(KEY_ERROR).length(16, { error: KEY_ERROR }).optional()
const base = text(BASE_ERROR).refine(isLoopback, { error: BASE_ERROR }).optional()

/** The settings of ECPay's two products, each by itself; ecpay.ts says which belong together. */
export const ECPAY_SHAPE = {
  ECPAY_LOGISTICS_MERCHANT_ID: merchant,
  ECPAY_LOGISTICS_KEY: key,
  ECPAY_LOGISTICS_IV: key,
  ECPAY_LOGISTICS_SENDER_NAME: text(NAME_ERROR)
    .refine(isParcelName, { error: NAME_ERROR })
    .optional(),
  ECPAY_LOGISTICS_SENDER_PHONE: text(PHONE_ERROR)
    .refine((value) => mobileNumber(value) === value, { error: PHONE_ERROR })
    .optional(),
  ECPAY_LOGISTICS_RETURN_STORE: optionalText,
  ECPAY_LOGISTICS_STORES: z.enum(['list', 'map'], { error: STORES_ERROR }).optional(),
  ECPAY_LOGISTICS_SENDER_ZIP: text(ZIP_ERROR)
    .regex(/^\d{3,6}$/, { error: ZIP_ERROR })
    .optional(),
  ECPAY_LOGISTICS_SENDER_ADDRESS: text(ADDRESS_ERROR)
    .min(6, { error: ADDRESS_ERROR })
    .max(60, { error: ADDRESS_ERROR })
    .optional(),
  ECPAY_LOGISTICS_BASE: base,
  ECPAY_INVOICE_MERCHANT_ID: merchant,
  ECPAY_INVOICE_KEY: key,
  ECPAY_INVOICE_IV: key,
  ECPAY_INVOICE_BASE: base,
}

import { z } from 'zod'

import { rulesOfFields } from '#lib/content/rules-of-fields.ts'
import { isParcelName, mobileNumber } from '#lib/delivery/parcel-recipient.ts'
import { isTaxId } from './tax-id.ts'

/** A text of one line that stands inside other texts: braces there would be placeholders. */
const words = z
  .string('必須是文字')
  .trim()
  .max(120, '最多 120 個字')
  .regex(/^[^{}<>\n]*$/, '只能寫一行，不能有 { } < >')

/** Empty until its owner fills it in. */
const known = words.nullish().transform((value) => value ?? '')

const day = z.iso.date('必須是日期（YYYY-MM-DD）')

const amount = z.int('必須是整數（新臺幣元）')

const MOBILE = '必須是 09 開頭的 10 位手機號碼'
const NAME = '必須是身分證上的姓名，2 到 5 個中文字或 4 到 10 個英文字母'

// Parcels come from here, and goods come back to it. ECPay hands an unclaimed one out against the name.
const senderSchema = z
  .strictObject({
    name: known.refine((name) => name === '' || isParcelName(name), NAME),
    // As it is typed, with dashes and blanks; carriers get its digits.
    phone: known
      .transform((phone) => mobileNumber(phone) ?? phone)
      .refine((phone) => phone === '' || mobileNumber(phone) === phone, MOBILE),
    zipcode: known.refine((zip) => /^(?:\d{3,6})?$/.test(zip), '必須是 3 到 6 位數字'),
    address: known.refine(
      (address) => address === '' || (address.length >= 6 && address.length <= 60),
      '從縣市寫起，6 到 60 個字',
    ),
  })
  .refine(({ zipcode, address }) => (zipcode === '') === (address === ''), {
    error: '郵遞區號和地址要一起寫',
    path: ['zipcode'],
  })

const NOBODY = { name: '', phone: '', zipcode: '', address: '' }

const tradeFields = z.strictObject({
  delivery_fee: amount.min(0, '不能是負數').max(1000, '運費最多 1,000 元'),
  free_delivery_from: amount
    .min(1, '必須大於 0；要全館免運，請把運費寫成 0')
    .max(100_000, '門檻最多 100,000 元')
    .optional(),
  most_pieces: z.int('必須是整數').min(1, '至少 1 件').max(20, '最多 20 件'),
  company: words.min(1, '不可空白'),
  tax_id: known.refine((id) => id === '' || isTaxId(id), '不是正確的統一編號'),
  representative: known,
  address: known,
  phone: known,
  email: z.email('不是正確的信箱'),
  hours: words.min(1, '不可空白'),
  hours_note: known,
  closed_from: day.optional(),
  closed_until: day.optional(),
  sender: senderSchema.default(NOBODY),
})

const about = rulesOfFields(tradeFields)

/**
 * The front matter of content/info/trade.md: what the owner decides about the trade, once for pages, orders, mails and
 * carriers. Amounts are whole TWD; without `free_delivery_from` no order is delivered free.
 */
export const tradeSchema = tradeFields
  .refine(
    ({ closed_from: from, closed_until: until }) => (from === undefined) === (until === undefined),
    {
      ...about('closed_from', 'closed_until'),
      path: ['closed_until'],
      message: '休假的開始日與結束日要一起寫',
    },
  )
  .refine(
    ({ closed_from: from = '', closed_until: until }) => until === undefined || from <= until,
    {
      ...about('closed_from', 'closed_until'),
      path: ['closed_until'],
      message: '休假的結束日不能早於開始日',
    },
  )
export type Trade = Readonly<z.infer<typeof tradeSchema>>

/** What pages may know of it: everything but who sends the parcels. */
export type PublicTrade = Omit<Trade, 'sender'>

/** The trade without who sends the parcels, as next.config.ts writes it into a build. */
export function publicTrade({ sender: _sender, ...trade }: Trade): PublicTrade {
  return trade
}

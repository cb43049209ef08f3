import { randomInt } from 'node:crypto'

import { z } from 'zod'

import { PAYMENT } from './accounts.ts'
import { clock, type Ecpay, taipei } from './context.ts'
import type { Operation } from './faults.ts'
import { type InvoiceHandle, InvoiceRefusal, read } from './invoices.ts'
import { sendSealed } from './pushes.ts'
import type { PaymentCode } from './records.ts'
import { seal } from './signing.ts'

const DAY = 86_400_000
const MINUTE = 60_000

const text = z.string()
const orderSchema = z.object({
  MerchantTradeDate: text.regex(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d$/),
  MerchantTradeNo: text.regex(/^[A-Za-z0-9]{1,20}$/),
  TotalAmount: z.number().int().positive(),
  ReturnURL: z.url().max(200),
  TradeDesc: text.regex(/^[\w ]{1,200}$/),
  ItemName: text
    .min(1)
    .max(400)
    .refine((name) => !/[<>&]|\b(?:echo|bash|curl|wget|python)\b/i.test(name)),
})
const createSchema = z.discriminatedUnion('ChoosePayment', [
  z.object({
    ChoosePayment: z.literal('ATM'),
    OrderInfo: orderSchema,
    ATMInfo: z.object({ ExpireDate: z.number().int().min(1).max(60), ATMBankCode: text }),
    CustomField: text.max(200).default(''),
  }),
  z.object({
    ChoosePayment: z.literal('CVS'),
    OrderInfo: orderSchema,
    CVSInfo: z.object({
      ExpireDate: z.number().int().min(1).max(43_200),
      CVSCode: z.enum(['CVS', 'OK', 'FAMILY', 'HILIFE', 'IBON']),
    }),
    CustomField: text.max(200).default(''),
  }),
])
type Wanted = z.infer<typeof createSchema>

const LIMITS = { ATM: [11, 49_999], CVS: [33, 6_000] } as const

const digits = (length: number) => Array.from({ length }, () => String(randomInt(10))).join('')

// An account can be paid until the end of its last day in Taipei, a store's number to the second.
function placeOf(wanted: Wanted, now: Date) {
  if (wanted.ChoosePayment === 'CVS') {
    const expiresAt = new Date(now.getTime() + wanted.CVSInfo.ExpireDate * MINUTE).toISOString()
    return { bank: '', number: `LLL${digits(11)}`, expiresAt }
  }
  const day = taipei(new Date(now.getTime() + wanted.ATMInfo.ExpireDate * DAY)).slice(0, 10)
  const bank = wanted.ATMInfo.ATMBankCode || '004'
  const expiresAt = new Date(`${day}T23:59:59+08:00`).toISOString()
  return { bank, number: `9${digits(15)}`, expiresAt }
}

const stamp = (time: string) => taipei(new Date(time)).replaceAll('-', '/')

function codeFields({ kind, bank, number, expiresAt }: PaymentCode): object {
  if (kind === 'ATM') {
    const [ExpireDate] = stamp(expiresAt).split(' ')
    return { ATMInfo: { BankCode: bank, vAccount: number, ExpireDate } }
  }
  const PaymentURL = `https://payment-stage.ecpay.com.tw/PaymentRule/CVSBarCode?PaymentNo=${number}`
  return { CVSInfo: { PaymentNo: number, ExpireDate: stamp(expiresAt), PaymentURL } }
}

function isShown(ecpay: Ecpay, { paidAt, shownAfterMs }: PaymentCode): boolean {
  return paidAt !== null && clock(ecpay).getTime() >= Date.parse(paidAt) + shownAfterMs
}

function orderInfo(code: PaymentCode, isPaid: boolean): object {
  const { id, tradeNo, kind, amount, paidAmount, paidAt, createdAt } = code
  return {
    MerchantTradeNo: id,
    TradeNo: tradeNo,
    TradeAmt: isPaid ? paidAmount : amount,
    PaymentType: kind === 'ATM' ? 'ATM_TAISHIN' : 'CVS_CVS',
    TradeDate: stamp(createdAt),
    ...(isPaid && paidAt !== null ? { PaymentDate: stamp(paidAt) } : {}),
    ChargeFee: kind === 'ATM' ? Math.max(10, amount * 0.01) : 30,
    TradeStatus: isPaid ? '1' : '0',
  }
}

const create: InvoiceHandle = (ecpay, data) => {
  const wanted = read(createSchema, data)
  const { MerchantTradeNo: id, TotalAmount: amount, ReturnURL: pushUrl } = wanted.OrderInfo
  const [least, most] = LIMITS[wanted.ChoosePayment]
  if (amount < least || amount > most) throw new InvoiceRefusal(5_100_070, '金額不在範圍內')
  // Cards and numbers are one space.
  if (ecpay.store.codes.get(id) ?? ecpay.store.cards.get(id)) {
    throw new InvoiceRefusal(10_300_028, '訂單編號重覆')
  }
  const now = clock(ecpay)
  const code = ecpay.store.codes.put({
    id,
    tradeNo: `${taipei(now).replaceAll(/\D/g, '').slice(2)}${randomInt(1000, 9999)}`,
    kind: wanted.ChoosePayment,
    ...placeOf(wanted, now),
    amount,
    customField: wanted.CustomField,
    createdAt: now.toISOString(),
    pushUrl,
    paidAt: null,
    paidAmount: 0,
    shownAfterMs: 0,
  })
  return { OrderInfo: orderInfo(code, false), ...codeFields(code) }
}

const UNKNOWN = 10_000_185

function knownCode(ecpay: Ecpay, { MerchantTradeNo }: Record<string, unknown>): PaymentCode {
  const code = ecpay.store.codes.get(String(MerchantTradeNo))
  if (code === undefined) throw new InvoiceRefusal(UNKNOWN, '查無訂單')
  return code
}

// A number is told again only until it was paid.
const issued: InvoiceHandle = (ecpay, data) => {
  const code = knownCode(ecpay, data)
  if (isShown(ecpay, code)) throw new InvoiceRefusal(UNKNOWN, '查無訂單')
  return { OrderInfo: orderInfo(code, false), ...codeFields(code) }
}

const query: InvoiceHandle = (ecpay, data) => {
  const code = knownCode(ecpay, data)
  const isPaid = isShown(ecpay, code)
  const payer = isPaid && code.kind === 'ATM' ? { ATMAccBank: '013', ATMAccNo: '12345' } : null
  return { OrderInfo: orderInfo(code, isPaid), ATMInfo: payer, CustomField: code.customField }
}

/** The calls about numbers for a transfer or a store, by their path below /1.0.0/Cashier/. */
export const codeRoutes: Readonly<Record<string, readonly [Operation, InvoiceHandle]>> = {
  GenPaymentCode: ['gen-code', create],
  QueryPaymentInfo: ['query-code-info', issued],
  QueryTrade: ['query-code', query],
}

/** How a payment of a number is pushed to the shop. */
export const codePushes = ['once', 'none', 'repeated', 'bad-seal', 'simulated'] as const
export type CodePush = (typeof codePushes)[number]

/** A payment of a number; one that was paid stays as it is. */
export function payCode(
  ecpay: Ecpay,
  code: PaymentCode,
  {
    amount = code.amount,
    shownAfterMs = 0,
  }: { amount?: number | undefined; shownAfterMs?: number },
): PaymentCode {
  if (code.paidAt !== null) return code
  const paidAt = clock(ecpay).toISOString()
  return ecpay.store.codes.put({ ...code, paidAt, paidAmount: amount, shownAfterMs })
}

function pushData(code: PaymentCode, kind: CodePush): object {
  // The console's button names a time and no state.
  const isSimulated = kind === 'simulated'
  const info = orderInfo({ ...code, paidAt: code.paidAt ?? code.createdAt }, true)
  return {
    RtnCode: 1,
    RtnMsg: '付款成功',
    MerchantID: PAYMENT.merchantId,
    SimulatePaid: isSimulated ? 1 : 0,
    OrderInfo: { ...info, ...(isSimulated ? { TradeStatus: '0' } : {}) },
    CustomField: code.customField,
  }
}

/** Pushes a payment of a number to the shop, and waits for the answers. */
export async function pushCode(ecpay: Ecpay, code: PaymentCode, kind: CodePush): Promise<void> {
  if (kind === 'none') return
  const keys = kind === 'bad-seal' ? { ...PAYMENT, key: 'another-key-1234' } : PAYMENT
  for (let sent = 0; sent < (kind === 'repeated' ? 5 : 1); sent += 1) {
    const body = JSON.stringify({
      MerchantID: PAYMENT.merchantId,
      RpHeader: { Timestamp: Math.floor(Date.now() / 1000) },
      TransCode: 1,
      TransMsg: 'Success',
      Data: seal(pushData(code, kind), keys),
    })
    await sendSealed(ecpay, code.pushUrl, { number: code.id, body })
  }
}

import 'server-only'

import { createCipheriv, createDecipheriv } from 'node:crypto'

import { z } from 'zod'

import type { City } from '#lib/delivery/districts.ts'
import type { StoreChain } from '#lib/delivery/recipient.ts'
import type { InvoiceProblemKind } from '#lib/invoice/issuer.ts'
import { CarrierProblem } from '#lib/parcel/carrier.ts'
import { type ChainStore, storeAt } from '#lib/parcel/store.ts'
import type { Settings } from '#lib/settings/parse-settings.ts'
import { parseJson } from '#lib/text/json-shape.ts'
import {
  checkMacValue,
  type FormFields,
  type HashKeys,
  hasValidMac,
  type MacDigest,
} from './check-mac-value.ts'

const AHEAD = 8 * 60 * 60 * 1000

/** An instant as ECPay writes it: yyyy/MM/dd HH:mm:ss in Taipei. */
export function toEcpayTime(time: Date): string {
  const there = new Date(time.getTime() + AHEAD).toISOString()
  return there.slice(0, 19).replace('T', ' ').replaceAll('-', '/')
}

/** A time of ECPay's (yyyy/MM/dd or yyyy-MM-dd, a blank or + before HH:mm:ss) as ISO 8601 in UTC; '' for any other text. */
export function fromEcpayTime(text: string): string {
  const plain = text.replaceAll('/', '-').replace(/[ +]/, 'T')
  const time = new Date(`${plain}+08:00`)
  return Number.isNaN(time.getTime()) ? '' : time.toISOString()
}

const CIPHER = 'aes-128-cbc'

/** Returns the `Data` of a call as ECPay takes it: JSON, URL-encoded, AES-128-CBC, Base64. */
export function encryptData(data: unknown, { key, iv }: HashKeys): string {
  const cipher = createCipheriv(CIPHER, key, iv)
  // URL encoding as in PHP; CheckMacValue uses another one.
  const text = encodeURIComponent(JSON.stringify(data))
    .replaceAll(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')
  const sealed = [cipher.update(text, 'utf8'), cipher.final()]
  return Buffer.concat(sealed).toString('base64')
}

/** Returns what `Data` of an answer says; throws where it is not encrypted by these keys. */
export function decryptData(text: string, { key, iv }: HashKeys): unknown {
  const cipher = createDecipheriv(CIPHER, key, iv)
  const opened = Buffer.concat([cipher.update(text, 'base64'), cipher.final()]).toString('utf8')
  return JSON.parse(decodeURIComponent(opened.replaceAll('+', '%20')))
}

// ECPay's codes have no system, so its words decide; the first that fits counts.
const LABELS: readonly (readonly [RegExp, InvoiceProblemKind])[] = [
  [/特店編號不存在|資料解密錯誤/, 'keys'],
  [/不可重複/, 'duplicate'],
  [/已作廢過/, 'already-void'],
  [/已被折讓過/, 'has-allowance'],
  [/字軌.*(?:用完|用罄)/, 'no-numbers'],
  [/系統異常|請稍後|呼叫財政部/, 'unknown'],
  [/查無|無.*資料|不存在/, 'missing'],
]

const CODES: Readonly<Record<number, InvoiceProblemKind>> = {
  1_100_040: 'no-numbers',
  9_000_001: 'unknown',
  10_000_009: 'duplicate',
}

/** Maps a failed answer to a problem; an unknown one is `refused`, for the owner. */
export function answerKind(code: number, text: string): InvoiceProblemKind {
  return LABELS.find(([pattern]) => pattern.test(text))?.[1] ?? CODES[code] ?? 'refused'
}

/** Deadline of an ECPay call, in milliseconds. */
export const DEADLINE = 25_000

/** The form with the merchant's number and its signature. */
export function signedForm(
  account: EcpayAccount,
  fields: FormFields,
  digest: MacDigest,
): FormFields {
  const form = { MerchantID: account.merchantId, ...fields }
  return { ...form, CheckMacValue: checkMacValue(form, account, digest) }
}

/** Whether a received form is about this account, and signed by its keys. */
export function isSignedFor(account: EcpayAccount, fields: FormFields, digest: MacDigest): boolean {
  return fields.MerchantID === account.merchantId && hasValidMac(fields, account, digest)
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Reads the fields of an answer. ECPay writes them bare: a plus is a plus and a blank a blank, where a form
 * would mean something else.
 */
export function bareFields(text: string): FormFields {
  return Object.fromEntries(
    text.split('&').map((pair) => {
      const cut = pair.indexOf('=')
      return cut < 0 ? [pair, ''] : [pair.slice(0, cut), decodeText(pair.slice(cut + 1))]
    }),
  )
}

const POST = { method: 'POST', cache: 'no-store', redirect: 'error' } as const

/** Posts a form as a browser would; the answer has to come within so many milliseconds. */
export async function postForm(
  url: string,
  form: FormFields,
  within = DEADLINE,
): Promise<Response> {
  const signal = AbortSignal.timeout(within)
  return fetch(url, { ...POST, body: new URLSearchParams({ ...form }), signal })
}

/** Posts sealed data; `header` is what its product wants beside the time. */
export async function postEncrypted(
  account: EcpayAccount,
  url: string,
  { data, within, header }: EncryptedCall & { readonly header?: object },
): Promise<Response> {
  const { merchantId: MerchantID } = account
  return fetch(url, {
    ...POST,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      MerchantID,
      RqHeader: { Timestamp: Math.floor(Date.now() / 1000), ...header },
      Data: encryptData({ MerchantID, ...data }, account),
    }),
    signal: AbortSignal.timeout(within),
  })
}

/** Data to be sealed, and milliseconds for the answer. */
export type EncryptedCall = { readonly data: object; readonly within: number }

/** The text of an answer. Throws what `failed` makes of silence, and of every status but 200. */
export async function textOf(
  answer: Promise<Response>,
  failed: (issue: string, status?: number) => Error,
): Promise<string> {
  let response: Response
  let text: string
  try {
    response = await answer
    text = await response.text()
  } catch (error) {
    throw failed(error instanceof Error ? error.name : 'Error')
  }
  if (response.status !== 200) throw failed(`HTTP_${response.status}`, response.status)
  return text
}

/**
 * Posts a signed form and returns the response text. Throws CarrierProblem for any other response.
 */
export async function callLogistics(
  account: EcpayAccount,
  path: string,
  fields: FormFields,
): Promise<string> {
  const text = await textOf(
    postForm(`${account.base}${path}`, signedForm(account, fields, 'md5')),
    // Too many calls: the address is shut out for half an hour.
    (issue, status) => new CarrierProblem(path, status === 403 ? 'throttled' : 'unknown', issue),
  )
  if (/^\s*</.test(text)) throw new CarrierProblem(path, 'unknown', 'HTML')
  return text
}

const MOST_WORDS = 80

/** Words that a number was used before: an earlier request with it, whose answer was lost, was carried out. */
const USED = /重覆|重複/

/** Returns what follows `1|`. Throws `refused` with what follows `0|`, and `unknown` for a used number and anything else. */
export function acceptedText(path: string, text: string): string {
  const [, mark, rest = ''] = /^(\d+)\|(.*)$/s.exec(text) ?? []
  if (mark === undefined) throw new CarrierProblem(path, 'unknown', 'MALFORMED')
  if (mark === '1') return rest
  const issue = mark === '0' ? rest : text
  const kind = USED.test(issue) ? 'unknown' : 'refused'
  throw new CarrierProblem(path, kind, issue.slice(0, MOST_WORDS))
}

/** The shop's account for one product of ECPay's: its number, its keys, and the address without a slash at the end. */
export type EcpayAccount = HashKeys & {
  readonly merchantId: string
  readonly base: string
  /** What stands in the place of OT in this installation's numbers, or undefined if it has none of its own. */
  readonly prefix?: string | undefined
}

const OWN = 'OT'

/** A number of the shop's as ECPay has it: another installation at the same account has none alike. */
export function ecpayNumber(
  { prefix = OWN }: Pick<EcpayAccount, 'prefix'>,
  number: string,
): string {
  return number.startsWith(OWN) ? prefix + number.slice(OWN.length) : number
}

/** The shop's own number behind one of ECPay's, or undefined if it is another installation's. */
export function ownEcpayNumber(
  { prefix = OWN }: Pick<EcpayAccount, 'prefix'>,
  number: string,
): string | undefined {
  if (prefix === OWN) return number
  return number.startsWith(prefix) ? OWN + number.slice(prefix.length) : undefined
}

const LIVE = {
  logistics: 'https://logistics.ecpay.com.tw',
  invoice: 'https://einvoice.ecpay.com.tw',
  payment: 'https://payment.ecpay.com.tw',
  code: 'https://ecpayment.ecpay.com.tw',
} as const

/** The account for parcels, with who sends them, or undefined if it is not set. */
export type LogisticsAccount = EcpayAccount & {
  readonly sender: { readonly name: string; readonly mobile: string }
  readonly returnStore: string | undefined
  /** Pick-up address for home parcels; undefined if the shop sends none. */
  readonly home: { readonly zipcode: string; readonly address: string } | undefined
  /** The shop's own address, to which pushes go. */
  readonly site: string
}

/** The settings that name an account. */
type AccountSettings = Partial<Settings> & Pick<Settings, 'NEXT_PUBLIC_SITE_URL'>

const withoutSlash = (address: string) => address.replace(/\/$/, '')

/** The account for parcels, or undefined if this shop has none. */
export function logisticsAccount(settings: AccountSettings): LogisticsAccount | undefined {
  const {
    ECPAY_LOGISTICS_MERCHANT_ID: merchantId,
    ECPAY_LOGISTICS_KEY: key,
    ECPAY_LOGISTICS_IV: iv,
    ECPAY_LOGISTICS_SENDER_NAME: name,
    ECPAY_LOGISTICS_SENDER_PHONE: mobile,
    ECPAY_LOGISTICS_SENDER_ZIP: zipcode,
    ECPAY_LOGISTICS_SENDER_ADDRESS: address,
    ECPAY_LOGISTICS_BASE: base = LIVE.logistics,
  } = settings
  if (!merchantId || !key || !iv || !name || !mobile) return undefined
  return {
    merchantId,
    key,
    iv,
    base: withoutSlash(base),
    prefix: settings.PROVIDER_PREFIX,
    sender: { name, mobile },
    returnStore: settings.ECPAY_LOGISTICS_RETURN_STORE,
    home: zipcode && address ? { zipcode, address } : undefined,
    site: withoutSlash(settings.NEXT_PUBLIC_SITE_URL),
  }
}

/** The account for invoices, or undefined if this shop has none. */
export function invoiceAccount(settings: AccountSettings): EcpayAccount | undefined {
  const {
    ECPAY_INVOICE_MERCHANT_ID: merchantId,
    ECPAY_INVOICE_KEY: key,
    ECPAY_INVOICE_IV: iv,
    ECPAY_INVOICE_BASE: base = LIVE.invoice,
  } = settings
  if (!merchantId || !key || !iv) return undefined
  return { merchantId, key, iv, base: withoutSlash(base), prefix: settings.PROVIDER_PREFIX }
}

/** The account for payments, with the shop's own address, to which buyers and pushes come back. */
export type PaymentAccount = EcpayAccount & {
  readonly site: string
  /** The address that makes and knows numbers for transfers and stores. */
  readonly codeBase: string
}

/** The account for payments, or undefined if this shop has none. */
export function paymentAccount(settings: AccountSettings): PaymentAccount | undefined {
  const {
    ECPAY_PAYMENT_MERCHANT_ID: merchantId,
    ECPAY_PAYMENT_KEY: key,
    ECPAY_PAYMENT_IV: iv,
    ECPAY_PAYMENT_BASE: base = LIVE.payment,
    ECPAY_PAYMENT_CODE_BASE: codeBase = LIVE.code,
  } = settings
  if (!merchantId || !key || !iv) return undefined
  return {
    merchantId,
    key,
    iv,
    base: withoutSlash(base),
    codeBase: withoutSlash(codeBase),
    prefix: settings.PROVIDER_PREFIX,
    site: withoutSlash(settings.NEXT_PUBLIC_SITE_URL),
  }
}

const PATH = '/Helper/GetStoreList'

const CVS_TYPES: Readonly<Record<StoreChain, string>> = { '7-11': 'UNIMART', 全家: 'FAMI' }

const listSchema = z.object({
  RtnCode: z.coerce.string(),
  RtnMsg: z.string().default(''),
  StoreList: z
    .array(
      z.object({
        CvsType: z.string(),
        StoreInfo: z.array(
          z.object({
            StoreId: z.string().trim().min(1).max(10),
            StoreName: z.string().trim().min(1).max(40),
            StoreAddr: z.string().trim().max(100),
          }),
        ),
      }),
    )
    .nullish(),
})

/**
 * Returns a chain's stores with the address form's cities. ECPay updates them at 20:00. Throws
 * CarrierProblem.
 */
export async function fetchStores(
  account: EcpayAccount,
  chain: StoreChain,
  cities: readonly City[],
): Promise<readonly ChainStore[]> {
  const text = await callLogistics(account, PATH, { CvsType: CVS_TYPES[chain] })
  // A list is JSON; a refusal is the text of the other calls.
  if (/^\d+\|/.test(text)) acceptedText(PATH, text)
  const answer = listSchema.safeParse(parseJson(text)).data
  if (answer === undefined) throw new CarrierProblem(PATH, 'unknown', 'MALFORMED')
  if (answer.RtnCode !== '1') throw new CarrierProblem(PATH, 'refused', answer.RtnMsg.slice(0, 80))
  const listed = (answer.StoreList ?? []).filter(({ CvsType }) => CvsType === CVS_TYPES[chain])
  return listed
    .flatMap(({ StoreInfo }) => StoreInfo)
    .map(({ StoreId: number, StoreName: name, StoreAddr: address }) =>
      storeAt({ chain, number, name, address }, cities),
    )
}

import 'server-only'

import { CarrierProblem } from '../../order/parcel/order-parcel.ts'
import { checkMacValue, type FormFields } from './check-mac-value.ts'
import type { EcpayAccount } from './account.ts'

/** Deadline of an ECPay call, in milliseconds. */
const WITHIN = 25_000

/** The form with the merchant's number and its MD5 signature, as logistics takes it. */
export function signedForm(account: EcpayAccount, fields: FormFields): FormFields {
  const form = { MerchantID: account.merchantId, ...fields }
  return { ...form, CheckMacValue: checkMacValue(form, account, 'md5') }
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

async function post(url: string, form: FormFields): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ ...form }),
    signal: AbortSignal.timeout(WITHIN),
    cache: 'no-store',
    redirect: 'error',
  })
}

/**
 * Posts a signed form and returns the response text. Throws CarrierProblem for any other response.
 */
export async function callLogistics(
  account: EcpayAccount,
  path: string,
  fields: FormFields,
): Promise<string> {
  let response: Response
  let text: string
  try {
    response = await post(`${account.base}${path}`, signedForm(account, fields))
    text = await response.text()
  } catch (error) {
    throw new CarrierProblem(path, 'unknown', error instanceof Error ? error.name : 'Error')
  }
  // Too many calls: the address is shut out for half an hour.
  if (response.status === 403) throw new CarrierProblem(path, 'throttled', 'HTTP_403')
  if (response.status !== 200) throw new CarrierProblem(path, 'unknown', `HTTP_${response.status}`)
  if (/^\s*</.test(text)) throw new CarrierProblem(path, 'unknown', 'HTML')
  return text
}

const MOST_WORDS = 80

/** Words that a number was used before: an earlier request with it, whose answer was lost, was carried out. */
const USED = /重覆|重複/

/** Returns what follows `1|`. Throws `refused` with what follows `0|`, and `unknown` for a used number and anything else. */
export function acceptedText(path: string, text: string): string {
  const cut = text.indexOf('|')
  const [mark, rest] = [text.slice(0, cut), text.slice(cut + 1)]
  if (mark === '1') return rest
  const isRefusal = cut > 0 && /^\d+$/.test(mark)
  if (!isRefusal) throw new CarrierProblem(path, 'unknown', 'MALFORMED')
  const issue = mark === '0' ? rest : text
  const kind = USED.test(issue) ? 'unknown' : 'refused'
  throw new CarrierProblem(path, kind, issue.slice(0, MOST_WORDS))
}

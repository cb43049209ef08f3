import 'server-only'

import { z } from 'zod'

import { InvoiceProblem } from '../../order/invoice/invoice-words.ts'
import type { EcpayAccount } from './account.ts'
import { decryptData, encryptData } from './envelope.ts'
import { answerKind } from './invoice-answer.ts'

/** Deadline of an ECPay call, in milliseconds. */
const WITHIN = 25_000

const outerSchema = z.object({
  TransCode: z.number(),
  TransMsg: z.string().default(''),
  Data: z.string().nullish(),
})
const innerSchema = z.looseObject({ RtnCode: z.number(), RtnMsg: z.string().default('') })

/** Result fields of an answer's `Data`. */
export type InvoiceAnswer = Readonly<Record<string, unknown>>

async function post(account: EcpayAccount, name: string, data: object, within: number) {
  const { base, merchantId } = account
  const Timestamp = Math.floor(Date.now() / 1000)
  const response = await fetch(`${base}/B2CInvoice/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      MerchantID: merchantId,
      RqHeader: { Timestamp, Revision: '3.0.0' },
      Data: encryptData({ MerchantID: merchantId, ...data }, account),
    }),
    signal: AbortSignal.timeout(within),
    cache: 'no-store',
    redirect: 'error',
  })
  const text = await response.text()
  return { status: response.status, text }
}

function parseData<Data>(read: () => unknown, schema: z.ZodType<Data>): Data | undefined {
  try {
    return schema.safeParse(read()).data
  } catch {
    return undefined
  }
}

/** Makes a call and returns what its `Data` says. Throws InvoiceProblem for everything but RtnCode 1. */
export async function callInvoices(
  account: EcpayAccount,
  name: string,
  data: object,
  within = WITHIN,
): Promise<InvoiceAnswer> {
  const unknown = (words: string) => new InvoiceProblem(name, 'unknown', words)
  const answered = await post(account, name, data, within).catch((error: unknown) => {
    throw unknown(error instanceof Error ? error.name : 'Error')
  })
  if (answered.status !== 200) throw unknown(`HTTP_${answered.status}`)
  const outer = parseData(() => JSON.parse(answered.text), outerSchema)
  if (outer === undefined) throw unknown('MALFORMED')
  if (outer.TransCode !== 1) {
    const isKeys = answerKind(outer.TransCode, outer.TransMsg) === 'keys'
    throw new InvoiceProblem(name, isKeys ? 'keys' : 'unknown', outer.TransMsg)
  }
  const inner = parseData(() => decryptData(outer.Data ?? '', account), innerSchema)
  if (inner === undefined) throw unknown('MALFORMED')
  if (inner.RtnCode === 1) return inner
  const words = `${inner.RtnCode} ${inner.RtnMsg}`.slice(0, 200)
  throw new InvoiceProblem(name, answerKind(inner.RtnCode, inner.RtnMsg), words)
}

import 'server-only'

import { createHmac, randomUUID } from 'node:crypto'

import { z } from 'zod'

import { ProviderProblem } from '../../order/payment/provider.ts'
import { settings } from '../../settings/env.ts'
import { defined } from '../../defined.ts'

/** A call of LINE Pay's Online API v4: `query` without its question mark, `within` in milliseconds. */
export type LinePayCall = {
  readonly what: string
  readonly path: string
  readonly query?: string
  readonly body?: unknown
  readonly within: number
}

/** LINE Pay's answer: always HTTP 200, with a code of four digits; `info` only where it is 0000. */
export type LinePayAnswer = { readonly code: string; readonly info: unknown }

const LIVE = 'https://api-pay.line.me'

const answerSchema = z
  .object({
    returnCode: z.string().optional(),
    /** The name of the code in some older errors. */
    resultCode: z.string().optional(),
    info: z.unknown().optional(),
  })
  .transform(({ returnCode, resultCode, info }) => ({ code: returnCode ?? resultCode, info }))

/** Quotes whole numbers of 16 digits or more: JSON.parse would round LINE Pay's 19-digit ids. */
export function withIdsAsText(json: string): string {
  return json.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g, (found) =>
    found.startsWith('"') ? found : `"${found}"`,
  )
}

/** The signature of a call: HMAC-SHA256 by the secret over secret, path, the exact body or query, and nonce. */
export function signature(
  secret: string,
  { path, sent, nonce }: { readonly path: string; readonly sent: string; readonly nonce: string },
): string {
  return createHmac('sha256', secret).update(`${secret}${path}${sent}${nonce}`).digest('base64')
}

/** A call whose outcome is not known: LINE Pay may have carried it out all the same. */
export function noAnswerProblem(what: string, issue: string, status?: number): ProviderProblem {
  return new ProviderProblem(what, { kind: 'unknown', status, issue, debugId: undefined })
}

function account(what: string) {
  const { LINE_PAY_CHANNEL_ID, LINE_PAY_CHANNEL_SECRET, LINE_PAY_API_BASE = LIVE } = settings()
  // A payment may outlive its settings; until they return, it can't be queried.
  if (LINE_PAY_CHANNEL_ID === undefined || LINE_PAY_CHANNEL_SECRET === undefined) {
    throw noAnswerProblem(what, 'NOT_SET')
  }
  return { id: LINE_PAY_CHANNEL_ID, secret: LINE_PAY_CHANNEL_SECRET, base: LINE_PAY_API_BASE }
}

async function send({ what, path, query, body, within }: LinePayCall): Promise<Response> {
  const { id, secret, base } = account(what)
  const nonce = randomUUID()
  // Written once: what is signed is what is sent.
  const text = body === undefined ? undefined : JSON.stringify(body)
  const sent = text ?? query ?? ''
  return fetch(`${base.replace(/\/$/, '')}${path}${query === undefined ? '' : `?${query}`}`, {
    method: text === undefined ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      'x-line-channelid': id,
      'x-line-authorization-nonce': nonce,
      'x-line-authorization': signature(secret, { path, sent, nonce }),
    },
    ...defined({ body: text }),
    signal: AbortSignal.timeout(within),
    cache: 'no-store',
    redirect: 'error',
  })
}

/**
 * Calls LINE Pay and returns the code with its data. Throws ProviderProblem `unknown` for any other
 * response.
 */
export async function callLinePay(call: LinePayCall): Promise<LinePayAnswer> {
  const { what } = call
  let response: Response
  let text: string
  try {
    response = await send(call)
    text = await response.text()
  } catch (error) {
    if (error instanceof ProviderProblem) throw error
    throw noAnswerProblem(what, error instanceof Error ? error.name : 'Error')
  }
  if (response.status !== 200) throw noAnswerProblem(what, 'HTTP', response.status)
  const { code, info } = answerIn(text) ?? {}
  if (code === undefined) throw noAnswerProblem(what, 'MALFORMED', response.status)
  return { code, info }
}

function answerIn(text: string) {
  try {
    return answerSchema.safeParse(JSON.parse(withIdsAsText(text))).data
  } catch {
    return undefined
  }
}

/** Whether LINE Pay's page of approval is at this address: its own host, or on a laptop any port of the stand-in's machine. */
export function isApprovalPage(address: string): boolean {
  const url = URL.parse(address)
  const base = new URL(settings().LINE_PAY_API_BASE ?? LIVE)
  if (base.protocol === 'http:') return url?.hostname === base.hostname
  return url?.origin === base.origin.replace('api-pay.', 'web-pay.')
}

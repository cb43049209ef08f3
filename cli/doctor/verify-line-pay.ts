import 'server-only'

import { randomUUID } from 'node:crypto'

import { z } from 'zod'

import { signature } from '#lib/adapters/line-pay/client.ts'
import { check, type DoctorCheck } from './check.ts'
import { readAnswer } from './read-answer.ts'

/** LINE Pay's address and the shop's account; `paypal` is PayPal's environment, which must be of the same kind. */
export type LinePayAt = {
  readonly base: string
  readonly channelId: string
  readonly channelSecret: string
  readonly paypal: 'sandbox' | 'live'
}

const KEYS = 'pay.line.me → 開發者工具 → 管理連結金鑰'
/** LINE Pay's host for real money. */
export const LIVE = 'https://api-pay.line.me'
const SANDBOX = 'https://sandbox-api-pay.line.me'

// No payment has this id: valid keys get "not found".
const NO_PAYMENT = '/v4/payments/requests/2000010100000000001/check'
const NOT_THERE = new Set(['1150', '1155', '1159'])

const answerSchema = z.object({ returnCode: z.string() })

function keysProblem(code: string | undefined, status: number, base: string): string | undefined {
  if (code !== undefined && NOT_THERE.has(code)) return undefined
  if (code === '1104')
    return `Set LINE_PAY_CHANNEL_ID to the channel of this account: ${KEYS}; ${base} knows no such merchant (1104). Keys of the sandbox are unknown to the real host.`
  if (code === '1106')
    return `Set LINE_PAY_CHANNEL_SECRET to the secret of this channel: ${KEYS}; LINE Pay refuses its signature (1106).`
  return `LINE Pay (${base}) answered ${code ?? (status || 'nothing')} when asked for a payment that cannot be.`
}

/** Real money at LINE Pay beside PayPal's sandbox; the other way round the shop does not start. */
export function hostProblem({
  base,
  paypal,
}: Pick<LinePayAt, 'base' | 'paypal'>): string | undefined {
  return base === LIVE && paypal === 'sandbox'
    ? `Set LINE_PAY_API_BASE=${SANDBOX} with keys of the sandbox, or PAYPAL_ENVIRONMENT=live: LINE Pay takes real money here, and PayPal does not.`
    : undefined
}

/** Checks that LINE Pay lets the shop in, by asking for a payment that cannot be; changes nothing. */
export async function verifyLinePay(at: LinePayAt): Promise<readonly DoctorCheck[]> {
  const base = at.base.replace(/\/$/, '')
  const nonce = randomUUID()
  const { status, body } = await readAnswer(`${base}${NO_PAYMENT}`, {
    headers: {
      'content-type': 'application/json',
      'x-line-channelid': at.channelId,
      'x-line-authorization-nonce': nonce,
      'x-line-authorization': signature(at.channelSecret, { path: NO_PAYMENT, sent: '', nonce }),
    },
  })
  const code = answerSchema.safeParse(body).data?.returnCode
  return [
    check('LINE Pay channel', keysProblem(code, status, base)),
    check('LINE Pay host', hostProblem({ ...at, base })),
  ]
}

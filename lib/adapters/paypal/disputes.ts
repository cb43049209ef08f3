import 'server-only'

import { z } from 'zod'

import { type ProviderDispute, ProviderProblem } from '#lib/payment/provider.ts'
import { defined } from '#lib/result.ts'
import { settings } from '#lib/settings/env.ts'
import { DEADLINE, paypalClient, paypalProblem, renewPaypalClient } from './client.ts'
import { wholeAmount } from './orders.ts'

const amountSchema = z.object({ currency_code: z.string(), value: z.string() })

// PayPal's SDK has no disputes; its interface is Customer Disputes v1.
const disputeSchema = z.object({
  dispute_id: z.string(),
  status: z.string(),
  reason: z.string().default(''),
  dispute_channel: z.string().optional(),
  seller_response_due_date: z.iso.datetime({ offset: true }).optional().catch(undefined),
  dispute_amount: amountSchema.optional(),
  dispute_outcome: z
    .object({ outcome_code: z.string().optional(), amount_refunded: amountSchema.optional() })
    .optional(),
  disputed_transactions: z
    .array(z.object({ seller_transaction_id: z.string(), custom: z.string().optional() }))
    .default([]),
})

type WireDispute = z.infer<typeof disputeSchema>

// PayPal's two outcomes that take the seller's money.
const LOST = new Set(['RESOLVED_BUYER_FAVOUR', 'ACCEPTED'])

// PayPal waits for the buyer, or decides itself; in every other open status it is the seller's turn.
const ANSWERED = new Set(['WAITING_FOR_BUYER_RESPONSE', 'UNDER_REVIEW'])

// PayPal does not say how much each of several captures lost.
function amountOf(dispute: WireDispute): number | undefined {
  const { dispute_amount, dispute_outcome, disputed_transactions } = dispute
  const amount = dispute_outcome?.amount_refunded ?? dispute_amount
  const value = amount?.currency_code === 'TWD' ? wholeAmount(amount.value) : Number.NaN
  return disputed_transactions.length === 1 && Number.isInteger(value) ? value : undefined
}

/** A dispute of PayPal's in the shop's own words. */
export function disputeFrom(dispute: WireDispute): ProviderDispute {
  const amount = amountOf(dispute)
  const due = dispute.seller_response_due_date
  const respondBy = due === undefined ? undefined : new Date(due).toISOString()
  const end = LOST.has(dispute.dispute_outcome?.outcome_code ?? '') ? 'lost' : 'won'
  return {
    id: dispute.dispute_id,
    state: dispute.status === 'RESOLVED' ? end : 'open',
    reason: dispute.reason,
    channel: dispute.dispute_channel === 'EXTERNAL' ? 'bank' : 'provider',
    ...defined({ amount, respondBy }),
    ...(ANSWERED.has(dispute.status) ? { isAnswered: true } : {}),
    captures: dispute.disputed_transactions.map((one) => ({
      id: one.seller_transaction_id,
      orderDocument: one.custom,
    })),
  }
}

const API = {
  live: 'https://api-m.paypal.com',
  sandbox: 'https://api-m.sandbox.paypal.com',
} as const

function address(id: string): string {
  const { PAYPAL_BASE_URL, PAYPAL_ENVIRONMENT } = settings()
  return `${PAYPAL_BASE_URL ?? API[PAYPAL_ENVIRONMENT]}/v1/customer/disputes/${encodeURIComponent(id)}`
}

async function ask(id: string): Promise<Response> {
  const { accessToken } = await paypalClient().clientCredentialsAuthManager.fetchToken()
  return fetch(address(id), {
    headers: { authorization: `Bearer ${accessToken}` },
    signal: AbortSignal.timeout(DEADLINE),
    cache: 'no-store',
  })
}

/** Returns PayPal's dispute of this id, or undefined. Throws ProviderProblem. */
export async function findPaypalDispute(id: string): Promise<ProviderDispute | undefined> {
  try {
    let response = await ask(id)
    if (response.status === 401) {
      renewPaypalClient()
      response = await ask(id)
    }
    const { status } = response
    if (status === 404) return undefined
    if (!response.ok)
      throw new ProviderProblem('dispute', { kind: 'unknown', status, issue: 'DISPUTE' })
    return disputeFrom(disputeSchema.parse(await response.json()))
  } catch (error) {
    throw error instanceof ProviderProblem ? error : paypalProblem('dispute', error)
  }
}

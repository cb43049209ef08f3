import 'server-only'

import { z } from 'zod'

import { settings } from '../../settings/env.ts'
import { type ProviderDispute, ProviderProblem } from '../../order/payment/provider.ts'
import { wholeAmount } from './orders.ts'
import { DEADLINE, paypalClient, paypalProblem, renewPaypalClient } from './client.ts'
import { defined } from '../../defined.ts'

const amountSchema = z.object({ currency_code: z.string(), value: z.string() })

// PayPal's SDK has no disputes; its interface is Customer Disputes v1.
const disputeSchema = z.object({
  dispute_id: z.string(),
  status: z.string(),
  reason: z.string().default(''),
  dispute_channel: z.string().optional(),
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

function stateOf({ status, dispute_outcome }: WireDispute) {
  if (status !== 'RESOLVED') return 'open'
  return LOST.has(dispute_outcome?.outcome_code ?? '') ? 'lost' : 'won'
}

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
  return {
    id: dispute.dispute_id,
    state: stateOf(dispute),
    reason: dispute.reason,
    channel: dispute.dispute_channel === 'EXTERNAL' ? 'bank' : 'provider',
    ...defined({ amount }),
    captures: dispute.disputed_transactions.map((one) => ({
      id: one.seller_transaction_id,
      orderDocument: one.custom,
    })),
  }
}

function address(id: string): string {
  const { PAYPAL_BASE_URL, PAYPAL_ENVIRONMENT } = settings()
  const own =
    PAYPAL_ENVIRONMENT === 'live' ? 'https://api-m.paypal.com' : 'https://api-m.sandbox.paypal.com'
  return `${PAYPAL_BASE_URL ?? own}/v1/customer/disputes/${encodeURIComponent(id)}`
}

async function ask(id: string): Promise<Response> {
  const { accessToken } = await paypalClient().clientCredentialsAuthManager.fetchToken()
  return fetch(address(id), {
    headers: { authorization: `Bearer ${accessToken}` },
    signal: AbortSignal.timeout(DEADLINE),
    cache: 'no-store',
  })
}

function disputeProblemOf(status: number): ProviderProblem {
  const input = { kind: 'unknown', status, issue: 'DISPUTE', debugId: undefined } as const
  return new ProviderProblem('dispute', input)
}

/** Returns PayPal's dispute of this id, or undefined. Throws ProviderProblem. */
export async function findPaypalDispute(id: string): Promise<ProviderDispute | undefined> {
  try {
    let response = await ask(id)
    if (response.status === 401) {
      renewPaypalClient()
      response = await ask(id)
    }
    if (response.status === 404) return undefined
    if (!response.ok) throw disputeProblemOf(response.status)
    return disputeFrom(disputeSchema.parse(await response.json()))
  } catch (error) {
    throw error instanceof ProviderProblem ? error : paypalProblem('dispute', error)
  }
}

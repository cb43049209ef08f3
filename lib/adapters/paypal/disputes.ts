import 'server-only'

import { z } from 'zod'

import { settings } from '../../settings/env.ts'
import { type ProviderDispute, ProviderProblem } from '../../payment/provider.ts'
import { DEADLINE, paypalClient, paypalProblem, renewPaypalClient } from './client.ts'

// PayPal's SDK has no disputes; its interface is Customer Disputes v1.
const disputeSchema = z.object({
  dispute_id: z.string(),
  status: z.string(),
  reason: z.string().default(''),
  dispute_outcome: z.object({ outcome_code: z.string().optional() }).optional(),
  disputed_transactions: z
    .array(z.object({ seller_transaction_id: z.string(), custom: z.string().optional() }))
    .default([]),
})

// Of PayPal's outcomes only these two take the seller's money.
const LOST = new Set(['RESOLVED_BUYER_FAVOUR', 'ACCEPTED'])

function stateOf({ status, dispute_outcome }: z.infer<typeof disputeSchema>) {
  if (status !== 'RESOLVED') return 'open'
  return LOST.has(dispute_outcome?.outcome_code ?? '') ? 'lost' : 'won'
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

function answered(status: number): ProviderProblem {
  const given = { kind: 'unknown', status, issue: 'DISPUTE', debugId: undefined } as const
  return new ProviderProblem('dispute', given)
}

/** What PayPal knows of a dispute, or nothing when it knows none of that id. Throws ProviderProblem. */
export async function findPaypalDispute(id: string): Promise<ProviderDispute | undefined> {
  try {
    let response = await ask(id)
    if (response.status === 401) {
      renewPaypalClient()
      response = await ask(id)
    }
    if (response.status === 404) return undefined
    if (!response.ok) throw answered(response.status)
    const dispute = disputeSchema.parse(await response.json())
    return {
      id: dispute.dispute_id,
      state: stateOf(dispute),
      reason: dispute.reason,
      captures: dispute.disputed_transactions.map((one) => ({
        id: one.seller_transaction_id,
        orderDocument: one.custom,
      })),
    }
  } catch (error) {
    throw error instanceof ProviderProblem ? error : paypalProblem('dispute', error)
  }
}

import 'server-only'

import {
  type SearchResponse,
  type TransactionInformation,
  TransactionSearchController,
} from '@paypal/paypal-server-sdk'

import type { PaypalTransaction } from '../../owner/reconciliation.ts'
import { paypalClient } from './client.ts'
import { wholeAmount } from './orders.ts'
import { paypalProblem } from './problem.ts'

const PAGE = 500

/** More pages than a day of this shop has; PayPal itself ends at 10,000 transactions. */
const MOST_PAGES = 20

// PayPal, Transaction event codes: T00xx are payments, T1107 a refund, the other T11xx reversals.
function kindOf(code: string): PaypalTransaction['kind'] {
  if (code.startsWith('T00')) return 'payment'
  if (code === 'T1107') return 'refund'
  return code.startsWith('T11') ? 'reversal' : 'other'
}

function transactionFrom(wire: TransactionInformation): PaypalTransaction {
  const value = wire.transactionAmount?.value ?? ''
  const amount = wholeAmount(value.replace(/^-/, ''))
  return {
    id: wire.transactionId ?? '',
    kind: kindOf(wire.transactionEventCode ?? ''),
    status: wire.transactionStatus ?? '',
    amount: value.startsWith('-') ? -amount : amount,
    currency: wire.transactionAmount?.currencyCode ?? '',
    invoiceId: wire.invoiceId ?? '',
    at: new Date(wire.transactionInitiationDate ?? 0).toISOString(),
  }
}

async function page(startDate: string, endDate: string, number: number): Promise<SearchResponse> {
  try {
    const search = new TransactionSearchController(paypalClient())
    const query = { startDate, endDate, pageSize: PAGE, page: number }
    return (await search.searchTransactions(query)).result
  } catch (error) {
    throw paypalProblem('transactions', error)
  }
}

/** What PayPal booked between two instants (ISO 8601 in UTC, at most 31 days apart), the oldest first; PayPal is up to three hours behind. Throws PaypalProblem. */
export async function paypalTransactions(
  from: string,
  until: string,
): Promise<readonly PaypalTransaction[]> {
  const all: PaypalTransaction[] = []
  for (let number = 1; number <= MOST_PAGES; number += 1) {
    const { transactionDetails = [], totalPages = 1 } = await page(from, until, number)
    all.push(
      ...transactionDetails.flatMap(({ transactionInfo: info }) => info ?? []).map(transactionFrom),
    )
    if (number >= totalPages) break
  }
  return all
}

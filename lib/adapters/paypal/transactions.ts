import 'server-only'

import {
  PaypalReferenceIdType,
  type SearchResponse,
  type TransactionInformation,
  TransactionSearchController,
} from '@paypal/paypal-server-sdk'

import { ownNumber } from '#lib/adapters/provider-number.ts'
import type { PaypalTransaction } from '#lib/ledger/disagreements.ts'
import { defined } from '#lib/result.ts'
import { paypalClient, paypalProblem } from './client.ts'
import { type DateRange, readWhole, wholeAmount } from './orders.ts'

const PAGE = 500

/** The longest time that one question spans, in milliseconds; PayPal allows 31 days. */
const LONGEST = 30 * 24 * 60 * 60 * 1000

/** PayPal gives at most 10,000 transactions of one span. */
const MOST_PAGES = 20

// PayPal's transaction event codes. Omits dispute holds (T1110, T1111) and returned fees (T1108,
// T1109).
const KINDS: Readonly<Record<string, PaypalTransaction['kind']>> = {
  T1106: 'reversal',
  T1107: 'refund',
  T1108: 'fee',
  T1109: 'fee',
  T1201: 'chargeback',
  T1202: 'returned',
  T1205: 'returned',
}

function signedAmount(value: string): number {
  const amount = wholeAmount(value.replace(/^-/, ''))
  return value.startsWith('-') ? 0 - amount : amount
}

/** One booking of PayPal's in the shop's own words. */
export function transactionFrom(wire: TransactionInformation): PaypalTransaction {
  const { transactionId: id = '', transactionEventCode: code = '' } = wire
  const fee = wire.feeAmount && signedAmount(wire.feeAmount.value)
  // Later transactions name the payment as their reference; a payment is its own capture.
  const isLater = wire.paypalReferenceIdType === PaypalReferenceIdType.Txn
  return {
    id,
    kind: code.startsWith('T00') ? 'payment' : (KINDS[code] ?? 'other'),
    status: wire.transactionStatus ?? '',
    amount: signedAmount(wire.transactionAmount?.value ?? ''),
    ...defined({ fee }),
    currency: wire.transactionAmount?.currencyCode ?? '',
    invoiceId: wire.invoiceId ?? '',
    captureId: (isLater ? wire.paypalReferenceId : undefined) ?? id,
    at: new Date(wire.transactionInitiationDate ?? 0).toISOString(),
  }
}

// Undefined if PayPal says that the span has too many.
async function page(
  startDate: string,
  endDate: string,
  number: number,
): Promise<SearchResponse | undefined> {
  try {
    const search = new TransactionSearchController(paypalClient())
    const query = { startDate, endDate, pageSize: PAGE, page: number }
    return (await search.searchTransactions(query)).result
  } catch (error) {
    const problem = paypalProblem('transactions', error)
    if (problem.issue === 'RESULTSET_TOO_LARGE') return undefined
    throw problem
  }
}

async function pageIn({ from, until }: DateRange, number: number) {
  const [start, end] = [from, until].map((time) => new Date(time).toISOString())
  const found = await page(start ?? '', end ?? '', number)
  if (!found) return undefined
  const infos = found.transactionDetails?.flatMap(({ transactionInfo: info }) => info ?? []) ?? []
  const { totalPages: pages = 1 } = found
  const items = infos.map((info) => {
    const booked = transactionFrom(info)
    return { ...booked, invoiceId: ownNumber(booked.invoiceId) }
  })
  return pages > MOST_PAGES ? undefined : { items, pages }
}

/**
 * Returns PayPal's transactions between two instants (ISO 8601, UTC), oldest first. Up to three
 * hours late. Throws ProviderProblem.
 */
export async function paypalTransactions(
  from: string,
  until: string,
): Promise<readonly PaypalTransaction[]> {
  const known = new Map<string, PaypalTransaction>()
  const end = Date.parse(until)
  for (let start = Date.parse(from); start < end; start += LONGEST) {
    const span = { from: start, until: Math.min(start + LONGEST, end) }
    for (const one of await readWhole(span, pageIn)) known.set(one.id, one)
  }
  return [...known.values()]
}

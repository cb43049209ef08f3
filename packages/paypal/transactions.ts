import { answer, type Call, type Reply } from '../stand-in/http.ts'
import type { PayPal } from './context.ts'
import { refusal } from './errors.ts'
import { moneyLike } from './money.ts'
import type { Capture, Entry, Refund } from './records.ts'
import { feeOf, merchantId } from './representation.ts'

const statusCodes = {
  COMPLETED: 'S',
  PARTIALLY_REFUNDED: 'S',
  REFUNDED: 'V',
  PENDING: 'P',
  DECLINED: 'D',
  FAILED: 'D',
  CANCELLED: 'D',
} as const

function lineOf(row: Capture | Refund | Entry, code: string): Record<string, unknown> {
  const isOrders = 'orderId' in row
  return {
    transaction_id: row.id,
    paypal_reference_id: isOrders ? row.orderId : row.captureId,
    paypal_reference_id_type: isOrders ? 'ODR' : 'TXN',
    transaction_event_code: code,
    transaction_initiation_date: row.createTime,
    transaction_updated_date: row.updateTime,
    transaction_amount: row.amount,
    transaction_status: 'status' in row ? statusCodes[row.status] : 'S',
    invoice_id: 'invoiceId' in row ? row.invoiceId : undefined,
    custom_field: 'customId' in row ? row.customId : undefined,
  }
}

function captureLine(capture: Capture): Record<string, unknown> {
  const { amount, status } = capture
  const isPaid = ['S', 'V'].includes(statusCodes[status])
  const fee_amount = isPaid ? moneyLike(amount, -feeOf(Number(amount.value))) : undefined
  return { ...lineOf(capture, 'T0006'), fee_amount }
}

function refundLine(refund: Refund): Record<string, unknown> {
  const takenBack = refund.chargeback ? 'T1201' : 'T1106'
  const amount = moneyLike(refund.amount, `-${refund.amount.value}`)
  return lineOf({ ...refund, amount }, refund.reversal ? takenBack : 'T1107')
}

function dateOf({ query }: Call, field: string): number {
  const value = query.get(field)
  if (value === null) throw refusal('MISSING_REQUIRED_PARAMETER', { field })
  const at = Date.parse(value)
  if (Number.isNaN(at)) throw refusal('INVALID_PARAMETER_SYNTAX', { field, value })
  return at
}

function numberOf({ query }: Call, field: string, usual: number, max: number): number {
  const value = Number(query.get(field) ?? usual)
  if (Number.isInteger(value) && value >= 1 && value <= max) return value
  throw refusal('INVALID_PARAMETER_VALUE', { field, value: String(value) })
}

const longestRange = 31 * 86_400_000

/** GET /v1/reporting/transactions: the ledger between two moments, at most 31 days apart. */
export function listTransactions({ store, base }: PayPal, call: Call): Reply {
  const [from, until] = [dateOf(call, 'start_date'), dateOf(call, 'end_date')]
  if (until < from || until - from > longestRange)
    throw refusal('INVALID_PARAMETER_VALUE', { field: 'end_date' })
  const size = numberOf(call, 'page_size', 100, 500)
  const page = numberOf(call, 'page', 1, 2_147_483_647)
  const found = [
    ...store.captures.list().map(captureLine),
    ...store.refunds.list().map(refundLine),
    ...store.entries.list().map((entry) => lineOf(entry, entry.code)),
  ]
    .map((line) => ({
      transaction_info: line,
      at: Date.parse(String(line['transaction_initiation_date'])),
    }))
    .filter(({ at }) => at >= from && at <= until)
    .toSorted((a, b) => a.at - b.at)
    .map(({ transaction_info }) => ({ transaction_info }))
  return answer(200, {
    transaction_details: found.slice((page - 1) * size, page * size),
    account_number: merchantId,
    start_date: new Date(from).toISOString(),
    end_date: new Date(until).toISOString(),
    last_refreshed_datetime: new Date().toISOString(),
    page,
    total_items: found.length,
    total_pages: Math.max(1, Math.ceil(found.length / size)),
    links: [{ href: `${base}${call.path}?${call.query}`, rel: 'self', method: 'GET' }],
  })
}

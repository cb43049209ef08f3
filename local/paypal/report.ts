import type { Desk } from './desk.ts'
import { refusal } from './errors.ts'
import { answer, type Call, type Reply } from './http.ts'
import type { Capture, Entry, Money, Refund } from './records.ts'
import { feeOf, merchantId } from './representation.ts'

const longestRange = 31 * 86_400_000

const statusCodes = {
  COMPLETED: 'S',
  PARTIALLY_REFUNDED: 'S',
  REFUNDED: 'V',
  PENDING: 'P',
  DECLINED: 'D',
  FAILED: 'D',
} as const

type Line = { at: string; info: Record<string, unknown> }

function isSettled({ status }: Capture): boolean {
  return statusCodes[status] === 'S' || statusCodes[status] === 'V'
}

function feeMoney({ amount: { currency_code, value } }: Capture): Money {
  return { currency_code, value: String(-feeOf(Number(value))) }
}

function captureLine(capture: Capture): Line {
  return {
    at: capture.createTime,
    info: {
      transaction_id: capture.id,
      paypal_reference_id: capture.orderId,
      paypal_reference_id_type: 'ODR',
      transaction_event_code: 'T0006',
      transaction_initiation_date: capture.createTime,
      transaction_updated_date: capture.updateTime,
      transaction_amount: capture.amount,
      ...(isSettled(capture) ? { fee_amount: feeMoney(capture) } : {}),
      transaction_status: statusCodes[capture.status],
      invoice_id: capture.invoiceId,
      custom_field: capture.customId,
    },
  }
}

function codeOf({ reversal, chargeback }: Refund): string {
  if (!reversal) return 'T1107'
  return chargeback ? 'T1201' : 'T1106'
}

const refundCodes = { COMPLETED: 'S', PENDING: 'P', FAILED: 'D', CANCELLED: 'D' } as const

function refundLine(refund: Refund): Line {
  return {
    at: refund.createTime,
    info: {
      transaction_id: refund.id,
      paypal_reference_id: refund.captureId,
      paypal_reference_id_type: 'TXN',
      transaction_event_code: codeOf(refund),
      transaction_initiation_date: refund.createTime,
      transaction_updated_date: refund.updateTime ?? refund.createTime,
      transaction_amount: { ...refund.amount, value: `-${refund.amount.value}` },
      transaction_status: refundCodes[refund.status],
      invoice_id: refund.invoiceId,
      custom_field: refund.customId,
    },
  }
}

function entryLine({ id, captureId, code, amount, at }: Entry): Line {
  return {
    at,
    info: {
      transaction_id: id,
      paypal_reference_id: captureId,
      paypal_reference_id_type: 'TXN',
      transaction_event_code: code,
      transaction_initiation_date: at,
      transaction_updated_date: at,
      transaction_amount: amount,
      transaction_status: 'S',
    },
  }
}

function dateOf(call: Call, name: string): number {
  const text = call.query.get(name)
  if (text === null) throw refusal('MISSING_REQUIRED_PARAMETER', name)
  const at = Date.parse(text)
  if (Number.isNaN(at)) throw refusal('INVALID_PARAMETER_SYNTAX', name, text)
  return at
}

function numberOf(call: Call, name: string, usual: number, most: number): number {
  const value = Number(call.query.get(name) ?? usual)
  if (!Number.isInteger(value) || value < 1 || value > most) {
    throw refusal('INVALID_PARAMETER_VALUE', name, String(value))
  }
  return value
}

/** GET /v1/reporting/transactions: captures, refunds, fees given back, holds and chargebacks between two moments, at most 31 days apart. */
export function report(desk: Desk, call: Call): Reply {
  const [from, until] = [dateOf(call, 'start_date'), dateOf(call, 'end_date')]
  if (until < from || until - from > longestRange)
    throw refusal('INVALID_PARAMETER_VALUE', 'end_date')
  const [size, page] = [
    numberOf(call, 'page_size', 100, 500),
    numberOf(call, 'page', 1, 2_147_483_647),
  ]
  const { captures, refunds, entries } = desk.store
  const lines = [
    ...captures.list().map(captureLine),
    ...refunds.list().map(refundLine),
    ...entries.list().map(entryLine),
  ]
    .filter(({ at }) => Date.parse(at) >= from && Date.parse(at) <= until)
    .toSorted((one, other) => one.at.localeCompare(other.at))
  const shown = lines.slice((page - 1) * size, page * size)
  return answer(200, {
    transaction_details: shown.map(({ info }) => ({ transaction_info: info })),
    account_number: merchantId,
    start_date: new Date(from).toISOString(),
    end_date: new Date(until).toISOString(),
    last_refreshed_datetime: new Date().toISOString(),
    page,
    total_items: lines.length,
    total_pages: Math.max(1, Math.ceil(lines.length / size)),
    links: [{ href: `${desk.base}${call.path}?${call.query}`, rel: 'self', method: 'GET' }],
  })
}

import { setTimeout as wait } from 'node:timers/promises'

import type { z } from 'zod'

import type { Call } from '../stand-in/http.ts'
import { codeText, Refusal, successText } from './codes.ts'
import type { LinePay } from './context.ts'
import type { Operation } from './faults.ts'
import * as payments from './payments.ts'
import { confirmSchema, type Payment, refundCallSchema, requestSchema } from './records.ts'

function codeOf({ code, path }: z.core.$ZodIssue, value: unknown): string {
  const name = path.at(-1)
  if (code === 'unrecognized_keys' || (code === 'invalid_value' && name !== 'currency'))
    return '2103'
  if (name === 'currency' && typeof value === 'string') return '1178'
  const isAmount = ['amount', 'price', 'refundAmount'].includes(String(name))
  return isAmount && typeof value === 'number' ? '1124' : '2101'
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => Object(at)[key], body)
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new Refusal('2102')
  }
}

function read<T>(schema: z.ZodType<T>, { body }: Call): T {
  const raw = jsonOf(body)
  const parsed = schema.safeParse(raw)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  if (issue === undefined) throw new Refusal('2101')
  throw new Refusal(codeOf(issue, valueAt(raw, issue.path)), `[${issue.path.join('.')}]`)
}

/** Does what a call asks and returns the text of its answer. Throws the code that refuses it. */
export type Handle = (linePay: LinePay, call: Call, id: string) => string | Promise<string>

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, one) => sum + one, 0)
}

const request: Handle = (linePay, call) => {
  const input = read(requestSchema, call)
  const isEven = input.packages.every(
    ({ amount, products }) =>
      amount === sumOf(products.map(({ price, quantity }) => price * quantity)),
  )
  if (!isEven || input.amount !== sumOf(input.packages.map(({ amount }) => amount)))
    throw new Refusal('2101', 'The amounts do not add up.')
  const { id, token, reserveId } = payments.newPayment(linePay, input)
  const web = `${linePay.base}/web/payment/wait?transactionReserveId=${reserveId}`
  const paymentUrl = { web, app: `line://pay/payment/${reserveId}` }
  return successText({ paymentUrl, transactionId: id, paymentAccessToken: token })
}

const checkCodes = {
  PENDING: '0000',
  APPROVED: '0110',
  CANCELLED: '0121',
  EXPIRED: '0121',
  FAILED: '0122',
  CONFIRMED: '0123',
} as const

const check: Handle = (linePay, _call, id) =>
  codeText(checkCodes[payments.requirePayment(linePay, id, '1159').state])

const confirm: Handle = async (linePay, call, id) => {
  const { amount } = read(confirmSchema, call)
  const payment = payments.requirePayment(linePay, id)
  payments.requireConfirmable(linePay, payment, amount)
  const fault = linePay.faults.take('act', { op: 'confirm', refs: payments.refsOf(payment) })
  if (fault?.effect.late) {
    linePay.confirming.set(id, fault.code ?? '1145')
    await wait(fault.delayMs, undefined, { ref: false })
    linePay.confirming.delete(id)
  }
  const confirmed = payments.confirm(linePay, payment)
  const shown = fault?.effect.change?.(confirmed, fault.delayMs) ?? confirmed
  const { orderId, parts } = linePay.store.payments.put(shown)
  return successText({ orderId, transactionId: id, payInfo: parts, paymentProvider: 'TSP' })
}

function detailsOf({ id, orderId, confirmedAt, parts, ...payment }: Payment) {
  const shown = payment.refunds.filter(({ visibleAt }) => visibleAt <= Date.now())
  const isWhole = shown.length === 1 && shown[0]?.amount === payment.amount
  const refundList = shown.map((one) => ({
    refundTransactionId: one.id,
    transactionType: isWhole ? 'PAYMENT_REFUND' : 'PARTIAL_REFUND',
    refundAmount: -one.amount,
    refundTransactionDate: one.at,
  }))
  return {
    transactionId: id,
    transactionDate: confirmedAt,
    transactionType: 'PAYMENT',
    payStatus: 'CAPTURE',
    productName: payment.productName,
    currency: 'TWD',
    orderId,
    payInfo: parts,
    paymentProvider: 'TSP',
    ...(refundList.length > 0 ? { refundList } : {}),
  }
}

const details: Handle = ({ store }, { query }) => {
  const unknown = [...query.keys()].find((name) => name !== 'transactionId' && name !== 'orderId')
  if (unknown !== undefined) throw new Refusal('2103', `[${unknown}]`)
  const [ids, orderIds] = [query.getAll('transactionId'), query.getAll('orderId')]
  if (ids.length + orderIds.length === 0) throw new Refusal('2101')
  if (ids.length + orderIds.length > 100) throw new Refusal('1177')
  const found = store.payments
    .list()
    .filter(({ state, visibleAt }) => state === 'CONFIRMED' && visibleAt <= Date.now())
    .filter(({ id, orderId }) => ids.includes(id) || orderIds.includes(orderId))
  if (found.length === 0) throw new Refusal('1150')
  return successText(found.map(detailsOf))
}

const refund: Handle = (linePay, call, id) => {
  const { refundAmount } = read(refundCallSchema, call)
  const payment = payments.requirePayment(linePay, id)
  const [refunded, made] = payments.refund(linePay, payment, refundAmount)
  const fault = linePay.faults.take('act', { op: 'refund', refs: payments.refsOf(payment) })
  linePay.store.payments.put(fault?.effect.change?.(refunded, fault.delayMs) ?? refunded)
  return successText({ refundTransactionId: made.id, refundTransactionDate: made.at })
}

/** The calls that are served. */
export const routes: readonly [string, RegExp, Operation, Handle][] = [
  ['POST', /^\/v4\/payments\/request$/, 'request', request],
  ['GET', /^\/v4\/payments\/requests\/([^/]+)\/check$/, 'check', check],
  ['POST', /^\/v4\/payments\/([^/]+)\/confirm$/, 'confirm', confirm],
  ['GET', /^\/v4\/payments$/, 'details', details],
  ['POST', /^\/v4\/payments\/([^/]+)\/refund$/, 'refund', refund],
]

import { z } from 'zod'
import type { Refund } from '../../order/payment/payment.ts'
import {
  type ProviderCapture,
  type ProviderOrder,
  type ProblemKind,
  ProviderProblem,
} from '../../order/payment/provider.ts'

/** An id of LINE Pay's; one that came as a number because it is short is a text all the same. */
export const idSchema = z.union([z.string(), z.int()]).transform(String)

/** A confirmed payment, as LINE Pay's details have it. */
const paymentSchema = z.object({
  transactionId: idSchema,
  transactionDate: z.string().default(''),
  payStatus: z.string().optional(),
  currency: z.string(),
  orderId: z.string(),
  payInfo: z.array(z.object({ amount: z.number() })).min(1),
  refundList: z
    .array(
      z.object({
        refundTransactionId: idSchema,
        refundAmount: z.number(),
        refundTransactionDate: z.string().default(''),
      }),
    )
    .optional(),
})
type WirePayment = z.infer<typeof paymentSchema>

// Money that was only authorised or voided is nothing that this shop asks for.
const KEPT = new Set(['CAPTURE', 'REFUND', 'PAYMENT_REFUND', 'PARTIAL_REFUND'])

function whole(amount: number): number {
  return Number.isSafeInteger(amount) ? amount : Number.NaN
}

function refundFrom(wire: NonNullable<WirePayment['refundList']>[number]): Refund {
  const { refundTransactionId: id, refundAmount, refundTransactionDate: at } = wire
  return { id, amount: Math.abs(whole(refundAmount)), at }
}

function statusOf(payStatus: string | undefined, amount: number, back: number) {
  if (payStatus !== undefined && !KEPT.has(payStatus)) return 'other'
  if (back === 0) return 'completed'
  return back >= amount ? 'refunded' : 'partly-refunded'
}

// Points and card together are the amount.
function orderFromLinePay(wire: WirePayment): ProviderOrder {
  const amount = whole(wire.payInfo.reduce((sum, one) => sum + one.amount, 0))
  const refunds = (wire.refundList ?? []).map(refundFrom)
  const back = refunds.reduce((sum, one) => sum + one.amount, 0)
  const capture: ProviderCapture = {
    id: wire.transactionId,
    status: statusOf(wire.payStatus, amount, back),
    amount,
    currency: wire.currency,
    invoiceId: wire.orderId,
    createTime: wire.transactionDate,
  }
  return { id: wire.transactionId, status: 'completed', captures: [capture], refunds }
}

/** A record of LINE Pay's that can't be read: its transaction, where that can be, and its first wrong field. */
export type UnreadableRecord = { readonly payment: string | undefined; readonly field: string }

const namedSchema = z.object({ transactionId: idSchema })

/**
 * Parses LINE Pay's confirmed payments and lists unreadable records. Undefined if the details are
 * no list.
 */
export function ordersFromLinePay(info: unknown):
  | {
      readonly orders: readonly ProviderOrder[]
      readonly unreadable: readonly UnreadableRecord[]
    }
  | undefined {
  if (!Array.isArray(info)) return undefined
  const orders: ProviderOrder[] = []
  const unreadable: UnreadableRecord[] = []
  for (const record of info) {
    const parsed = paymentSchema.safeParse(record)
    if (parsed.success) {
      orders.push(orderFromLinePay(parsed.data))
      continue
    }
    const payment = namedSchema.safeParse(record).data?.transactionId
    unreadable.push({ payment, field: parsed.error.issues[0]?.path.join('.') ?? '' })
  }
  return { orders, unreadable }
}

/** Calls to LINE Pay. */
export type LinePayCallName = 'request' | 'check' | 'confirm' | 'details' | 'refund'

// "Not there" (LINE Pay, result codes): also what ids of the sandbox are for the live host.
const MISSING = ['1150', '1155', '1159']

// The buyer's account, card or limits: this request is at its end, another one may do better.
const BUYERS = ['1101', '1102', '1110', '1141', '1142', '1170', '1298', '2024'].concat(
  Array.from({ length: 17 }, (_, number) => String(1280 + number)),
)

// Ours: host and channel, signature, amount and currency, parameters.
const OURS = '1104 1105 1106 1124 1153 1178 2101 2102 2103'.split(' ')

// The amount lies below or above what this shop may take (LINE Pay, result codes): nothing was taken.
const LIMITS = ['1183', '1184']

type Codes = Readonly<Record<string, ProblemKind>>

const all = (codes: readonly string[], kind: ProblemKind): Codes =>
  Object.fromEntries(codes.map((code) => [code, kind]))

/**
 * Maps codes to problems by call; others leave the outcome unknown. A confirmation trusts only
 * refusals and limits.
 */
const KINDS: Readonly<Record<LinePayCallName, Codes>> = {
  // A request moves no money, so every refusal is final.
  request: all([...BUYERS, ...OURS, ...LIMITS, '1172', '1177'], 'refused'),
  check: all(MISSING, 'missing'),
  confirm: {
    ...all([...BUYERS, ...LIMITS], 'final'),
    ...all(MISSING, 'missing'),
    ...all(['1152', '1169', '1172'], 'read-back'),
  },
  details: all(MISSING, 'missing'),
  refund: all([...MISSING, ...OURS, ...LIMITS, '1115', '1163', '1164', '1165'], 'refused'),
}

/** A code of LINE Pay's that is no success, as a ProviderProblem; its message may name the buyer and is left out. */
export function linePayProblem(request: LinePayCallName, code: string): ProviderProblem {
  const kind = KINDS[request][code] ?? 'unknown'
  const issue = `LINE_PAY_${code.slice(0, 8)}`
  return new ProviderProblem(request, { kind, status: 200, issue, debugId: undefined })
}

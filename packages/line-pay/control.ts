import { z } from 'zod'

import { answer, type Call, header, type Reply } from '../stand-in/http.ts'
import type { LinePay } from './context.ts'
import { effects, operations } from './faults.ts'
import * as payments from './payments.ts'
import { methods, type Payment } from './records.ts'

const schemas = {
  approve: z.strictObject({
    method: z.enum(methods).default('card'),
    outcome: z.string().default('ok'),
  }),
  refund: z.strictObject({ amount: z.number().int().positive().optional() }),
  advance: z.strictObject({ minutes: z.number().positive(), ref: z.string().optional() }),
}

function json({ body }: Call): unknown {
  return body.trim() === '' ? {} : JSON.parse(body)
}

/** True if one of the refs matches the call's `ref`, or it has none. */
function concerns(refs: readonly string[], { query }: Call): boolean {
  const wanted = query.get('ref')
  return wanted === null || refs.includes(wanted)
}

type Control = (linePay: LinePay, call: Call, ref: string) => unknown

/** The payment of that id, or the newest one of that name. */
function onPayment(change: (linePay: LinePay, payment: Payment, call: Call) => unknown): Control {
  return (linePay, call, ref) => {
    const payment = payments.findPayment(linePay, ref)
    if (payment === undefined) return answer(404, { error: `No payment ${ref}.` })
    return change(linePay, payment, call)
  }
}

function advance(linePay: LinePay, call: Call): void {
  const { minutes, ref } = schemas.advance.parse(json(call))
  const later = Date.now() + minutes * 60_000
  for (const payment of linePay.store.payments.list())
    if (ref === undefined || payments.refsOf(payment).includes(ref))
      payments.expireOverdue(linePay, payment, later)
}

// Payments that the details did not show yet are shown from now on.
function endFaults(linePay: LinePay, call: Call): void {
  linePay.faults.clear(call.query.get('ref'))
  const { payments: kept } = linePay.store
  for (const payment of kept.list())
    if (payment.visibleAt > Date.now() && concerns(payments.refsOf(payment), call))
      kept.put({ ...payment, visibleAt: 0 })
}

/** Remote controls by method and path below /_local. */
const controls: Readonly<Record<string, Control>> = {
  'GET ': () => ({ controls: Object.keys(controls), operations, faults: effects }),
  'GET /payments': (linePay, call) => ({
    payments: linePay.store.payments
      .list()
      .filter((payment) => concerns(payments.refsOf(payment), call))
      .map((payment) => payments.expireOverdue(linePay, payment, Date.now())),
  }),
  'POST /payments/{ref}/approve': onPayment((linePay, payment, call) =>
    payments.approve(linePay, payment, schemas.approve.parse(json(call))),
  ),
  'POST /payments/{ref}/cancel': onPayment((linePay, payment) =>
    payments.end(linePay, payment, 'CANCELLED'),
  ),
  'POST /payments/{ref}/expire': onPayment((linePay, payment) =>
    payments.end(linePay, payment, 'EXPIRED'),
  ),
  'POST /payments/{ref}/refund': onPayment((linePay, payment, call) => {
    const { amount } = schemas.refund.parse(json(call))
    return payments.refund(linePay, payment, amount)[1]
  }),
  'POST /advance': advance,
  'GET /faults': ({ faults }) => ({ faults: faults.list() }),
  'POST /faults': ({ faults }, call) => faults.add(json(call)),
  'DELETE /faults': endFaults,
  'GET /requests': ({ calls }, call) => ({
    requests: calls.filter(({ refs }) => concerns(refs, call)),
  }),
}

function isReply(done: unknown): done is Exclude<Reply, string> {
  return Object(done).status === 404
}

/** Answers the remote control under /_local. */
export function answerControl(linePay: LinePay, call: Call): Reply {
  // Tests and people call it; a page in a browser has no business here.
  if (header(call, 'origin') !== undefined) return answer(403, { error: 'Not for pages.' })
  const parts = call.path.slice('/_local'.length).split('/')
  const place = (parts.length === 4 ? parts.with(2, '{ref}') : parts).join('/')
  const control = controls[`${call.method} ${place}`]
  if (control === undefined) return answer(404, { error: 'GET /_local lists what there is.' })
  try {
    const done = control(linePay, call, decodeURIComponent(parts[2] ?? ''))
    return isReply(done) ? done : answer(200, done ?? {})
  } catch (error) {
    if (error instanceof z.ZodError) return answer(400, { error: z.prettifyError(error) })
    return answer(409, { error: String(error) })
  }
}

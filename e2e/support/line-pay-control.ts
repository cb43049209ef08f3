import { z } from 'zod'

import { caller, of } from './paypal-control.ts'

const paymentSchema = z.object({
  id: z.string(),
  orderId: z.string(),
  amount: z.number(),
  confirmUrl: z.string(),
  reserveId: z.string(),
  state: z.enum(['PENDING', 'APPROVED', 'CONFIRMED', 'CANCELLED', 'EXPIRED', 'FAILED']),
  parts: z.array(z.object({ method: z.string(), amount: z.number() })),
  refunds: z.array(z.object({ id: z.string(), amount: z.number() })),
})

/** A payment at LINE Pay; its `confirmUrl` ends with the order id. */
export type PaymentAtLinePay = Readonly<z.infer<typeof paymentSchema>>

/** A fault for LINE Pay's stand-in; the names are in packages/line-pay/README.md. */
export type LinePayFault = {
  readonly name: string
  readonly op?: string
  readonly times?: number
  readonly skip?: number
  readonly code?: string
  readonly delayMs?: number
}

const requestSchema = z.object({
  op: z.string(),
  at: z.string(),
  refs: z.array(z.string()),
  state: z.string().nullable(),
  code: z.string().nullable(),
})

/** A call of the shop's as the stand-in logged it; `state` is what the payment was when it came. */
export type RequestAtLinePay = Readonly<z.infer<typeof requestSchema>>

/** Returns the captured amount in whole TWD, before refunds. */
export function takenBy({ state, parts }: PaymentAtLinePay): number {
  return state === 'CONFIRMED' ? parts.reduce((sum, { amount }) => sum + amount, 0) : 0
}

/** The control client of LINE Pay's stand-in at an address. Every call throws when it is refused. */
export function linePayControl(address: string) {
  const call = caller(address)
  return {
    /** The payments of one of the shop's orders, by its number, document id or transaction. */
    payments: async (ref?: string): Promise<readonly PaymentAtLinePay[]> =>
      z.object({ payments: z.array(paymentSchema) }).parse(await call('GET', `/payments${of(ref)}`))
        .payments,
    /** Approves without returning to the shop. */
    approve: (ref: string, outcome = 'ok', method = 'card') =>
      call('POST', `/payments/${ref}/approve`, { outcome, method }),
    cancel: (ref: string) => call('POST', `/payments/${ref}/cancel`, {}),
    expire: (ref: string) => call('POST', `/payments/${ref}/expire`, {}),
    /** A refund in the merchant centre, of a part or all. */
    refund: (ref: string, amount?: number) =>
      call('POST', `/payments/${ref}/refund`, amount === undefined ? {} : { amount }),
    misbehave: (fault: LinePayFault, orderRef?: string) =>
      call('POST', '/faults', { ...fault, ...(orderRef === undefined ? {} : { orderRef }) }),
    behave: (ref?: string) => call('DELETE', `/faults${of(ref)}`),
    waiting: async () =>
      z
        .object({ faults: z.array(z.object({ times: z.number() })) })
        .parse(await call('GET', '/faults'))
        .faults.reduce((sum, { times }) => sum + times, 0),
    requests: async (ref?: string): Promise<readonly RequestAtLinePay[]> =>
      z.object({ requests: z.array(requestSchema) }).parse(await call('GET', `/requests${of(ref)}`))
        .requests,
  }
}

export type LinePayControl = ReturnType<typeof linePayControl>

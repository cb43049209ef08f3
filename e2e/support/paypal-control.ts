import { z } from 'zod'

import { addresses } from './addresses.ts'
import { CALL_TIMEOUT } from './time-limits.ts'

const captureSchema = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.object({ currency_code: z.string(), value: z.string() }),
})
const orderSchema = z.object({
  id: z.string(),
  status: z.string(),
  invoice_id: z.string(),
  custom_id: z.string(),
  amount: z.object({ currency_code: z.string(), value: z.string() }),
  captures: z.array(captureSchema),
  refunds: z.array(z.object({ id: z.string(), status: z.string() })).default([]),
})

/** A capture at PayPal. */
export type CaptureAtPaypal = z.infer<typeof captureSchema>

/** An order at PayPal; `custom_id` is the shop's order id. */
export type OrderAtPaypal = z.infer<typeof orderSchema>

/** A fault for PayPal's stand-in; the names are in packages/paypal/README.md. */
export type Fault = {
  readonly name: string
  readonly op?: string
  readonly times?: number
  readonly skip?: number
  readonly issue?: string
  readonly eventType?: string
  readonly delayMs?: number
}

/** A buyer's approval of an order at PayPal: when it began, ISO 8601 in UTC. */
export type Approval = { readonly reference: string; readonly at: string }

const requestSchema = z.object({
  op: z.string(),
  requestId: z.string().nullish(),
  status: z.number().nullable(),
  issue: z.string().nullish(),
  at: z.string(),
})

/** A call of the shop's as PayPal's stand-in logged it, at the time when it came. */
export type RequestAtPaypal = Readonly<z.infer<typeof requestSchema>>

const disputeSchema = z.object({
  dispute_id: z.string(),
  status: z.string(),
  dispute_outcome: z.object({ outcome_code: z.string() }).optional(),
})

/** Whether a capture holds or may hold the buyer's money. */
export function isLive({ status }: CaptureAtPaypal): boolean {
  return status !== 'DECLINED' && status !== 'FAILED'
}

/** The query for one order, or for all without a name. */
export const of = (ref?: string) => (ref === undefined ? '' : `?ref=${encodeURIComponent(ref)}`)

/** A call to a stand-in's remote control. */
export type Call = (method: string, path: string, body?: object) => Promise<unknown>

/** Calls the remote control of a payment provider's stand-in at an address; throws when it refuses. */
export function caller(address: string): Call {
  return async (method, path, body) => {
    const response = await fetch(`${address}/_local${path}`, {
      method,
      signal: AbortSignal.timeout(CALL_TIMEOUT),
      ...(body
        ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
        : {}),
    })
    if (!response.ok) {
      throw new Error(`Remote control: ${method} ${path} answered ${response.status}`)
    }
    return response.json()
  }
}

/** Remote controls of captured money. */
function moneyControl(call: Call) {
  return {
    settle: (capture: string, result: 'complete' | 'deny') =>
      call('POST', `/captures/${capture}/settle`, { result }),
    refund: (capture: string, value?: string) =>
      call('POST', `/captures/${capture}/refund`, value === undefined ? {} : { value }),
    reverse: (capture: string) => call('POST', `/captures/${capture}/reverse`, {}),
    settleRefund: (refund: string, result: 'COMPLETED' | 'FAILED' | 'CANCELLED') =>
      call('POST', `/refunds/${refund}/settle`, { result }),
    dispute: async (
      capture: string,
      request: { reason?: string; amount?: string; channel?: 'INTERNAL' | 'EXTERNAL' } = {},
    ) => disputeSchema.parse(await call('POST', `/captures/${capture}/dispute`, request)),
    updateDispute: (dispute: string, status?: string) =>
      call('POST', `/disputes/${dispute}/update`, status === undefined ? {} : { status }),
    resolveDispute: (dispute: string, outcome: string) =>
      call('POST', `/disputes/${dispute}/resolve`, { outcome }),
  }
}

/** The control client of PayPal's stand-in at an address. Every call throws when it is refused. */
export function paypalControl(address: string) {
  const call = caller(address)
  const approvals: Approval[] = []
  return {
    ...moneyControl(call),
    orders: async (ref?: string): Promise<OrderAtPaypal[]> =>
      z.object({ orders: z.array(orderSchema) }).parse(await call('GET', `/orders${of(ref)}`))
        .orders,
    /** The buyer agrees; `reference` is PayPal's own id of the order. */
    approve: async (reference: string, outcome = 'ok', funding = 'paypal') => {
      const at = new Date().toISOString()
      await call('POST', `/orders/${reference}/approve`, { outcome, funding })
      approvals.push({ reference, at })
    },
    approvals: (): readonly Approval[] => approvals,
    /** Captures without the shop. */
    captureAtPaypal: (ref: string) => call('POST', `/orders/${ref}/capture`, {}),
    expire: (ref: string) => call('POST', `/orders/${ref}/expire`),
    misbehave: (fault: Fault, orderRef?: string) =>
      call('POST', '/faults', { ...fault, ...(orderRef === undefined ? {} : { orderRef }) }),
    waiting: async () =>
      z
        .object({ faults: z.array(z.object({ times: z.number() })) })
        .parse(await call('GET', '/faults'))
        .faults.reduce((sum, { times }) => sum + times, 0),
    behave: (ref?: string) => call('DELETE', `/faults${of(ref)}`),
    expireTokens: () => call('POST', '/tokens/expire'),
    setSecrets: (secrets: readonly string[]) => call('POST', '/secrets', { secrets }),
    hold: (ref = '*') => call('POST', '/webhooks/hold', { ref }),
    release: (order: 'fifo' | 'reverse' = 'fifo', ref = '*') =>
      call('POST', '/webhooks/release', { ref, order }),
    flush: (ref?: string) => call('POST', `/webhooks/flush${of(ref)}`),
    requests: async (ref?: string) =>
      z.object({ requests: z.array(requestSchema) }).parse(await call('GET', `/requests${of(ref)}`))
        .requests,
  }
}

export type PaypalControl = ReturnType<typeof paypalControl>

/** PayPal's orders for one of the shop's, by its number or document id. */
export function paypalOrders(ref: string): Promise<OrderAtPaypal[]> {
  return paypalControl(addresses().paypal).orders(ref)
}

/** Approves a PayPal order as its buyer would, in no window of this browser. */
export async function approve(ref: string, outcome = 'ok'): Promise<void> {
  await paypalControl(addresses().paypal).approve(ref, outcome)
}

/** Injects a fault into PayPal's answers for one order; the names are in packages/paypal/README.md. */
export async function injectFault({
  orderRef,
  ...fault
}: Fault & { readonly orderRef: string }): Promise<void> {
  await paypalControl(addresses().paypal).misbehave(fault, orderRef)
}

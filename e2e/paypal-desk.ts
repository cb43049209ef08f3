import { z } from 'zod'

import { addresses } from './addresses.ts'

const orderSchema = z.object({
  id: z.string(),
  status: z.string(),
  invoice_id: z.string(),
  custom_id: z.string(),
  amount: z.object({ currency_code: z.string(), value: z.string() }),
  captures: z.array(
    z.object({ id: z.string(), status: z.string(), amount: z.object({ value: z.string() }) }),
  ),
})

async function call(method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${addresses().paypal}/_local${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  if (!response.ok) throw new Error(`PayPal's desk: ${method} ${path} answered ${response.status}`)
  return response.json()
}

/** PayPal's orders for one of the shop's, by its number or document id. */
export async function paypalOrders(ref: string): Promise<z.infer<typeof orderSchema>[]> {
  const answer = await call('GET', `/orders?ref=${encodeURIComponent(ref)}`)
  return z.object({ orders: z.array(orderSchema) }).parse(answer).orders
}

/** Approves a PayPal order as its buyer would, in no window of this browser. */
export async function approve(ref: string, outcome = 'ok'): Promise<void> {
  await call('POST', `/orders/${ref}/approve`, { funding: 'paypal', outcome })
}

/** Lets PayPal misbehave for one order from now on; the names are in local/paypal/README.md. */
export async function misbehave(fault: {
  name: string
  op: string
  orderRef: string
  times?: number
  issue?: string
}): Promise<void> {
  await call('POST', '/faults', fault)
}

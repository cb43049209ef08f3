import { z } from 'zod'

import { type Member, newMember } from './accounts.ts'
import { callAction } from './actions.ts'
import { addresses } from './addresses.ts'
import { type FirestoreCall, withCountedShop } from './counted-shop.ts'
import { orderRequest } from './orders.ts'
import { approve } from './paypal-control.ts'

/** Names of one purchase's Firestore and PayPal calls, in order. */
export type RoundTrips = {
  readonly place: readonly string[]
  readonly page: readonly string[]
  readonly pagePaypal: readonly string[]
  readonly capture: readonly string[]
  /** The capture's calls after the intention was stored, without PayPal's. */
  readonly markPaid: readonly string[]
}

const requestsSchema = z.object({
  requests: z.array(z.object({ op: z.string() })),
})

async function paypalCalls(order: string): Promise<string[]> {
  const answer = await fetch(`${addresses().paypal}/_local/requests?ref=${order}`)
  const { requests } = requestsSchema.parse(await answer.json())
  return requests.map(({ op }) => op)
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new Error(`Not an id: ${JSON.stringify(value)}`)
  return value
}

// Omits mails, which follow later, and sessions, which run in parallel.
const names = (calls: readonly FirestoreCall[]) =>
  calls.filter(({ forMail, forSession }) => !forMail && !forSession).map(({ name }) => name)

async function purchase(
  shop: string,
  { session }: Member,
  take: () => readonly FirestoreCall[],
): Promise<RoundTrips> {
  const act = async (name: string, page: string, argument: unknown) => {
    const { result } = await callAction(name, { page, session, args: [argument], shop })
    if (result?.ok !== true) throw new Error(`${name} answered ${JSON.stringify(result)}`)
    return { result, calls: take() }
  }
  take()
  const placed = await act('placeOrderAction', '/checkout', orderRequest())
  const id = text(placed.result.id)
  const path = `/checkout/paypal/${id}`
  const page = await fetch(shop + path, { headers: { cookie: `__session=${session}` } })
  if (page.status !== 200) throw new Error(`The payment page answered ${page.status}`)
  await page.text()
  const read = take()
  const pagePaypal = await paypalCalls(id)
  const started = await act('startPaymentAction', path, { id, method: 'paypal' })
  const known = z.object({ reference: z.string(), refusals: z.int() }).parse(started.result.data)
  await approve(id)
  const captured = await act('capturePaymentAction', path, { id, ...known })
  const capture = names(captured.calls)
  return {
    place: names(placed.calls),
    page: names(read),
    pagePaypal,
    capture,
    markPaid: capture.slice(capture.indexOf('Commit') + 1),
  }
}

/** Buys twice in a shop whose Firestore calls are counted; returns those of the second purchase. */
export function countRoundTrips(): Promise<RoundTrips> {
  return withCountedShop(3230, async (shop, take) => {
    await purchase(shop, await newMember(), take)
    return purchase(shop, await newMember(), take)
  })
}

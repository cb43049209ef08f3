import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'

import { z } from 'zod'

import { callAction } from '../../e2e/support/actions.ts'
import { controlEcpay, invoiceRef, parcelRef } from '../../e2e/support/ecpay-control.ts'
import { newOwner } from '../../e2e/support/owners.ts'
import { CALL_TIMEOUT } from '../../e2e/support/time-limits.ts'
import { addressOf, storedOrder } from './at-ecpay.ts'
import { type Harness, newShopper, type PlacedShopper, requirePromise } from './harness.ts'
import { shirtOrder } from './purchase.ts'
import { placedAndPaid } from './scenario.ts'
import type { KillablePart } from './shop-under-fault.ts'

const STORE = '7-11 131386 重慶門市'

/** Faults of a call of ECPay's before it acts, and after. */
export const BEFORE = ['drop', 'html', 'hang', '500', '403']
export const AFTER = ['lose-reply', 'html-after-acting', 'hang-after-acting', '500-after-acting']

/** A fault of ECPay's stand-in; see packages/ecpay/README.md. */
export type EcpayFault = {
  readonly name: string
  readonly op: string
  readonly times?: number
  readonly text?: string
  readonly code?: number
  readonly delayMs?: number
}

/** A new member's order of one shirt to a store. */
export async function placeToStore(harness: Harness): Promise<PlacedShopper> {
  const someone = await newShopper(harness)
  const request = shirtOrder(1)
  const recipient = { ...Object(request.recipient), store: STORE }
  const toStore = { ...request, shippingMethod: 'store', recipient }
  return requirePromise(someone, await someone.shopper.placeWithRetry(toStore))
}

/** Has ECPay misbehave in a call about a parcel or an invoice. */
export async function strike(
  harness: Pick<Harness, 'own'>,
  ref: string,
  fault: EcpayFault,
): Promise<void> {
  await controlEcpay(addressOf(harness), '/faults', { ...fault, orderRef: ref })
}

/** The key of an order's invoice at ECPay's stand-in. */
export async function invoiceKeyOf(harness: Harness, id: string): Promise<string> {
  return invoiceRef((await storedOrder(harness, id)).orderNumber)
}

/** The number of an order's first parcel at ECPay's stand-in. */
export async function firstParcelOf(harness: Harness, id: string): Promise<string> {
  return `${parcelRef((await storedOrder(harness, id)).orderNumber)}L01`
}

/** Gives money back at PayPal: so much, or all. */
export async function refundAtPaypal(
  { paypal }: Harness,
  id: string,
  amount?: string,
): Promise<void> {
  const [capture] = (await paypal.orders(id)).flatMap(({ captures }) => captures)
  assert.ok(capture, 'nothing was captured')
  await paypal.refund(capture.id, amount)
  await paypal.flush(id)
}

// The shirt of the tests is a pre-order for years to come; this one is in stock.
async function stock({ ledger }: Harness, id: string): Promise<void> {
  const order = ledger.db.collection('orders').doc(id)
  const items: unknown = (await order.get()).get('items')
  const stocked = Array.from(Object(items), (item) => {
    const { preorder: _preorder, ...rest } = Object(item)
    return rest
  })
  await order.update({ items: stocked })
}

/** A paid order of a shirt in stock, to a store. */
export async function paidToStore(harness: Harness): Promise<PlacedShopper> {
  const order = await placedAndPaid(harness, await placeToStore(harness))
  await stock(harness, order.id)
  return order
}

/** The human number of an order. */
export const numberOf = async (harness: Harness, id: string) =>
  (await storedOrder(harness, id)).orderNumber

/** An owner books the parcel; no answer is undefined. */
export async function pressBook(harness: Harness, id: string): Promise<unknown> {
  const { at } = harness.own
  const { session } = await newOwner('林店主', at)
  const args = [{ orderIds: id }]
  const call = { page: '/owner/parcels', session, args, shop: at.shop }
  return callAction('bookParcelsAction', call).catch(() => undefined)
}

/** A paid order whose parcel is booked, and the parcel's number. */
export async function bookedOrder(
  harness: Harness,
): Promise<PlacedShopper & { readonly parcel: string }> {
  const order = await paidToStore(harness)
  await pressBook(harness, order.id)
  return { ...order, parcel: await firstParcelOf(harness, order.id) }
}

/** Moves a parcel on at the carrier, which pushes it to the shop. */
export async function step(
  harness: Harness,
  parcel: string,
  push: string,
  steps = 1,
): Promise<void> {
  await controlEcpay(addressOf(harness), `/parcels/${parcel}/step`, { steps, push })
}

const unescaped = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"')

/** Has a browser bring a card's number to the cashier by the shop's page; false if that makes no form for it. */
export async function bringToCashier(shop: string, id: string, number: string): Promise<boolean> {
  const signal = AbortSignal.timeout(CALL_TIMEOUT)
  const page = await fetch(`${shop}/checkout/ecpay/${id}?no=${number}`, { signal })
  const html = await page.text()
  const [, action] = /<form[^>]* action="([^"]+)"/.exec(html) ?? []
  if (!action) return false
  const fields = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  const body = new URLSearchParams(
    fields.map(([, name = '', value = '']) => [name, unescaped(value)]),
  )
  const cashier = await fetch(unescaped(action), { method: 'POST', body, signal })
  return (await cashier.text()).includes('確認付款')
}

const callsSchema = z.object({
  requests: z.array(z.object({ op: z.string(), answer: z.string().nullable() })),
})

type EcpayCall = { readonly op: string; readonly ref: string }

// Waits until ECPay has the call, or has answered the newest one.
async function callAt(harness: Harness, { op, ref }: EcpayCall, state: 'begun' | 'answered') {
  const path = `/requests?ref=${ref}`
  for (const began = Date.now(); Date.now() - began < CALL_TIMEOUT; await wait(50)) {
    const { requests } = callsSchema.parse(await controlEcpay(addressOf(harness), path))
    const call = requests.findLast((request) => request.op === op)
    if (call && (state === 'begun' || call.answer !== null)) return
  }
  throw new Error(`${op} of ${ref} is not ${state}`)
}

/** Kills a part while ECPay takes its time with a call, and lets ECPay finish it. */
export async function killedDuring(
  harness: Harness,
  part: KillablePart,
  call: EcpayCall,
): Promise<void> {
  await callAt(harness, call, 'begun')
  await harness.own.kill(part)
  await callAt(harness, call, 'answered')
}

import assert from 'node:assert/strict'

import { controlEcpay, parcelRef } from '../support/ecpay-control.ts'
import { addressOf, storedOrder } from '../ecpay/at-ecpay.ts'
import { type Harness, newShopper, type PlacedShopper, requirePromise } from './harness.ts'
import { shirtOrder } from './purchase.ts'

const STORE = '7-11 131386 重慶門市'

/** Faults of a call of ECPay's before it acts, and after. */
export const BEFORE = ['drop', 'html', 'hang']
export const AFTER = ['lose-reply', 'html-after-acting', 'hang-after-acting']

/** A fault of ECPay's stand-in; see local/ecpay/README.md. */
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
export async function strike(harness: Harness, ref: string, fault: EcpayFault): Promise<void> {
  await controlEcpay(addressOf(harness), '/faults', { ...fault, orderRef: ref })
}

/** The name that ECPay's stand-in has for an order. */
export async function refOf(harness: Harness, id: string): Promise<string> {
  return parcelRef((await storedOrder(harness, id)).orderId)
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

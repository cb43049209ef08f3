'use server'
import { z } from 'zod'

import { memberAction } from '#app/shopper-action.ts'
import { typedRecipient } from '#lib/delivery/typed-recipient.ts'
import { checkInvoice } from '#lib/invoice/check-invoice.ts'
import { WEIGHTS } from '#lib/limit/allowance.ts'
import { hasAllowance, hasPublicAllowance } from '#lib/limit/require-allowance.ts'
import { findOffers } from '#lib/offer/offer.ts'
import { checkCode, codeCheckSchema } from '#lib/order/check-cart.ts'
import { findOrder } from '#lib/order/find-orders.ts'
import { orderRequestSchema } from '#lib/order/order-request.ts'
import { placeOrder } from '#lib/order/place-order.ts'
import { checkStore } from '#lib/parcel/choose-store.ts'
import { isPayable } from '#lib/payment/payment-headline.ts'
import { paymentStatus } from '#lib/payment/payment-status.ts'
import { findProducts } from '#lib/product/find-products.ts'
import { fail, ok } from '#lib/result.ts'

// Codes are words, so guessing them is limited by member, by client and for all together.
// An order that waits for its turn is sent again and again, so it counts less than a question.
async function mayTryCode(uid: string, weight = 1): Promise<boolean> {
  return hasAllowance(uid, 'discount', weight) && (await hasPublicAllowance('discount'))
}

// The goods and the offers of one moment.
async function soldNow() {
  const now = new Date()
  const [products, offers] = await Promise.all([findProducts(now), findOffers(now)])
  return { products, offers, now }
}

/** Says whether a discount code can be used, and how it changes the price. */
export const checkCodeAction = memberAction(codeCheckSchema, async (account, input) =>
  (await mayTryCode(account.uid, WEIGHTS.checkCode))
    ? checkCode(account, input, await soldNow())
    : fail('too-often'),
)

/** Places the order of a checkout: the same key of the same member is the same order. */
export const placeOrderAction = memberAction(
  orderRequestSchema,
  async (account, input) => {
    // A browser may send what was typed; the order holds what is meant.
    const recipient = typedRecipient(input.recipient, input.shippingMethod)
    const request = { ...input, recipient }
    if (request.code !== undefined && !(await mayTryCode(account.uid))) return fail('too-often')
    const [checked, invoice] = await Promise.all([
      checkStore(request.recipient, request.shippingMethod),
      checkInvoice(request.invoice),
    ])
    if (!checked.ok) return checked
    if (!invoice.ok) return invoice
    // Each replaced order costs a PayPal request; past the limit, they are left to expire.
    const { length } = request.replaces
    const mayReplace = length === 0 || hasAllowance(account.uid, 'payment', length)
    const replaces = mayReplace ? request.replaces : []
    return placeOrder(
      { ...request, recipient: checked.data, replaces },
      { account, ...(await soldNow()) },
    )
  },
  'order',
)

/** Says whether an order still waits for its payment, so that its lines go back into an empty cart. One read. */
export const isUnpaidAction = memberAction(
  z.object({ id: z.string().min(1).max(64) }),
  async (account, { id }) => {
    const order = await findOrder(account, id)
    return order ? ok(isPayable(paymentStatus(order))) : fail('not-found')
  },
  'orders',
)

import { addresses } from './addresses.ts'
import { type Fault, type OrderAtPaypal, paypalDesk } from '../faults/desk.ts'

/** PayPal's orders for one of the shop's, by its number or document id. */
export function paypalOrders(ref: string): Promise<OrderAtPaypal[]> {
  return paypalDesk(addresses().paypal).orders(ref)
}

/** Approves a PayPal order as its buyer would, in no window of this browser. */
export async function approve(ref: string, outcome = 'ok'): Promise<void> {
  await paypalDesk(addresses().paypal).approve(ref, outcome)
}

/** Lets PayPal misbehave for one order from now on; the names are in local/paypal/README.md. */
export async function misbehave({
  orderRef,
  ...fault
}: Fault & { readonly orderRef: string }): Promise<void> {
  await paypalDesk(addresses().paypal).misbehave(fault, orderRef)
}

import { browserStorage } from '#components/ui/browser.ts'
import { findMethod, type PaymentMethod } from '#lib/payment/methods.ts'

const storage = browserStorage('payment-method')

/** The payment method that was chosen last in this browser. */
export function readLastMethod(): PaymentMethod | undefined {
  return findMethod(storage.read())
}

/** Remembers a chosen payment method in this browser. */
export function saveLastMethod(method: PaymentMethod): void {
  storage.write(method)
}

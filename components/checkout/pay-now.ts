import { browserStorage } from '#components/ui/browser.ts'

// Set by the press of 確認訂單並付款, for the next page of this tab: the payment page goes on by itself once, and never
// after a reload or a step back.
const storage = browserStorage('pay-now', 'tab')

/** Has the payment page of this order go on with the chosen method by itself. */
export function setPayNow(order: string): void {
  storage.write(order)
}

/** Whether the payment page of this order goes on by itself; true once. */
export function takePayNow(order: string): boolean {
  const isSet = storage.read() === order
  storage.remove()
  return isSet
}

/** Has the payment page wait for a press. */
export function dropPayNow(): void {
  storage.remove()
}

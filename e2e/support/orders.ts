import { newAddress, RECIPIENT } from './pages/checkout.ts'

/** An honest order of the checkout, with what a test changes about it. */
export function orderRequest(change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    key: crypto.randomUUID(),
    lines: [{ id: 'otr-001', color: '白色', size: 'M', quantity: 2 }],
    shownTotal: 3080,
    shippingMethod: 'home',
    recipient: { ...RECIPIENT, email: newAddress(), store: '', note: '' },
    ...change,
  }
}

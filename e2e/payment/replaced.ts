/** The modules that talk to the outside, by the end of their address, each with its stand-in. */
export const STUBS: readonly (readonly [end: string, stub: string])[] = [
  ['/lib/adapters/firestore/change-shipping.ts', './stubs/orders.ts'],
  ['/lib/adapters/firestore/database.ts', './stubs/database.ts'],
  ['/lib/adapters/firestore/orders.ts', './stubs/orders.ts'],
  ['/lib/adapters/firestore/holds.ts', './stubs/orders.ts'],
  ['/lib/adapters/firestore/place-order.ts', './stubs/place-order.ts'],
  ['/lib/adapters/firestore/provider-events.ts', './stubs/orders.ts'],
  ['/lib/adapters/line-pay/client.ts', './stubs/providers.ts'],
  ['/lib/adapters/line-pay/payments.ts', './stubs/providers.ts'],
  ['/lib/adapters/paypal/disputes.ts', './stubs/providers.ts'],
  ['/lib/adapters/paypal/messages.ts', './stubs/providers.ts'],
  ['/lib/adapters/paypal/orders.ts', './stubs/providers.ts'],
  ['/lib/limit/require-allowance.ts', './stubs/surroundings.ts'],
  ['/lib/log/log.ts', './stubs/surroundings.ts'],
  ['/lib/mail/send-mails.ts', './stubs/surroundings.ts'],
  ['/lib/product/find-products.ts', './stubs/surroundings.ts'],
  ['/lib/settings/env.ts', './stubs/surroundings.ts'],
]

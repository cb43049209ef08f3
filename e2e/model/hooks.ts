import { registerHooks } from 'node:module'

/** The adapters that the model replaces, by the end of their address, each with its in-memory stand-in. */
const STUBS: readonly (readonly [end: string, stub: string])[] = [
  ['/lib/adapters/firestore/database.ts', './stubs/database.ts'],
  ['/lib/adapters/firestore/orders.ts', './stubs/orders.ts'],
  ['/lib/adapters/firestore/place-order.ts', './stubs/place-order.ts'],
  ['/lib/adapters/firestore/paypal-events.ts', './stubs/events.ts'],
  ['/lib/adapters/paypal/orders.ts', './stubs/provider.ts'],
  ['/lib/adapters/paypal/disputes.ts', './stubs/provider.ts'],
  ['/lib/adapters/paypal/webhook-signature.ts', './stubs/provider.ts'],
  ['/lib/report/report-event.ts', './stubs/report.ts'],
  ['/lib/env.ts', './stubs/env.ts'],
]

// Everything but the adapters is the shop's own code, as it runs in production.
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    const stub = STUBS.find(([end]) => resolved.url.endsWith(end))
    return stub ? { ...resolved, url: new URL(stub[1], import.meta.url).href } : resolved
  },
})

import { registerHooks } from 'node:module'

/** The adapters that the random runs replace, by the end of their address, each with its stand-in in memory. */
const STUBS: readonly (readonly [end: string, stub: string])[] = [
  ['/lib/adapters/firestore/change-shipping.ts', './stubs/orders.ts'],
  ['/lib/adapters/firestore/orders.ts', './stubs/orders.ts'],
  ['/lib/adapters/firestore/invoice-orders.ts', './stubs/orders.ts'],
  ['/lib/adapters/firestore/parcel-orders.ts', './stubs/orders.ts'],
  ['/lib/adapters/ecpay/issuer.ts', './stubs/issuer.ts'],
  ['/lib/adapters/ecpay/carrier.ts', './stubs/carrier.ts'],
  ['/lib/order/parcel/find-stores.ts', './stubs/stores.ts'],
  ['/lib/log/log.ts', './stubs/log.ts'],
]

// Everything but the adapters is the shop's own code, as it runs in production.
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    const stub = STUBS.find(([end]) => resolved.url.endsWith(end))
    return stub ? { ...resolved, url: new URL(stub[1], import.meta.url).href } : resolved
  },
})

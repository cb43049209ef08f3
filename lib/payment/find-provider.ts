import 'server-only'

import { findPaypalDispute } from '../adapters/paypal/disputes.ts'
import {
  capturePaypalOrder,
  createPaypalOrder,
  findPaypalOrder,
  refundPaypalCapture,
} from '../adapters/paypal/orders.ts'
import type { PaymentMethod } from './payment.ts'
import type { PaymentProvider } from './provider.ts'

const PROVIDERS: ReadonlyMap<string, PaymentProvider> = new Map([
  [
    'paypal',
    {
      create: createPaypalOrder,
      find: findPaypalOrder,
      capture: capturePaypalOrder,
      refund: refundPaypalCapture,
      findDispute: findPaypalDispute,
    },
  ],
])

const OF_METHOD: Readonly<Record<PaymentMethod, string>> = { paypal: 'paypal', card: 'paypal' }

/** The provider under this name; throws when the shop knows none. */
export function findProvider(name: string): PaymentProvider {
  const provider = PROVIDERS.get(name)
  if (!provider) throw new Error(`No payment provider is called ${name}`)
  return provider
}

/** The name of the provider behind a way to pay. */
export function providerOf(method: PaymentMethod): string {
  return OF_METHOD[method]
}

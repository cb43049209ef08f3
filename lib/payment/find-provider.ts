import 'server-only'

import { findPaypalDispute } from '../adapters/paypal/disputes.ts'
import { readPaypalMessage } from '../adapters/paypal/messages.ts'
import {
  capturePaypalOrder,
  createPaypalOrder,
  findPaypalOrder,
  refundPaypalCapture,
} from '../adapters/paypal/orders.ts'
import {
  confirmLinePayRequest,
  createLinePayRequest,
  findLinePayPayment,
  findLinePayPayments,
  linePayNumber,
  refundLinePayPayment,
} from '../adapters/line-pay/payments.ts'
import { settings } from '../settings/env.ts'
import type { PaymentMethod } from './methods.ts'
import type { PaymentProvider } from './provider.ts'

const PROVIDERS: ReadonlyMap<string, PaymentProvider> = new Map<string, PaymentProvider>([
  [
    'paypal',
    {
      numberOf: (orderId) => orderId,
      create: createPaypalOrder,
      find: findPaypalOrder,
      capture: capturePaypalOrder,
      refund: refundPaypalCapture,
      findDispute: findPaypalDispute,
      readMessage: readPaypalMessage,
    },
  ],
  [
    'line-pay',
    {
      numberOf: linePayNumber,
      create: createLinePayRequest,
      find: findLinePayPayment,
      findPaid: findLinePayPayments,
      capture: confirmLinePayRequest,
      refund: refundLinePayPayment,
    },
  ],
])

/** The provider under this name; throws when the shop knows none. */
export function findProvider(name: string): PaymentProvider {
  const provider = PROVIDERS.get(name)
  if (!provider) throw new Error(`No payment provider is called ${name}`)
  return provider
}

/** The ways to pay that this deployment offers, in the order in which they are shown. */
export function offeredMethods(): readonly PaymentMethod[] {
  const { LINE_PAY_CHANNEL_ID, LINE_PAY_FIRST } = settings()
  const usual: readonly PaymentMethod[] = ['paypal', 'card']
  if (LINE_PAY_CHANNEL_ID === undefined) return usual
  return LINE_PAY_FIRST === '1' ? ['line-pay', ...usual] : [...usual, 'line-pay']
}

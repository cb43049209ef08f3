import 'server-only'

import { settings } from '#lib/settings/env.ts'
import { methodsBy, type PaymentMethod } from './methods.ts'

/** The payment methods that this deployment offers, in the order in which they are shown. */
export function offeredMethods(): readonly PaymentMethod[] {
  return methodsBy(settings())
}

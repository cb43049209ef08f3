import 'server-only'

import { settings } from '#lib/settings/env.ts'
import { methodsBy, type PaymentMethod } from './methods.ts'

/** The ways to pay that this deployment offers, in the order in which they are shown. */
export function offeredMethods(): readonly PaymentMethod[] {
  return methodsBy(settings())
}

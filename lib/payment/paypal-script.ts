import 'server-only'

import { settings } from '#lib/settings/env.ts'

/** Settings of PayPal's script: the public client id, and on a laptop the stand-in's address. */
export function readPaypalScript(): { readonly clientId: string; readonly address?: string } {
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_BASE_URL } = settings()
  return PAYPAL_BASE_URL === undefined
    ? { clientId }
    : { clientId, address: new URL('/sdk/js', PAYPAL_BASE_URL).href }
}

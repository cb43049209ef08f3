import 'server-only'

import { settings } from '../env.ts'

/** What the browser needs to load PayPal's script: the public client id, and on a laptop the stand-in's address. */
export function readPaypalScript(): { readonly clientId: string; readonly baseUrl?: string } {
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_BASE_URL: baseUrl } = settings()
  return baseUrl === undefined ? { clientId } : { clientId, baseUrl }
}

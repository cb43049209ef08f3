import 'server-only'

import { logFailure } from '../../log.ts'
import type { ProviderMessage } from '../../payment/provider.ts'
import { CertificateUnavailable } from './certificates.ts'
import { parsePaypalEvent } from './events.ts'
import { isFromPaypal } from './webhook-signature.ts'

const REPORT_EVERY = 60_000
let reportedAt = 0

/**
 * Reads the raw bytes that came to the webhook: PayPal's event, or why it is none. Without the certificate that they
 * name nobody knows who sent them.
 */
export async function readPaypalMessage(
  headers: Headers,
  body: Uint8Array<ArrayBuffer>,
  now: Date,
): Promise<ProviderMessage> {
  try {
    if (!(await isFromPaypal(headers, body, now))) return 'forged'
  } catch (error) {
    if (!(error instanceof CertificateUnavailable)) throw error
    // Anybody can name a certificate that is not to be had, so a line a minute tells of it.
    if (error.cause !== undefined && now.getTime() - reportedAt > REPORT_EVERY) {
      reportedAt = now.getTime()
      logFailure('webhook', error)
    }
    return 'unverified'
  }
  return parsePaypalEvent(body) ?? 'malformed'
}

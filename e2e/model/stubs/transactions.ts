import type { PaypalTransaction } from '#lib/owner/reconciliation.ts'

/** The provider's books are always late, so they are never read. */
export async function paypalTransactions(): Promise<readonly PaypalTransaction[]> {
  return []
}

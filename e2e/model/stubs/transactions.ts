import type { PaypalTransaction } from '#lib/owner/reconciliation.ts'

/** The books of the model's provider are always behind, so nobody asks them. */
export async function paypalTransactions(): Promise<readonly PaypalTransaction[]> {
  return []
}

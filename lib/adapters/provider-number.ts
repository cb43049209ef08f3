import 'server-only'

import type { ProviderOrder } from '#lib/payment/provider.ts'
import { settings } from '#lib/settings/env.ts'

// Two installations at one account, a shop and its trial, count their orders alike. Behind its own prefix each keeps
// them apart; the shop itself knows its numbers without it.

const ownPrefix = () => settings().PROVIDER_PREFIX ?? null

/** A number of the shop's as a payment provider has it. */
export function providerNumber(number: string, prefix = ownPrefix()): string {
  return prefix === null ? number : `${prefix}-${number}`
}

/** The shop's own number behind a provider's; that of another installation reads as no number of this shop. */
export function ownNumber(number: string, prefix = ownPrefix()): string {
  if (prefix === null || number === '') return number
  return number.startsWith(`${prefix}-`) ? number.slice(prefix.length + 1) : `別處 ${number}`
}

/** A provider's order with the shop's own numbers. */
export function withOwnNumbers(order: ProviderOrder, prefix = ownPrefix()): ProviderOrder {
  const { invoiceId, captures } = order
  return {
    ...order,
    ...(invoiceId === undefined ? {} : { invoiceId: ownNumber(invoiceId, prefix) }),
    captures: captures.map((capture) => ({
      ...capture,
      invoiceId: ownNumber(capture.invoiceId, prefix),
    })),
  }
}

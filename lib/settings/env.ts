import 'server-only'

import { readTrade } from '#lib/adapters/markdown/trade-file.ts'
import { buildContradiction, type BuildFacts } from './build-contradiction.ts'
import { parseSettings, type Settings, SettingsUnusable } from './parse-settings.ts'

const of = (setting: string, value: string) => (value === '' ? {} : { [setting]: value })

/**
 * Settings with the sender of content/info/trade.md, where it is filled in: a setting is for who keeps name and telephone
 * out of the repository.
 */
export function withSender(
  input: Readonly<Record<string, string | undefined>>,
  { name, phone, zipcode, address } = readTrade().sender,
): Readonly<Record<string, string | undefined>> {
  if (!input.ECPAY_LOGISTICS_MERCHANT_ID) return input
  return {
    ...input,
    ...of('ECPAY_LOGISTICS_SENDER_NAME', name),
    ...of('ECPAY_LOGISTICS_SENDER_PHONE', phone),
    ...of('ECPAY_LOGISTICS_SENDER_ZIP', zipcode),
    ...of('ECPAY_LOGISTICS_SENDER_ADDRESS', address),
  }
}

let current: Settings | undefined

/** The settings of this process, parsed once. Throws SettingsUnusable. */
export function settings(): Settings {
  current ??= parseSettings(withSender(process.env))
  return current
}

/** Whether this shop has a carrier, so that stores are chosen from its lists and parcels are booked. */
export function hasCarrier(): boolean {
  return settings().ECPAY_LOGISTICS_MERCHANT_ID !== undefined
}

/** How stores are chosen: typed, from lists, or on the carrier's map. */
export function storesFrom(): 'typed' | 'list' | 'map' {
  return hasCarrier() ? (settings().ECPAY_LOGISTICS_STORES ?? 'list') : 'typed'
}

/** Whether this shop's carrier takes parcels home too. */
export function sendsHome(): boolean {
  return hasCarrier() && settings().ECPAY_LOGISTICS_SENDER_ADDRESS !== undefined
}

/** Whether this shop has an issuer, so that invoices are issued by themselves. */
export function hasIssuer(): boolean {
  return settings().ECPAY_INVOICE_MERCHANT_ID !== undefined
}

function complaint(built: BuildFacts): string | undefined {
  try {
    return buildContradiction(settings(), built)
  } catch (error) {
    if (error instanceof SettingsUnusable) return error.message
    throw error
  }
}

/**
 * Returns the settings. Exits with one sentence for each problem, since a misconfigured server
 * would only answer 500.
 */
export function requireSettings(built: BuildFacts): Settings {
  const sentence = complaint(built)
  if (sentence === undefined) return settings()
  process.stderr.write(`\n${sentence}\nEvery setting is described in .env.example.\n`)
  return process.exit(1)
}

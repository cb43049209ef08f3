import { readTrade } from '#lib/adapters/markdown/trade-file.ts'
import { type PublicTrade, publicTrade } from './trade-schema.ts'

/**
 * What the owner decides about the trade, from content/info/trade.md; fixed by the build, and in commands and tests by
 * the folder itself. Browsers know purchase-terms.ts alone.
 */
export const TRADE: PublicTrade = publicTrade(readTrade())

/** Company name in the terms and on the patent page. */
export const COMPANY = TRADE.company

/** When support answers, in Asia/Taipei. */
export const SUPPORT_HOURS = TRADE.hours

/** Facts of the seller that the law asks for, as label and value; empty ones are left out. */
export function sellerFacts({
  tax_id,
  representative,
  address,
  phone,
}: PublicTrade = TRADE): readonly (readonly [string, string])[] {
  const facts: readonly (readonly [string, string])[] = [
    ['統一編號', tax_id],
    ['代表人', representative],
    ['地址', address],
    ['電話', phone],
  ]
  return facts.filter(([, value]) => value !== '')
}

// package.json gives browsers what the build wrote, and servers the file: no schema reaches a browser.
import { BUILT_TRADE } from '#lib/company/built-trade.ts'

import type { PublicTrade } from './trade-schema.ts'

/** What the owner decides about the trade, from content/info/trade.md; fixed by the build. */
export const TRADE: PublicTrade = BUILT_TRADE

/** Company name in the terms and on the patent page. */
export const COMPANY = TRADE.company

/** The shop's only contact address. */
export const CONTACT_EMAIL = TRADE.email

/** When support answers, in Asia/Taipei. */
export const SUPPORT_HOURS = TRADE.hours

/** The most pieces of one line (rule 20). */
export const MOST_PIECES = TRADE.most_pieces

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

import 'server-only'

import { issuer as findIssuer } from '#lib/adapters/ecpay/issuer.ts'
import { isTaxId } from '#lib/company/tax-id.ts'
import type { InvoiceIssuer } from './issuer.ts'

const HOUR = 60 * 60 * 1000

/** In milliseconds: a company's name is kept for a day, that nothing was found for an hour. */
const KEPT = { found: 24 * HOUR, missing: HOUR } as const

/** More companies than a day has; the oldest answer goes first. */
const MOST_COMPANIES = 2000

type KnownCompany = { readonly name: string | undefined; readonly until: number }

const companies = new Map<string, KnownCompany>()

/** Returns the company's registered name, or undefined if unknown after two seconds. Asks once a day for each. */
export async function findCompany(
  taxId: string,
  now = Date.now(),
  issuer: Pick<InvoiceIssuer, 'findCompany'> | undefined = findIssuer(),
): Promise<string | undefined> {
  if (!isTaxId(taxId) || !issuer) return undefined
  const known = companies.get(taxId)
  if (known && now < known.until) return known.name
  const name = await issuer.findCompany(taxId)
  companies.delete(taxId)
  companies.set(taxId, { name, until: now + (name === undefined ? KEPT.missing : KEPT.found) })
  const [oldest = taxId] = companies.keys()
  if (companies.size > MOST_COMPANIES) companies.delete(oldest)
  return name
}

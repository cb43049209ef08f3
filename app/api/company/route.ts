import { readAccount } from '#lib/account/session.ts'
import { isTaxId } from '#lib/company/tax-id.ts'
import { findCompany } from '#lib/invoice/find-company.ts'
import { hasAllowance } from '#lib/limit/require-allowance.ts'
import { hasIssuer } from '#lib/settings/env.ts'

const headers = { 'cache-control': 'no-store' }

function refuse(status: number): Response {
  return new Response(null, { status, headers })
}

/** Returns a company's registered name by tax id to a member, as JSON; 401 to guests, 404 if unknown or without invoices. */
export async function GET(request: Request): Promise<Response> {
  const taxId = new URL(request.url).searchParams.get('taxId') ?? ''
  if (!hasIssuer()) return refuse(404)
  if (!isTaxId(taxId)) return refuse(400)
  // A guest has no checkout, and each unknown company is a question to the issuer.
  const account = await readAccount()
  if (!account) return refuse(401)
  if (!hasAllowance(account.uid, 'company')) return refuse(429)
  const name = await findCompany(taxId)
  return name === undefined ? refuse(404) : Response.json({ name }, { headers })
}

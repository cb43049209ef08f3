import { readText } from '#lib/http/read-body.ts'
import { readReports } from '#lib/http/security-reports.ts'
import { hasPublicAllowance } from '#lib/limit/require-allowance.ts'
import { log } from '#lib/log/log.ts'
import { SHOP_ROUTES } from '#lib/routes/shop-routes.ts'

const { body: MOST_BYTES } = SHOP_ROUTES['/api/reports']

const noContent = () =>
  new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })

/** Accepts CSP violation reports. Logs only fixed words, rate-limited; always answers the same. */
export async function POST(request: Request): Promise<Response> {
  if (!(await hasPublicAllowance('report'))) return noContent()
  const text = await readText(request, MOST_BYTES)
  const reports = typeof text === 'number' ? [] : readReports(text)
  for (const report of reports) log('csp-report', report, 'WARNING')
  return noContent()
}

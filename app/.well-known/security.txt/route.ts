import { securityText } from '#lib/http/security-reports.ts'

export const dynamic = 'force-static'
// Made anew each day, so that it never runs out.
export const revalidate = 86_400

/** Serves the vulnerability contact (RFC 9116). */
export function GET(): Response {
  return new Response(securityText(new Date()), {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  })
}

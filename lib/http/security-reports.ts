import { z } from 'zod'

import { CONTACT_EMAIL } from '#lib/company/purchase-terms.ts'
import { SITE_URL } from '#lib/routes/site-url.ts'
import { parseJson } from '#lib/text/json-shape.ts'

const DIRECTIVES = [
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'font-src',
  'connect-src',
  'frame-src',
  'child-src',
  'media-src',
  'worker-src',
  'form-action',
  'base-uri',
  'frame-ancestors',
  'require-trusted-types-for',
  'trusted-types',
] as const

const BLOCKED = [
  'inline',
  'eval',
  'data',
  'blob',
  'trusted-types-sink',
  'trusted-types-policy',
] as const

/** A policy violation in fixed words, without the browser's text. */
export type PolicyReport = {
  readonly directive: (typeof DIRECTIVES)[number]
  readonly blocked: (typeof BLOCKED)[number] | 'address' | 'other'
}

const MOST_REPORTS = 10

// Two forms: that of report-uri (CSP 2) and that of the Reporting API.
const oldSchema = z.object({
  'csp-report': z.looseObject({
    'effective-directive': z.string().optional(),
    'violated-directive': z.string().optional(),
    'blocked-uri': z.string().optional(),
  }),
})
const newSchema = z
  .array(
    z.object({
      type: z.literal('csp-violation'),
      body: z.looseObject({
        effectiveDirective: z.string().optional(),
        blockedURL: z.string().optional(),
      }),
    }),
  )
  .max(MOST_REPORTS)

function reportOf(directive = '', blocked = ''): readonly PolicyReport[] {
  const known = DIRECTIVES.find((one) => one === directive.split(' ', 1)[0])
  if (known === undefined) return []
  const kind = BLOCKED.find((one) => one === blocked)
  const isAddress = /^(?:https?|wss?):/.test(blocked)
  return [{ directive: known, blocked: kind ?? (isAddress ? 'address' : 'other') }]
}

/** The reports in the body of a browser's request, or none if it is anything else. */
export function readReports(text: string): readonly PolicyReport[] {
  const body = parseJson(text)
  const old = oldSchema.safeParse(body).data?.['csp-report']
  if (old) {
    const directive = old['effective-directive'] ?? old['violated-directive']
    return reportOf(directive, old['blocked-uri'])
  }
  const reports = newSchema.safeParse(body).data ?? []
  return reports.flatMap(({ body: { effectiveDirective, blockedURL } }) =>
    reportOf(effectiveDirective, blockedURL),
  )
}

const DAY = 24 * 60 * 60 * 1000
const GOOD_FOR = 180 * DAY

/** Says how to report a hole, in the form of RFC 9116: whom to write to, until when that is true, and where it stands. */
export function securityText(now: Date): string {
  const lines = [
    `Contact: mailto:${CONTACT_EMAIL}`,
    `Expires: ${new Date(now.getTime() + GOOD_FOR).toISOString()}`,
    'Preferred-Languages: zh-Hant, en',
    `Canonical: ${SITE_URL}/.well-known/security.txt`,
  ]
  return `${lines.join('\n')}\n`
}

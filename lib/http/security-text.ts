import { CONTACT_EMAIL } from '../company/company.ts'
import { SITE_URL } from '../routes/site-url.ts'

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

import { CONSENT_SCRIPT } from '#lib/consent/consent.ts'

/** Says before the first paint whether this browser has chosen about cookies, so that the question stands there at once or not at all. */
export function ConsentScript() {
  return <script dangerouslySetInnerHTML={{ __html: CONSENT_SCRIPT }} />
}

/** A visitor's consent; the essential part is always on. */
export type Consent = {
  readonly essential: true
  readonly analytics: boolean
  readonly marketing: boolean
}

/** The key under which the browser keeps the choice. */
export const CONSENT_KEY = 'cookie-consent'

/** The text of the script that says before the first paint that this browser has not chosen yet. */
export const CONSENT_SCRIPT = `try{if(localStorage.getItem('${CONSENT_KEY}')===null)document.documentElement.dataset.unasked=''}catch{}`

/** Consent until a choice is made: the essential part alone. */
export const ESSENTIAL_ONLY: Consent = { essential: true, analytics: false, marketing: false }

/** Everything allowed. */
export const ALL_ALLOWED: Consent = { essential: true, analytics: true, marketing: true }

/** Reads a stored choice; nothing, or anything that is no choice, is no consent. */
export function parseConsent(stored: string | null): Consent | undefined {
  if (stored === null) return undefined
  let value: unknown
  try {
    value = JSON.parse(stored)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  const { analytics, marketing }: Partial<Record<string, unknown>> = { ...value }
  if (typeof analytics !== 'boolean' || typeof marketing !== 'boolean') return undefined
  return { essential: true, analytics, marketing }
}

/** The text under which a choice is stored. */
export function consentText(consent: Consent): string {
  return JSON.stringify(consent)
}

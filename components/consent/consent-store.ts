import { browserStorage } from '#components/ui/browser.ts'
import { type Consent, CONSENT_KEY, consentText, parseConsent } from '#lib/consent/consent.ts'

/** The visitor's choice, and how often they asked for the settings since. */
export type ConsentState = {
  readonly read: boolean
  readonly choice: Consent | undefined
  readonly requests: number
}

const UNREAD: ConsentState = { read: false, choice: undefined, requests: 0 }

let state = UNREAD
const listeners = new Set<() => void>()

function change(next: ConsentState): void {
  state = next
  listeners.forEach((listener) => listener())
}

const storage = browserStorage(CONSENT_KEY)

// No stored choice means no consent.
const readStored = () => parseConsent(storage.read())

function follow(event: StorageEvent): void {
  if (event.key === CONSENT_KEY) change({ ...state, choice: readStored() })
}

/** The visitor's choice about cookies, kept in this browser and followed from other tabs. */
export const consentStore = {
  subscribe: (listener: () => void) => {
    if (listeners.size === 0) window.addEventListener('storage', follow)
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) window.removeEventListener('storage', follow)
    }
  },
  read: (): ConsentState => {
    if (!state.read) state = { read: true, choice: readStored(), requests: 0 }
    return state
  },
  unread: () => UNREAD,
  ask: () => {
    const now = consentStore.read()
    change({ ...now, requests: now.requests + 1 })
  },
  choose: (choice: Consent) => {
    storage.write(consentText(choice))
    change({ read: true, choice, requests: 0 })
  },
}

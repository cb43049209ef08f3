import { isLoopback } from './loopback.ts'

/** The settings that say whether this is a laptop or the real shop. */
export type ModeSettings = {
  readonly FIREBASE_PROJECT_ID: string
  readonly FIREBASE_AUTH_EMULATOR_HOST?: string | undefined
  readonly FIRESTORE_EMULATOR_HOST?: string | undefined
  readonly PAYPAL_BASE_URL?: string | undefined
  readonly FIREBASE_PRIVATE_KEY?: string | undefined
  readonly GOOGLE_APPLICATION_CREDENTIALS?: string | undefined
}

const STAND_INS = [
  'FIREBASE_AUTH_EMULATOR_HOST',
  'FIRESTORE_EMULATOR_HOST',
  'PAYPAL_BASE_URL',
] as const

const CREDENTIALS = ['FIREBASE_PRIVATE_KEY', 'GOOGLE_APPLICATION_CREDENTIALS'] as const

/** Local or production, by the addresses alone; a mix throws one sentence that says what to set. */
export function readMode(settings: ModeSettings): 'local' | 'production' {
  const set = STAND_INS.filter((name) => settings[name])
  if (!settings.FIREBASE_PROJECT_ID.startsWith('demo-')) {
    if (set.length === 0) return 'production'
    throw new Error(
      `Unset ${set.join(', ')}: project ${settings.FIREBASE_PROJECT_ID} is a real one and takes no stand-in.`,
    )
  }
  const unset = STAND_INS.filter((name) => !settings[name])
  if (unset.length > 0) {
    throw new Error(
      `Set ${unset.join(', ')}: project ${settings.FIREBASE_PROJECT_ID} is a local one; npm run local sets all.`,
    )
  }
  const foreign = STAND_INS.filter((name) => !isLoopback(settings[name] ?? ''))
  if (foreign.length > 0) {
    throw new Error(
      `Set ${foreign.join(', ')} to an address of this machine such as 127.0.0.1:8080: a stand-in is never elsewhere.`,
    )
  }
  const real = CREDENTIALS.filter((name) => settings[name])
  if (real.length > 0) {
    throw new Error(`Unset ${real.join(', ')}: a local project must not hold a real credential.`)
  }
  return 'local'
}

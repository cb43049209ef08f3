import 'server-only'

import { connection } from 'next/server'

import { settings } from '../settings/env.ts'
import type { WebConfig } from './web-config.ts'

/** The sign-in service's public settings of this deployment, read when a page is asked for, not when it is built. */
export async function readWebConfig(): Promise<WebConfig> {
  await connection()
  const { FIREBASE_API_KEY, FIREBASE_AUTH_DOMAIN, FIREBASE_PROJECT_ID, mode, ...rest } = settings()
  const emulatorHost = rest.FIREBASE_AUTH_EMULATOR_HOST
  return {
    apiKey: FIREBASE_API_KEY,
    authDomain: FIREBASE_AUTH_DOMAIN,
    projectId: FIREBASE_PROJECT_ID,
    ...(mode === 'local' && emulatorHost ? { emulatorHost } : {}),
  }
}

import 'server-only'

import { type AppOptions, cert, applicationDefault } from 'firebase-admin/app'

import { settings } from '../../settings/env.ts'

/** The options of the one Firebase app of this process: a service account where one is set, else what the platform provides. */
export function firebaseOptions(): AppOptions {
  const { FIREBASE_PROJECT_ID, FIREBASE_CLIENT_EMAIL, FIREBASE_PRIVATE_KEY } = settings()
  if (!FIREBASE_CLIENT_EMAIL || !FIREBASE_PRIVATE_KEY) return { projectId: FIREBASE_PROJECT_ID }
  return {
    projectId: FIREBASE_PROJECT_ID,
    credential: cert({
      projectId: FIREBASE_PROJECT_ID,
      clientEmail: FIREBASE_CLIENT_EMAIL,
      privateKey: FIREBASE_PRIVATE_KEY.replaceAll('\\n', '\n'),
    }),
  }
}

/** A token for Google's administration of the shop's project, from its service account or the platform's; without one, why. */
export async function googleToken(): Promise<{
  readonly token?: string
  readonly problem?: string
}> {
  try {
    const credential = firebaseOptions().credential ?? applicationDefault()
    return { token: (await credential.getAccessToken()).access_token }
  } catch (error) {
    return { problem: error instanceof Error ? (error.message.split('\n')[0] ?? '') : '' }
  }
}

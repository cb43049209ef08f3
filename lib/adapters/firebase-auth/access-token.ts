import 'server-only'

import { applicationDefault } from 'firebase-admin/app'

import { firebaseOptions } from './options.ts'

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

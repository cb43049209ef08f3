import 'server-only'

import { applicationDefault } from 'firebase-admin/app'

import { firebaseOptions } from './options.ts'

/** A token for Google's administration of the shop's project, from its service account or the platform's; nothing when there is none. */
export async function googleToken(): Promise<string | undefined> {
  try {
    const credential = firebaseOptions().credential ?? applicationDefault()
    return (await credential.getAccessToken()).access_token
  } catch {
    return undefined
  }
}

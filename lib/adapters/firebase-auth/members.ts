import 'server-only'

import { admin, adminCode, asked } from './admin.ts'

/** Changes the name that the sign-in service keeps for a member; empty removes it. */
export async function renameMember(uid: string, displayName: string): Promise<void> {
  const change = { displayName: displayName === '' ? null : displayName }
  await asked('renaming a member', admin().updateUser(uid, change))
}

/** Removes a member from the sign-in service, and with it every session; one that is gone already is fine. */
export async function removeMember(uid: string): Promise<void> {
  try {
    await asked('removing a member', admin().deleteUser(uid))
  } catch (error) {
    if (adminCode(error) !== 'auth/user-not-found') throw error
  }
}

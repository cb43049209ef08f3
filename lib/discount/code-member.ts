import 'server-only'

import { createHash } from 'node:crypto'

/** The hash by which a code counts its uses of a member: nothing tells who it is once the account is gone. */
export function codeMember(uid: string): string {
  return createHash('sha256').update(`discount:${uid}`).digest('base64url').slice(0, 16)
}

import type { FullAccount } from '../account/account.ts'

/** For how many hours after a sign-in its session opens the owner's page (rule of access: docs/security.md). */
export const OWNER_HOURS = 12

/** Whether a session opens the owner's page: that of an owner who signed in within the last 12 hours. */
export function opensOwnerPage(
  { isOwner, signedInAt }: Pick<FullAccount, 'isOwner' | 'signedInAt'>,
  now: Date,
): boolean {
  return isOwner && now.getTime() / 1000 - signedInAt <= OWNER_HOURS * 60 * 60
}

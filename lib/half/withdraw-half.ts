import 'server-only'

import type { FullAccount } from '#lib/account/account.ts'
import { provenAddress } from '#lib/account/proven-address.ts'
import { log } from '#lib/log/log.ts'
import { isKeyOf, type MailedLink } from '#lib/mail/mailed-links.ts'
import { removeMailsById } from '#lib/mail/outbox-store.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import { halfMailIds } from './give-half.ts'
import type { GivenHalf } from './given-half.ts'
import { changeHalf, halvesOfAddress, halvesOfMember } from './half-store.ts'
import { notePublicChange } from './shown-halves.ts'

/** Whether what was taken back was public, so that pages change. */
type Withdrawn = { readonly wasPublic: boolean }

// Removes a half that is theirs; whoever shows it finds out within a minute (lib/half/watch-halves.ts).
async function removeHalf(
  id: string,
  now: Date,
  isTheirs: (half: GivenHalf) => boolean,
): Promise<'public' | 'private' | undefined> {
  const changed = await changeHalf(id, now, (stored) =>
    isTheirs(stored) ? { half: undefined } : undefined,
  )
  if (!changed) return undefined
  if (changed.change) notePublicChange(changed.change)
  await removeMailsById(halfMailIds({ id }))
  log('half', { state: 'withdrawn' })
  return changed.change ? 'public' : 'private'
}

/** Takes back the half of a mailed link. `gone` for an invalid link, or one that was taken back. Throws DatabaseUnavailable. */
export async function withdrawHalf(
  { id, key }: MailedLink,
  now: Date,
): Promise<Result<Withdrawn, 'gone'>> {
  const was = await removeHalf(id, now, ({ keyHash }) => isKeyOf(keyHash, key))
  return was ? ok({ wasPublic: was === 'public' }) : fail('gone')
}

/** The halves of a member: those given while signed in, and those of the address that the member has proven. */
export async function halvesOf(
  account: Pick<FullAccount, 'uid' | 'email' | 'emailVerified'>,
): Promise<readonly GivenHalf[]> {
  const email = provenAddress(account)
  const [own, mailed] = await Promise.all([
    halvesOfMember(account.uid),
    email === undefined ? [] : halvesOfAddress(email),
  ])
  const all = new Map([...own, ...mailed].map((half) => [half.id, half]))
  return [...all.values()].toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
}

/** Takes back a half of a member's. `gone` for one that is not theirs, or no more. Throws DatabaseUnavailable. */
export async function withdrawOwnHalf(
  account: FullAccount,
  { id }: { readonly id: string },
  now: Date,
): Promise<Result<Withdrawn, 'gone'>> {
  const email = provenAddress(account)?.toLowerCase()
  const was = await removeHalf(id, now, (half) => half.uid === account.uid || half.email === email)
  return was ? ok({ wasPublic: was === 'public' }) : fail('gone')
}

/** Removes all these halves, as an erasure does. Throws DatabaseUnavailable. */
export async function removeHalves(halves: readonly GivenHalf[], now: Date): Promise<void> {
  await Promise.all(halves.map(({ id }) => removeHalf(id, now, () => true)))
}

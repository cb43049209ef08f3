import 'server-only'

import { createHash, randomBytes } from 'node:crypto'

import type { FullAccount } from '#lib/account/account.ts'
import { provenAddress } from '#lib/account/proven-address.ts'
import { log } from '#lib/log/log.ts'
import type { MailDraft } from '#lib/mail/mail.ts'
import { isKeyOf, type MailedLink, newMailedKey } from '#lib/mail/mailed-links.ts'
import { isMailEnabled } from '#lib/mail/outbox-store.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import { MAILED_HALF_PATH } from '#lib/routes/paths.ts'
import { settings } from '#lib/settings/env.ts'
import { isOffered } from './endings.ts'
import { type GivenHalf, HALF_DAYS, HALF_LIMITS, type HalfFields } from './given-half.ts'
import { nameKey } from './half-name.ts'
import { changeHalf, createHalf, type Surroundings } from './half-store.ts'

const DAY = 24 * 60 * 60_000

/** The ids of the mails that a half may have in the outbox. */
export function halfMailIds({ id }: Pick<GivenHalf, 'id'>): readonly string[] {
  return [`half-confirm-${id}`, `half-received-${id}`, `half-shown-${id}`]
}

function linkMail(half: GivenHalf, kind: 'half-confirm' | 'half-received', key: string): MailDraft {
  const event = `${kind}-${half.id}`
  const link = new URL(`${MAILED_HALF_PATH}#${half.id}.${key}`, settings().NEXT_PUBLIC_SITE_URL)
  const to = { address: half.email, name: '' }
  return { id: event, event, kind, to, values: { half_url: link.href } }
}

/** Why a half is not stored. */
type GivingProblem = 'copied' | 'too-many' | 'name-blocked'

/** What speaks against a half that is given; `known` where the same address gave the same before. */
export function givingProblem(
  half: GivenHalf,
  { own, copy, blocked }: Surroundings,
  now: Date,
): GivingProblem | 'known' | undefined {
  const isOpen = ({ state, createdAt }: GivenHalf) =>
    state !== 'unconfirmed' || now.getTime() - Date.parse(createdAt) < HALF_DAYS.unconfirmed * DAY
  const given = own.filter(isOpen)
  if (given.some(({ drawing }) => drawing === half.drawing)) return 'known'
  if (half.name !== '' && blocked.includes(nameKey(half.name))) return 'name-blocked'
  // Many people may choose one of the endings that are offered; what a hand drew is like no other.
  if (copy && !isOffered(half.motif, half.half)) return 'copied'
  const lately = given.filter(({ createdAt }) => now.getTime() - Date.parse(createdAt) < DAY)
  const waiting = given.filter(({ state }) => state === 'waiting' || state === 'unconfirmed')
  const isFull =
    lately.length >= HALF_LIMITS.mailsPerDay ||
    waiting.length >= HALF_LIMITS.waiting ||
    own.length >= HALF_LIMITS.all
  return isFull ? 'too-many' : undefined
}

/**
 * Stores a half for the owner to look at: at once for a member with a proven address, else after the link in a mail.
 * The same half given again changes nothing. Throws DatabaseUnavailable.
 */
export async function giveHalf(
  { motif, half: text, name, email }: HalfFields,
  account: FullAccount | null,
  now: Date,
): Promise<Result<'waiting' | 'mailed', GivingProblem | 'needs-mail' | 'no-mail'>> {
  const proven = account ? provenAddress(account) : undefined
  if (proven === undefined && email === '') return fail('needs-mail')
  if (proven === undefined && !isMailEnabled()) return fail('no-mail')
  const { key, keyHash } = newMailedKey()
  const at = now.toISOString()
  const half: GivenHalf = {
    id: randomBytes(16).toString('hex'),
    motif,
    half: text,
    name,
    isNameHidden: false,
    email: (proven ?? email).toLowerCase(),
    ...(proven === undefined || !account ? {} : { uid: account.uid }),
    keyHash,
    drawing: createHash('sha256').update(`${motif} ${text}`).digest('hex'),
    state: proven === undefined ? 'unconfirmed' : 'waiting',
    createdAt: at,
    changedAt: at,
  }
  const mail = linkMail(half, proven === undefined ? 'half-confirm' : 'half-received', key)
  const mails = isMailEnabled() ? [mail] : []
  const problem = await createHalf(half, mails, (found) => givingProblem(half, found, now))
  if (problem !== undefined && problem !== 'known') return fail(problem)
  log('half', { state: problem ?? half.state })
  return ok(proven === undefined ? 'mailed' : 'waiting')
}

/**
 * Confirms the address of a half by its mailed link; idempotent. `gone` for an invalid link. Throws
 * DatabaseUnavailable.
 */
export async function confirmHalf(
  { id, key }: MailedLink,
  now: Date,
): Promise<Result<null, 'gone'>> {
  const changed = await changeHalf(id, now, (stored) => {
    if (!isKeyOf(stored.keyHash, key)) return undefined
    const at = now.toISOString()
    return stored.state === 'unconfirmed'
      ? { half: { ...stored, state: 'waiting', changedAt: at } }
      : { half: stored }
  })
  return changed ? ok(null) : fail('gone')
}

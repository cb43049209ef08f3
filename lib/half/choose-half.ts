import 'server-only'

import type { MailDraft } from '#lib/mail/mail.ts'
import { isMailEnabled } from '#lib/mail/outbox-store.ts'
import type { OwnerContext } from '#lib/order/events.ts'
import { fail, ok, type Result } from '#lib/result.ts'
import { halfPagePath } from '#lib/routes/paths.ts'
import { settings } from '#lib/settings/env.ts'
import type { GivenHalf } from './given-half.ts'
import { nameKey } from './half-name.ts'
import {
  blockedNames,
  changeHalf,
  countWaitingHalves,
  type HalfChange,
  halvesIn,
  saveBlockedName,
} from './half-store.ts'
import { notePublicChange, shownHalves } from './shown-halves.ts'

type OfHalf = { readonly id: string; readonly context: OwnerContext }

async function decide(
  { id, context: { at } }: OfHalf,
  change: (stored: GivenHalf, at: string) => HalfChange | undefined,
): Promise<Result<null, 'half-gone'>> {
  const changed = await changeHalf(id, at, (stored) => change(stored, at.toISOString()))
  if (!changed) return fail('half-gone')
  if (changed.change) notePublicChange(changed.change)
  return ok(null)
}

function shownMail({ id, email }: GivenHalf): MailDraft {
  const event = `half-shown-${id}`
  const url = new URL(halfPagePath(id), settings().NEXT_PUBLIC_SITE_URL).href
  const to = { address: email, name: '' }
  return { id: event, event, kind: 'half-shown', to, values: { half_url: url } }
}

/**
 * Shows a half whose address is proven, and tells its giver the first time. `half-gone` for one that was taken back.
 * Throws DatabaseUnavailable.
 */
export async function showHalf(input: OfHalf): Promise<Result<null, 'half-gone'>> {
  const blocked = await blockedNames()
  return decide(input, (stored, at) => {
    if (stored.state === 'unconfirmed') return undefined
    const isFirst = stored.shownAt === undefined
    const half: GivenHalf = {
      ...stored,
      state: 'shown',
      changedAt: at,
      shownAt: stored.shownAt ?? at,
      publicAt: at,
      isNameHidden: stored.isNameHidden || blocked.includes(nameKey(stored.name)),
    }
    return { half, mails: isFirst && isMailEnabled() ? [shownMail(half)] : [] }
  })
}

/** Puts a half aside: it is not shown, and deleted later. Throws DatabaseUnavailable. */
export function putAsideHalf(input: OfHalf): Promise<Result<null, 'half-gone'>> {
  return decide(input, (stored, at) => {
    if (stored.state === 'unconfirmed') return undefined
    const wasPublic = stored.publicAt !== undefined
    return {
      half: { ...stored, state: 'aside', changedAt: at, ...(wasPublic ? { publicAt: at } : {}) },
    }
  })
}

const withName =
  (isNameHidden: boolean) =>
  (stored: GivenHalf, at: string): HalfChange => ({
    half: { ...stored, isNameHidden, ...(stored.publicAt === undefined ? {} : { publicAt: at }) },
  })

/**
 * Blocks the name of a half: the drawing stays without it, as do all that are shown, and nobody can use it.
 * Throws DatabaseUnavailable.
 */
export async function blockName(
  input: OfHalf & { readonly name: string },
): Promise<Result<null, 'half-gone'>> {
  const key = nameKey(input.name)
  if (key === '') return fail('half-gone')
  await saveBlockedName(key, true)
  const same = shownHalves().filter(({ id, name }) => id !== input.id && nameKey(name) === key)
  for (const { id } of same) await decide({ ...input, id }, withName(true))
  return decide(input, withName(true))
}

/** Takes the block of a name back, and shows it beside this half again. Throws DatabaseUnavailable. */
export async function unblockName(
  input: OfHalf & { readonly name: string },
): Promise<Result<null, 'half-gone'>> {
  await saveBlockedName(nameKey(input.name), false)
  return decide(input, withName(false))
}

/** How many halves of each state the owner's page shows. */
const SHOWN = 24

/** How many halves wait for the owner; billed as one read per thousand. Throws DatabaseUnavailable. */
export function countHalvesToChoose(): Promise<number> {
  return countWaitingHalves()
}

/** The halves for the owner to choose from, newest first. Reads at most so many as it shows. */
export async function readHalvesToChoose() {
  const [waiting, shown, aside] = await Promise.all([
    halvesIn('waiting', SHOWN),
    halvesIn('shown', SHOWN),
    halvesIn('aside', SHOWN),
  ])
  return { waiting, shown, aside }
}
export type HalvesToChoose = Awaited<ReturnType<typeof readHalvesToChoose>>

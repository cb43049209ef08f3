import 'server-only'

import { z } from 'zod'

import type { ProvenAddress } from '#lib/account/proven-address.ts'
import {
  countOf,
  database,
  type DocumentSnapshot,
  expiry,
  find,
  findPages,
  readDocument,
  type Transaction,
  transact,
} from '#lib/adapters/firestore/database.ts'
import type { MailDraft } from '#lib/mail/mail.ts'
import { queueForSending, writeMails } from '#lib/mail/outbox-store.ts'
import { afterPrevious } from '#lib/time/after-previous.ts'
import {
  type GivenHalf,
  HALF_DAYS,
  HALF_LIMITS,
  type HalfState,
  halfDocument,
  halfFrom,
} from './given-half.ts'
import { type PublicChange, publicChange } from './shown-halves.ts'

const halves = () => database().collection('halves')

/** The document of the names that the owner has blocked; no half has such an id. */
const NAMES = 'names'
const namesSchema = z.object({ blocked: z.array(z.string()) }).catch({ blocked: [] })

const fromDocument = (document: DocumentSnapshot) => halfFrom(document.id, document.data())
const fromDocuments = (docs: readonly DocumentSnapshot[]) =>
  docs.flatMap((document) => fromDocument(document) ?? [])

function retainedOf({ state, createdAt, changedAt }: GivenHalf) {
  if (state === 'shown') return {}
  return expiry(state === 'unconfirmed' ? createdAt : changedAt, HALF_DAYS[state])
}

function write(tx: Transaction, half: GivenHalf): void {
  tx.set(halves().doc(half.id), { ...halfDocument(half), ...retainedOf(half) })
}

const TRACE_DAYS = 1

// Nothing of it stays; a half that was public leaves a trace for a day, by which other instances take it down.
function remove(tx: Transaction, { id, publicAt }: GivenHalf, now: Date): PublicChange | undefined {
  const reference = halves().doc(id)
  if (publicAt === undefined) {
    tx.delete(reference)
    return undefined
  }
  const at = afterPrevious(now.toISOString(), publicAt)
  tx.set(reference, { publicAt: at, ...expiry(at, TRACE_DAYS) })
  return { id, publicAt: at, shown: undefined }
}

/** What is known where a half is given: all of the same address, one with the same drawing, and the blocked names. */
export type Surroundings = {
  readonly own: readonly GivenHalf[]
  readonly copy: GivenHalf | undefined
  readonly blocked: readonly string[]
}

/**
 * Stores a half and its mails where `decide` finds no reason against it; one transaction. Throws DatabaseUnavailable.
 */
export async function createHalf<Reason extends string>(
  half: GivenHalf,
  mails: readonly MailDraft[],
  decide: (found: Surroundings) => Reason | undefined,
): Promise<Reason | undefined> {
  const reason = await transact('storing a half', async (tx: Transaction) => {
    const [own, copies, names] = await Promise.all([
      tx.get(halves().where('email', '==', half.email).limit(HALF_LIMITS.all)),
      tx.get(halves().where('drawing', '==', half.drawing).limit(1)),
      tx.get(halves().doc(NAMES)),
    ])
    const reason = decide({
      own: fromDocuments(own.docs),
      copy: fromDocuments(copies.docs)[0],
      blocked: namesSchema.parse(names.data()).blocked,
    })
    if (reason !== undefined) return reason
    write(tx, half)
    writeMails(tx, mails, new Date(half.createdAt))
    return undefined
  })
  if (reason === undefined) queueForSending(mails)
  return reason
}

/** A change of a half: what it becomes, or that it is removed, with mails. */
export type HalfChange =
  | { readonly half: GivenHalf; readonly mails?: readonly MailDraft[] }
  | { readonly half: undefined }

/** What a change did: the half as it is now, and what the public sees of it. */
export type ChangedHalf = {
  readonly half: GivenHalf | undefined
  readonly change: PublicChange | undefined
}

/**
 * Changes or removes a half by a pure function. Undefined where there is none, or nothing changes. Throws
 * DatabaseUnavailable.
 */
export async function changeHalf(
  id: string,
  now: Date,
  change: (stored: GivenHalf) => HalfChange | undefined,
): Promise<ChangedHalf | undefined> {
  const { changed, mails } = await transact('changing a half', async (tx: Transaction) => {
    const stored = fromDocument(await tx.get(halves().doc(id)))
    const next = stored && change(stored)
    if (!next) return { changed: undefined, mails: [] }
    if (!next.half) {
      return { changed: { half: undefined, change: remove(tx, stored, now) }, mails: [] }
    }
    const { half: decided, mails = [] } = next
    const { publicAt } = decided
    const half =
      publicAt === undefined
        ? decided
        : { ...decided, publicAt: afterPrevious(publicAt, stored.publicAt) }
    write(tx, half)
    writeMails(tx, mails, now)
    return { changed: { half, change: publicChange(half) }, mails }
  })
  queueForSending(mails)
  return changed
}

/** The halves in a state, those first that came into it last; one query, at most so many. */
export async function halvesIn(state: HalfState, limit: number): Promise<readonly GivenHalf[]> {
  const query = halves().where('state', '==', state).orderBy('changedAt', 'desc').limit(limit)
  return fromDocuments(await find('reading halves', query))
}

/** How many halves wait for the owner; billed as one read per thousand. Throws DatabaseUnavailable. */
export async function countWaitingHalves(): Promise<number> {
  return countOf('counting halves', halves().where('state', '==', 'waiting'))
}

/** The halves that an address gave. Throws DatabaseUnavailable. */
export async function halvesOfAddress(email: ProvenAddress): Promise<readonly GivenHalf[]> {
  const query = halves().where('email', '==', email.toLowerCase()).limit(HALF_LIMITS.all)
  return fromDocuments(await find("finding an address's halves", query))
}

/** The halves that a member gave. Throws DatabaseUnavailable. */
export async function halvesOfMember(uid: string): Promise<readonly GivenHalf[]> {
  const query = halves().where('uid', '==', uid).limit(HALF_LIMITS.all)
  return fromDocuments(await find("finding a member's halves", query))
}

/** The names that the owner has blocked, as they are compared. One read. */
export async function blockedNames(): Promise<readonly string[]> {
  const document = await readDocument('reading blocked names', halves().doc(NAMES))
  return namesSchema.parse(document.data()).blocked
}

/** Blocks a name, or lets it be used again. Throws DatabaseUnavailable. */
export async function saveBlockedName(name: string, isBlocked: boolean): Promise<void> {
  const reference = halves().doc(NAMES)
  await transact('blocking a name', async (tx: Transaction) => {
    const { blocked } = namesSchema.parse((await tx.get(reference)).data())
    const others = blocked.filter((other) => other !== name)
    tx.set(reference, { blocked: isBlocked ? [...others, name] : others })
  })
}

/** The most halves that the public sees at once: so many are read when an instance starts. */
export const MOST_SHOWN = 10_000

/** Every half that is shown, newest first; reads each. Throws DatabaseUnavailable. */
export async function everyShownHalf(): Promise<readonly PublicChange[]> {
  const shown = halves().where('state', '==', 'shown').orderBy('changedAt', 'desc')
  const found: PublicChange[] = []
  for await (const docs of findPages('reading shown halves', shown)) {
    found.push(...fromDocuments(docs).flatMap((half) => publicChange(half) ?? []))
    if (found.length >= MOST_SHOWN) break
  }
  return found
}

const traceSchema = z.object({ publicAt: z.iso.datetime() })

/** What the public sees differently since an instant (ISO 8601 in UTC); reads what it answers. */
export async function publicChangesSince(since: string): Promise<readonly PublicChange[]> {
  const docs = await find('finding changed halves', halves().where('publicAt', '>', since))
  return docs.flatMap((document) => {
    const half = fromDocument(document)
    if (half) return publicChange(half) ?? []
    const { publicAt } = traceSchema.safeParse(document.data()).data ?? {}
    return publicAt === undefined ? [] : { id: document.id, publicAt, shown: undefined }
  })
}

import 'server-only'

import type { DocumentSnapshot } from 'firebase-admin/firestore'

import { type MapChoice, mapChoiceSchema } from '../../order/parcel/store.ts'
import { database, expiry, withDeadline } from './database.ts'

const KEPT_DAYS = 1

const reference = (token: string) => database().collection('map_choices').doc(token)

function choiceFrom(snapshot: DocumentSnapshot): MapChoice | undefined {
  return mapChoiceSchema.safeParse({ ...snapshot.data(), token: snapshot.id }).data
}

/** Stores that a member goes to the carrier's map. Throws DatabaseUnavailable. */
export async function createMapChoice({ token, ...choice }: MapChoice): Promise<void> {
  const kept = { ...choice, ...expiry(choice.startedAt, KEPT_DAYS) }
  await withDeadline('storing a choice of a map', reference(token).create(kept))
}

/** Changes a choice in one transaction, where `change` answers one; returns what it answered. Throws DatabaseUnavailable. */
export async function changeMapChoice<Refusal extends string>(
  token: string,
  change: (choice: MapChoice | undefined) => MapChoice | Refusal,
): Promise<MapChoice | Refusal> {
  const call = database().runTransaction(async (tx) => {
    const changed = change(choiceFrom(await tx.get(reference(token))))
    if (typeof changed !== 'string') tx.update(reference(token), { store: changed.store })
    return changed
  })
  return withDeadline('taking a choice of a map', call)
}

/** Reads a choice; one read. Throws DatabaseUnavailable. */
export async function readMapChoice(token: string): Promise<MapChoice | undefined> {
  return choiceFrom(await withDeadline('reading a choice of a map', reference(token).get()))
}

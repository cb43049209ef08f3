import 'server-only'

import type { Transaction } from 'firebase-admin/firestore'
import { z } from 'zod'

import type { ReservedStock } from '../../order/stock.ts'
import { type Override, type Overrides, overrideSchema } from '../../product/product.ts'
import type { Result } from '../../result.ts'
import { database, withDeadline } from './database.ts'
import { stockReference, takenFrom } from './stock.ts'

/** Fields of an override that the owner changes. */
export type OverrideChange = Omit<Override, 'changedAt'>

/** Author, time (ISO 8601 in UTC) and reason of the change. */
export type OverrideNote = { readonly at: string; readonly who: string; readonly reason: string }

/** The overrides that were changed after an instant (ISO 8601 in UTC); reads what it answers. */
export async function overridesSince(since: string): Promise<Overrides> {
  const changed = database().collection('stock').where('override.changedAt', '>', since)
  const { docs } = await withDeadline('finding overrides', changed.get())
  return new Map(
    docs.flatMap((doc) => {
      const { data } = overrideSchema.safeParse(doc.get('override'))
      return data ? [[doc.id, data] as const] : []
    }),
  )
}

// Returns a time after the previous change, despite clock skew between instances.
function laterThan(before: Override | undefined, at: string): string {
  if (before === undefined || before.changedAt < at) return at
  return new Date(Date.parse(before.changedAt) + 1).toISOString()
}

/**
 * Changes a product's override in one transaction and logs it in stock/{id}/changes. Throws
 * DatabaseUnavailable.
 */
export async function changeOverride<Code extends string>(
  product: string,
  note: OverrideNote,
  decide: (taken: ReservedStock) => Result<OverrideChange, Code>,
): Promise<Result<Override, Code>> {
  const reference = stockReference(product)
  const call = database().runTransaction(async (tx: Transaction) => {
    const taken = takenFrom(await tx.get(reference))
    const answer = decide(taken)
    if (!answer.ok) return answer
    const kept = { ...taken.override, ...answer.data }
    const override = { ...kept, changedAt: laterThan(taken.override, note.at) }
    tx.set(reference, { override }, { mergeFields: ['override'] })
    tx.create(reference.collection('changes').doc(), { ...note, ...answer.data })
    return { ok: true, data: override } as const
  })
  return withDeadline('changing a product', call)
}

/** A change that was made: who, when and why, and what stood after it. */
export type StockNote = OverrideNote & OverrideChange

const noteSchema = overrideSchema.omit({ changedAt: true }).extend({
  at: z.iso.datetime(),
  who: z.string(),
  reason: z.string(),
})

/** Changes shown per product. */
const NOTES = 10

/** The last changes of a product, the newest first; reads what it answers. */
export async function readStockNotes(product: string): Promise<readonly StockNote[]> {
  const changes = stockReference(product).collection('changes').orderBy('at', 'desc').limit(NOTES)
  const { docs } = await withDeadline('reading changes of a product', changes.get())
  return docs.flatMap((doc) => noteSchema.safeParse(doc.data()).data ?? [])
}

import 'server-only'

import { AggregateField, type DocumentSnapshot, type Query } from 'firebase-admin/firestore'
import { z } from 'zod'

import { movementSchema, type MovementSums, type StoredMovement } from '../../order/effects.ts'
import { database, withDeadline } from './database.ts'
import type { Span } from './owner-orders.ts'

/** Movements per query. */
const PAGE = 300

function inSpan({ from, until }: Span): Query {
  return database().collection('movements').where('at', '>=', from).where('at', '<', until)
}

function movementFrom(snapshot: DocumentSnapshot): StoredMovement {
  return movementSchema.parse({ ...snapshot.data(), id: snapshot.id })
}

/** The movements of money in a span, the oldest first; reads what it answers. */
export async function storedIn(span: Span): Promise<readonly StoredMovement[]> {
  const stored: StoredMovement[] = []
  const sorted = inSpan(span).orderBy('at').orderBy('__name__').limit(PAGE)
  let rest = sorted
  for (;;) {
    const { docs } = await withDeadline('reading movements', rest.get())
    stored.push(...docs.map(movementFrom))
    const last = docs.at(-1)
    if (!last || docs.length < PAGE) return stored
    rest = sorted.startAfter(last)
  }
}

async function sumsOf(query: Query) {
  const sums = query.aggregate({ count: AggregateField.count(), sum: AggregateField.sum('amount') })
  return (await withDeadline('adding up movements', sums.get())).data()
}

/** The sums of a span's movements; billed as one read for every thousand of them. */
export async function movementSums(span: Span): Promise<MovementSums> {
  const movements = inSpan(span)
  const [sales, others] = await Promise.all(
    [true, false].map((isSale) => sumsOf(movements.where('isSale', '==', isSale))),
  )
  return {
    sales: sales?.count ?? 0,
    sold: sales?.sum ?? 0,
    // Never -0.
    givenBack: 0 - (others?.sum ?? 0),
  }
}

const toMakeSchema = z.object({
  id: z.string(),
  title: z.string(),
  pieces: z.record(z.string(), z.number()).default({}),
  days: z.record(z.string(), z.number()).default({}),
})

/** The pre-ordered pieces of a product that are to be made, by colour and size and by promised day. */
export type CountedPieces = Readonly<z.infer<typeof toMakeSchema>>

/** Returns the pieces to produce per pre-order product. One read each. */
export async function readToMake(): Promise<readonly CountedPieces[]> {
  const { docs } = await withDeadline(
    'reading what is to be made',
    database().collection('to_make').get(),
  )
  return docs.map((document) => toMakeSchema.parse({ ...document.data(), id: document.id }))
}

import type { World } from './world.ts'

/** Result of an adapter call: a value or a named failure; `at` is the provider's clock. */
export type Outcome<Value> =
  | { readonly value: Value }
  | { readonly failure: string; readonly at?: number }

/** One result of a call: the new world, the caller's outcome, and whether it is a fault. */
export type Effect<Value> = {
  readonly label: string
  readonly fault: boolean
  readonly world: World
  readonly outcome: Outcome<Value>
}

/** One run of a transaction function: its reads, writes and result. */
export type Run<Value> = { readonly seen: unknown; readonly world: World; readonly value: Value }

/**
 * Outcomes of a transaction. `aborted`: runs again after a conflict. `run again`: reruns after a
 * lost answer and finds its own write.
 */
export const TRANSACTION_WAYS = [
  'done',
  'no answer',
  'done, answer lost',
  'done, run again',
  'aborted',
] as const
export type TransactionWay = (typeof TRANSACTION_WAYS)[number]

/** A call of the shop to its database or provider, waiting to be carried out. */
export type Call<Value = unknown> = {
  readonly name: string
  /** Whether it only reads the database. */
  readonly isRead?: boolean
  /** Every way in which the call can go in this world, with faults or without. */
  readonly effects?: (world: World, withFaults: boolean) => readonly Effect<Value>[]
  /** Instead of effects: a transaction, whose function runs only as often as the search lets it. */
  readonly transact?: (world: World, isStored?: boolean) => Run<Value>
  /** The world if the caller dies first; a request may still be in flight. */
  readonly abandoned?: (world: World) => World
}

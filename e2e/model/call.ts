import type { World } from './world.ts'

/** What an adapter call comes to: a value, or a failure by its name; `at` is the provider's clock. */
export type Outcome<Value> =
  | { readonly value: Value }
  | { readonly failure: string; readonly at?: number }

/** One way for a call to go: what it does to the world, what the caller hears, and whether it counts as a fault. */
export type Effect<Value> = {
  readonly label: string
  readonly fault: boolean
  readonly world: World
  readonly outcome: Outcome<Value>
}

/** What one run of a transaction's function read, what it wrote, and what it returns. */
export type Run<Value> = { readonly seen: unknown; readonly world: World; readonly value: Value }

/**
 * The ways in which a transaction can go. `aborted`: another write was in the way, so the function runs again later;
 * whatever the first run left behind in its closure stays. `run again`: its answer was lost, and it finds its own write.
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
  readonly transact?: (world: World) => Run<Value>
  /** The world as it is when the caller dies before it hears of the call; a request may still be on its way. */
  readonly abandoned?: (world: World) => World
}

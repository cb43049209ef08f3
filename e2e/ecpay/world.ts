import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as tick } from 'node:timers/promises'

import type { InvoiceProblemKind } from '#lib/invoice/issuer.ts'
import { applyChange, applyEvents, orderSchema } from '#lib/order/apply.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'

/** The simulated process was killed; none of its later steps happen. */
export class ProcessKilled extends Error {}

/** A generator of the same numbers for the same seed (mulberry32). */
export function randomBy(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * A refusal, an answer lost on its way back, or the seconds after which a call is carried out; its
 * sender waits in vain, or is killed.
 */
export type IssuerFault =
  | InvoiceProblemKind
  | 'answer-lost'
  | { readonly carriedOutAfter: number; readonly isKilled?: true }

type Process = { isDead: boolean }

/** State shared by a run's processes: database, clock and pending messages. */
export class World {
  readonly orders = new Map<string, Order>()
  readonly late: { readonly at: number; readonly act: () => void }[] = []
  readonly random: () => number
  time = Date.parse('2026-11-23T02:00:00.000Z')
  /** Probability of each fault per step; 0 at the end of the run. */
  trouble: number
  /** Faults of the calls to the issuer, for runs that leave nothing to chance. */
  atIssuer: (call: string) => IssuerFault | undefined = () => undefined
  /** Called for each stored change. */
  watch: (before: Order, after: Order) => void = () => {}

  constructor(seed: number, trouble: number) {
    this.random = randomBy(seed)
    this.trouble = trouble
  }

  /** Whether trouble comes now. */
  strikes(share = 1): boolean {
    return this.random() < this.trouble * share
  }

  /** Moves the time on, with what arrives meanwhile. */
  pass(seconds: number): void {
    this.time += seconds * 1000
    const due = this.late.filter(({ at }) => at <= this.time)
    for (const one of due) {
      this.late.splice(this.late.indexOf(one), 1)
      one.act()
    }
  }
}

let current = new World(0, 0)

/** Returns the current run's world. */
export function world(): World {
  return current
}

/** Starts a run in a new world. */
export function enter(next: World): World {
  current = next
  return next
}

const processes = new AsyncLocalStorage<Process>()

/** A step of a process towards the outside: others may come first, and the process may die here. */
export async function step(): Promise<void> {
  const process = processes.getStore()
  if (process?.isDead) throw new ProcessKilled()
  const waits = Math.floor(current.random() * 3)
  for (let count = 0; count < waits; count += 1) await tick()
  if (process && current.strikes(0.5)) {
    process.isDead = true
    throw new ProcessKilled()
  }
}

/** Runs a process, which may die. */
export async function runProcess(work: () => Promise<unknown>): Promise<void> {
  await processes.run({ isDead: false }, async () => {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ProcessKilled || String(error).includes('DatabaseUnavailable')))
        throw error
    }
  })
}

/** The clock of a process: up to half a minute off. */
export function clock(): Date {
  return new Date(current.time + (current.random() - 0.5) * 60_000)
}

// An order without when others are asked next.
function toldOf(order: Order) {
  const { parcelCheckAt: _parcel, invoiceCheckAt: _invoice, invoiceChecks: _looks, ...rest } = order
  const { check: _check, ...told } = rest
  return told
}

const throughStorage = (order: Order) => orderSchema.parse(JSON.parse(JSON.stringify(order)))

/** Asserts that an order's stored history alone makes it of what it was at the beginning. */
export function checkHistory(begin: Order, order: Order): void {
  const stored = throughStorage(order)
  const told = throughStorage(applyEvents({ ...begin, history: [] }, stored.history))
  assert.deepEqual(toldOf(told), toldOf(stored))
}

/** Stores an order after a change, at once. */
export function store(order: Order, change: OrderChange): Order {
  const after = applyChange(order, change)
  current.orders.set(order.id, after)
  current.watch(order, after)
  return after
}

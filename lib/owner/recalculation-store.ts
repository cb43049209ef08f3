import 'server-only'

import { z } from 'zod'

import { database, readDocument, transact } from '#lib/adapters/firestore/database.ts'
import { COUNTERS } from '#lib/inventory/inventory-store.ts'

const sumsSchema = z.object({ amount: z.number(), fee: z.number() })

/** What a recalculation found and put right, so far; of each kind the first ones. */
const foundSchema = z.object({
  /** Orders whose sums are compared. */
  orders: z.number(),
  units: z
    .array(
      z.object({
        counter: z.enum(COUNTERS),
        product: z.string(),
        field: z.string(),
        stored: z.number(),
        counted: z.number(),
        title: z.string(),
      }),
    )
    .readonly(),
  /** The newest order (empty without one) of each account whose limits were counted by other orders. */
  accounts: z.array(z.string()).readonly(),
  /** Numbers of the orders that were not found by their own words. */
  unfound: z.array(z.string()).readonly(),
  money: z
    .array(z.object({ orderNumber: z.string(), stored: sumsSchema, counted: sumsSchema }))
    .readonly(),
  /** Ledger entries of orders that are not there, by the order's document id: nothing says what they were. */
  ownerless: z.array(z.string()).readonly(),
  /** Orders that can't be read, by their document ids. */
  unreadable: z.array(z.string()).readonly(),
  /** Products and codes that these name, whose counts were not compared; `all` where one does not name its own. */
  skipped: z.union([z.literal('all'), z.array(z.string()).readonly()]),
  /** Found and put right beyond those that are listed. */
  more: z.number(),
  /** Counts that orders kept changing while they were read; the next recalculation looks again. */
  unsettled: z.number(),
})
export type Recalculation = Readonly<z.infer<typeof foundSchema>>

/** The steps of a recalculation: of every order `days` and `accounts`, else `changes`; then `compare`. */
const STEPS = ['days', 'accounts', 'changes', 'compare', 'done'] as const

const runSchema = z.object({
  id: z.string(),
  /** The hour from which it reads what changed; one without it reads every order. */
  from: z.string().optional(),
  startedAt: z.iso.datetime(),
  /** The hour (YYYYMMDDHH in Taipei) from which changes of orders are not in its sums yet. */
  since: z.string(),
  step: z.enum(STEPS),
  /** How far the step has come; empty at its start. */
  cursor: z.string(),
  /** Comparisons made. */
  rounds: z.number(),
  found: foundSchema,
  /** The process that works at it, and when it last said so. */
  worker: z.object({ id: z.string(), at: z.iso.datetime() }).optional(),
})
export type RecalculationRun = Readonly<z.infer<typeof runSchema>>

const stateSchema = z.object({
  /** The day (YYYY-MM-DD in Taipei) that was claimed last. */
  day: z.string().default(''),
  /** When the last recalculation ended. */
  checkedAt: z.iso.datetime().optional(),
  /** The hour from which changes are not in the stored sums; missing before the first one has ended. */
  since: z.string().optional(),
  /** What the last recalculation that found anything found, as text. */
  found: z.object({ at: z.iso.datetime(), lines: z.array(z.string()) }).optional(),
  /** The recalculation under way. */
  run: runSchema.optional().catch(undefined),
})
export type RecalculationState = Readonly<z.infer<typeof stateSchema>>

const reference = () => database().collection('sweeps').doc('counts')

/** The last recalculation, and the one under way; one read. Throws DatabaseUnavailable. */
export async function readRecalculation(): Promise<RecalculationState> {
  const snapshot = await readDocument('reading the last recalculation', reference())
  return stateSchema.parse(snapshot.data() ?? {})
}

/** In milliseconds: a process that has said nothing for so long is gone. */
const WORKER_GONE_AFTER = 5 * 60_000

const isWorking = ({ worker }: RecalculationRun, now: number) =>
  worker !== undefined && now - Date.parse(worker.at) < WORKER_GONE_AFTER

/**
 * Claims the recalculation that `choose` picks, the one under way or a new one, unless another process works at the
 * present one. `day` is claimed with it. Throws DatabaseUnavailable.
 */
export async function claimRun(
  day: string,
  choose: (state: RecalculationState) => RecalculationRun | undefined,
): Promise<RecalculationRun | 'working' | undefined> {
  const worker = crypto.randomUUID()
  return transact('claiming a recalculation', async (tx) => {
    const state = stateSchema.parse((await tx.get(reference())).data() ?? {})
    const run = choose(state)
    if (!run) return undefined
    const now = Date.now()
    if (state.run && isWorking(state.run, now)) return 'working' as const
    const claimed = { ...run, worker: { id: worker, at: new Date(now).toISOString() } }
    tx.set(reference(), { ...state, day, run: claimed })
    return claimed
  })
}

// Whether a process still works at the run that it has claimed.
const isOwn = (state: RecalculationState, { id, worker }: RecalculationRun) =>
  state.run?.id === id && state.run.worker?.id === worker?.id

/**
 * Stores how far a recalculation has come; `leaves` lets another process go on. Returns whether it
 * still belongs to this process. Throws DatabaseUnavailable.
 */
export async function saveRun(
  run: RecalculationRun,
  { leaves }: { readonly leaves: boolean },
): Promise<boolean> {
  return transact('storing a recalculation', async (tx) => {
    const state = stateSchema.parse((await tx.get(reference())).data() ?? {})
    if (!isOwn(state, run)) return false
    const { worker, ...rest } = run
    const own = worker && !leaves ? { worker: { ...worker, at: new Date().toISOString() } } : {}
    tx.set(reference(), { ...state, run: { ...rest, ...own } })
    return true
  })
}

/** Stores what a recalculation found, and ends it. Throws DatabaseUnavailable. */
export async function endRun(
  run: RecalculationRun,
  ended: Pick<RecalculationState, 'checkedAt' | 'found'>,
): Promise<void> {
  await transact('ending a recalculation', async (tx) => {
    const stored = stateSchema.parse((await tx.get(reference())).data() ?? {})
    const { run: open, ...state } = stored
    const left = open && open.id !== run.id ? { run: open } : {}
    tx.set(reference(), { ...state, ...ended, since: run.since, ...left })
  })
}

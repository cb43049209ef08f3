import 'server-only'

import { type Facts, logFailure } from '../log/log.ts'

/** How many things one query of a sweep reads. */
const BATCH = 50

/** What is due, the longest first, and the ids of what can't be read. */
export type Due<Item> = {
  readonly items: readonly Item[]
  readonly unreadable?: readonly string[]
}

export type StepOutcome = 'moved' | 'same' | 'failed'

/** One kind of work that becomes due, such as orders whose parcels are to be asked about. */
export type SweepTask<Item extends { readonly id: string }> = {
  /** Its name in the log. */
  readonly name: string
  /** Reads at most so many that are due. */
  readonly due: (limit: number) => Promise<Due<Item>>
  /** Takes one on as far as it goes now. What it leaves as it is must be due later. */
  readonly step: (item: Item, isOver: () => boolean) => Promise<'moved' | 'same'>
  /** Puts one off that failed, so that it does not block the others. */
  readonly postpone?: (item: Item) => Promise<void>
  /** The same for one that can't be read. */
  readonly postponeUnreadable?: (id: string) => Promise<void>
  /** What the log says of one that failed. */
  readonly facts?: (item: Item, error: unknown) => Facts
  /** How many are taken on at the same time; one by default. */
  readonly atOnce?: number
  /** Whether a run reads a single batch. */
  readonly isOneBatch?: boolean
  /** Whether a failure ends the task's run, as the next one would fail alike. */
  readonly endsAfter?: (error: unknown) => boolean
  /** Some of a batch are taken on by one request, before the others; outcomes in the same order. */
  readonly together?: {
    readonly includes: (item: Item) => boolean
    readonly step: (items: readonly Item[]) => Promise<readonly ('moved' | 'same')[]>
  }
}

/** Counts of a run: taken on, changed, failed, and not readable. */
export type SweepCounts = {
  readonly looked: number
  readonly moved: number
  readonly failed: number
  readonly unreadable: number
}

type Run = { readonly isOver: () => boolean }

/** A task that is ready to run within the time that is left. */
export type ReadyTask = (run: Run) => Promise<SweepCounts>

/** Makes a task ready for `sweepDue`, which need not know what its things are. */
export function sweepTask<Item extends { readonly id: string }>(task: SweepTask<Item>): ReadyTask {
  return (run) => runTask(task, run)
}

const NOTHING: SweepCounts = { looked: 0, moved: 0, failed: 0, unreadable: 0 }

/** A task of one piece, which finds by itself what is due; a failure is logged and ends no other task. */
export function sweepJob(name: string, work: () => Promise<unknown>): ReadyTask {
  return async () => {
    try {
      await work()
      return NOTHING
    } catch (error) {
      logFailure(name, error)
      return { ...NOTHING, failed: 1 }
    }
  }
}

/**
 * Runs tasks one after the other, and begins nothing more after `budget` milliseconds. A thing is
 * taken on once; one that fails is logged and put off. Safe to run in several processes at once.
 * Returns the counts of all tasks together. Throws what `due` throws.
 */
export async function sweepDue(tasks: readonly ReadyTask[], budget: number): Promise<SweepCounts> {
  const began = performance.now()
  const run = { isOver: () => performance.now() - began > budget }
  const sum = { looked: 0, moved: 0, failed: 0, unreadable: 0 }
  for (const task of tasks) {
    const counts = await task(run)
    sum.looked += counts.looked
    sum.moved += counts.moved
    sum.failed += counts.failed
    sum.unreadable += counts.unreadable
  }
  return sum
}

async function runTask<Item extends { readonly id: string }>(
  task: SweepTask<Item>,
  run: Run,
): Promise<SweepCounts> {
  const seen = new Set<string>()
  const outcomes: StepOutcome[] = []
  let bad = 0
  let hasEnded = false
  const own = { isOver: () => hasEnded || run.isOver(), end: () => (hasEnded = true) }
  while (!own.isOver()) {
    const { items, unreadable = [] } = await task.due(BATCH)
    const fresh = items.filter(({ id }) => !seen.has(id))
    const unknown = unreadable.filter((id) => !seen.has(id))
    if (fresh.length + unknown.length === 0) break
    for (const id of [...unknown, ...fresh.map((item) => item.id)]) seen.add(id)
    for (const id of unknown) await task.postponeUnreadable?.(id)
    bad += unknown.length
    outcomes.push(...(await runBatch(task, fresh, own)))
    if (task.isOneBatch || items.length + unreadable.length < BATCH) break
  }
  const count = (outcome: StepOutcome) => outcomes.filter((one) => one === outcome).length
  const [moved, failed] = [count('moved'), count('failed')]
  return { looked: outcomes.length, moved, failed, unreadable: bad }
}

type OwnRun = Run & { readonly end: () => void }

async function runBatch<Item extends { readonly id: string }>(
  task: SweepTask<Item>,
  items: readonly Item[],
  run: OwnRun,
): Promise<readonly StepOutcome[]> {
  const { together, atOnce = 1 } = task
  const outcomes: StepOutcome[] = []
  const joined = together ? items.filter(together.includes) : []
  if (together && joined.length > 0) {
    try {
      outcomes.push(...(await together.step(joined)))
    } catch (error) {
      for (const item of joined) outcomes.push(await failStep(task, item, error, run))
    }
  }
  const waiting = together ? items.filter((item) => !together.includes(item)) : [...items]
  const stepNext = async () => {
    while (!run.isOver()) {
      const item = waiting.shift()
      if (!item) return
      try {
        outcomes.push(await task.step(item, run.isOver))
      } catch (error) {
        outcomes.push(await failStep(task, item, error, run))
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, stepNext))
  return outcomes
}

// What can't be taken on goes to the end of the queue, or it would block all others.
async function failStep<Item extends { readonly id: string }>(
  task: SweepTask<Item>,
  item: Item,
  error: unknown,
  run: OwnRun,
): Promise<'failed'> {
  if (task.endsAfter?.(error)) run.end()
  logFailure(task.name, error, task.facts?.(item, error))
  try {
    await task.postpone?.(item)
  } catch (again) {
    logFailure(task.name, again, task.facts?.(item, again))
  }
  return 'failed'
}

import 'server-only'

import { type Facts, logFailure } from '#lib/log/log.ts'

/**
 * What the other side says of something that was sent: it is made, certainly not, or perhaps.
 * `refused`: not now and not later; `isOwn`: by our own rules, so nothing was sent.
 * `not-yet`: not this time, and nothing is on its way.
 * `perhaps`: no answer, or one that leaves it open.
 */
export type Answer<Made, Why> =
  | { readonly kind: 'made'; readonly made: Made }
  | { readonly kind: 'refused'; readonly why: Why; readonly isOwn?: true }
  | Doubt<Why>

/** An answer after which it is sent or looked for again. */
export type Doubt<Why> = { readonly kind: 'not-yet' | 'perhaps'; readonly why: Why }

/** What a look at the other side shows; `perhaps` where it gives no answer. */
export type Look<Made, Why> =
  | { readonly kind: 'made'; readonly made: Made }
  | { readonly kind: 'missing' }
  | { readonly kind: 'perhaps'; readonly why: Why }

/**
 * What is stored after a claim. `held`: what the run whose id stands in it may send. `wasSent`: an
 * earlier run may have sent it, and no key protects a repeat.
 */
export type Claim<Held, Result> = {
  readonly result: Result
  readonly held?: Held | undefined
  readonly wasSent?: boolean
}

/**
 * Something sent to another system that can't be taken back. Each part may throw, and then all rests
 * as it is stored: the claim says that it was perhaps sent.
 */
export type Operation<Held, Made, Why, Result> = {
  /** Stores that it will be sent, under this random id; nothing is sent before. */
  readonly claim: (id: string) => Promise<Claim<Held, Result>>
  readonly send: (held: Held) => Promise<Answer<Made, Why>>
  /** How the other side is asked; absent if it can't be. */
  readonly confirmOutcome?: OutcomeCheck<Held, Made, Why, Result>
  /** Stores that it is made. */
  readonly store: (held: Held, made: Made) => Promise<Result>
  /** Stores that it is certainly not made, and will not be. */
  readonly refuse: (held: Held, why: Why) => Promise<Result>
  /** Puts it off: a later run claims it again. */
  readonly postpone: (held: Held, doubt: Doubt<Why>) => Promise<Result>
}

/** How another system is asked whether something is made. */
export type OutcomeCheck<Held, Made, Why, Result> = {
  readonly find: (held: Held) => Promise<Look<Made, Why>>
  /** Puts it off, as a look shows nothing; `why` is the answer to what was just sent, if it was. */
  readonly missing: (held: Held, why: Why | undefined) => Promise<Result>
  /** Whether enough looks agree that it is not made, so that it may be sent again. */
  readonly maySendAgain?: (held: Held) => boolean
}

type Claimed = { readonly claim?: string | undefined }

/**
 * Stores a claim under a random id, and does the work only if that id is what is stored. Safe to run
 * in several processes at once. Throws what its parts throw.
 */
export async function runClaimed<Held extends Claimed, Result>(
  claim: (id: string) => Promise<Claim<Held, Result>>,
  work: (held: Held, stored: Claim<Held, Result>) => Promise<Result>,
): Promise<Result> {
  const id = crypto.randomUUID()
  const stored = await claim(id)
  return stored.held?.claim === id ? work(stored.held, stored) : stored.result
}

/**
 * Claims, sends, asks back where the answer leaves it open, and stores what came of it: only the run
 * whose claim is stored sends. Throws what its parts throw.
 */
export function runOperation<Held extends Claimed, Made, Why, Result>(
  operation: Operation<Held, Made, Why, Result>,
): Promise<Result> {
  const { confirmOutcome } = operation
  return runClaimed(operation.claim, async (held, { wasSent, result }) => {
    const known = wasSent && confirmOutcome ? await lookUpFirst(confirmOutcome, held) : undefined
    const end = known ?? (await sendAndConfirm(operation, held))
    switch (end.kind) {
      case 'made':
        return operation.store(held, end.made)
      case 'refused':
        return operation.refuse(held, end.why)
      case 'missing':
        return confirmOutcome ? confirmOutcome.missing(held, end.why) : result
      case 'not-yet':
      case 'perhaps':
        return operation.postpone(held, end)
    }
  })
}

type Missing<Why> = { readonly kind: 'missing'; readonly why: Why | undefined }

// Undefined when it is certainly not made, and may be sent again.
async function lookUpFirst<Held, Made, Why, Result>(
  { find, maySendAgain }: OutcomeCheck<Held, Made, Why, Result>,
  held: Held,
): Promise<Answer<Made, Why> | Missing<Why> | undefined> {
  const look = await find(held)
  if (look.kind !== 'missing') return look
  return maySendAgain?.(held) ? undefined : { kind: 'missing', why: undefined }
}

// A refusal may be one of a repeat: what was made before counts, and where nobody knows it nothing is refused.
async function sendAndConfirm<Held, Made, Why, Result>(
  { send, confirmOutcome }: Operation<Held, Made, Why, Result>,
  held: Held,
): Promise<Answer<Made, Why> | Missing<Why>> {
  const answer = await send(held)
  const isCertain = answer.kind === 'made' || answer.kind === 'not-yet'
  if (!confirmOutcome || isCertain || (answer.kind === 'refused' && answer.isOwn)) return answer
  const look = await confirmOutcome.find(held)
  if (look.kind !== 'missing') return look
  return answer.kind === 'refused' ? answer : { kind: 'missing', why: answer.why }
}

/** Sends, and reads what is thrown as an answer; what `answerOf` does not know is thrown on. */
export async function answered<Made, Why>(
  send: () => Promise<Made>,
  answerOf: (error: unknown) => Answer<never, Why> | undefined,
): Promise<Answer<Made, Why>> {
  try {
    return { kind: 'made', made: await send() }
  } catch (error) {
    const answer = answerOf(error)
    if (!answer) throw error
    return answer
  }
}

/** Looks, and reads what is thrown as no answer; what `whyOf` does not know is thrown on. */
export async function looked<Made, Why>(
  find: () => Promise<Made | undefined>,
  whyOf: (error: unknown) => Why | undefined,
): Promise<Look<Made, Why>> {
  try {
    const made = await find()
    return made === undefined ? { kind: 'missing' } : { kind: 'made', made }
  } catch (error) {
    const why = whyOf(error)
    if (why === undefined) throw error
    return { kind: 'perhaps', why }
  }
}

/** Works again at once, up to `tries` times in all, while `isWorth` says so of what was thrown. */
export async function retry<Value>(
  work: () => Promise<Value>,
  { tries, isWorth }: { readonly tries: number; readonly isWorth: (error: unknown) => boolean },
): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (tries <= 1 || !isWorth(error)) throw error
    return retry(work, { tries: tries - 1, isWorth })
  }
}

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
  return async (run) => {
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
    const count = (outcome: StepOutcome) =>
      outcomes.filter((stepOutcome) => stepOutcome === outcome).length
    const [moved, failed] = [count('moved'), count('failed')]
    return { looked: outcomes.length, moved, failed, unreadable: bad }
  }
}

const NOTHING: SweepCounts = { looked: 0, moved: 0, failed: 0, unreadable: 0 }

/** A task of one unit, which finds by itself what is due; a failure is logged and ends no other task. */
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

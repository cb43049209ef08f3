import 'server-only'

/** How a queue processes its jobs. */
export type QueueParts<Job, Answer> = {
  /** Does the work of several at once; answers each, in their order. */
  readonly run: (jobs: readonly Job[]) => Promise<readonly Promise<Answer>[]>
  /** Whether a job can be done together with these. */
  readonly fits: (job: Job, others: readonly Job[]) => boolean
  /** Maximum batch size and queue length. */
  readonly most: number
  readonly room: number
  /** Awaited after each batch. */
  readonly pause?: () => Promise<void>
}

/** The queue is full; waiting would exceed the deadline. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull'
}

type Waiting<Job, Answer> = {
  readonly job: Job
  /** Called once the job is being done: its time to wait is over, and only its own answer counts. */
  readonly begin: () => void
  readonly resolve: (answer: Answer | Promise<Answer>) => void
  readonly reject: (error: unknown) => void
}

/** Processes jobs in batches: jobs that arrive during one join the next. */
export class SharedQueue<Job, Answer> {
  readonly #parts: QueueParts<Job, Answer>
  #waiting: Waiting<Job, Answer>[] = []
  #isRunning = false

  constructor(parts: QueueParts<Job, Answer>) {
    this.#parts = parts
  }

  /** Number of queued jobs; 0 when idle. */
  get ahead(): number {
    return this.#waiting.length + (this.#isRunning ? 1 : 0)
  }

  /**
   * Does a job in its turn. Rejects with QueueFull at once where no room is left, and when `signal` aborts while it
   * waits; a job that is being done is answered by what became of it.
   */
  async add(job: Job, signal: AbortSignal): Promise<Answer> {
    if (this.#waiting.length >= this.#parts.room) throw new QueueFull()
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const begin = () => signal.removeEventListener('abort', leave)
    const own = { job, begin, resolve, reject }
    const leave = () => {
      this.#waiting = this.#waiting.filter((waiting) => waiting !== own)
      reject(signal.reason)
    }
    signal.addEventListener('abort', leave, { once: true })
    this.#waiting.push(own)
    if (!this.#isRunning) void this.#work()
    return promise
  }

  #take(): Waiting<Job, Answer>[] {
    const { most, fits } = this.#parts
    const group: Waiting<Job, Answer>[] = []
    const rest: Waiting<Job, Answer>[] = []
    for (const waiting of this.#waiting) {
      const others = group.map(({ job }) => job)
      if (group.length < most && fits(waiting.job, others)) group.push(waiting)
      else rest.push(waiting)
    }
    this.#waiting = rest
    for (const { begin } of group) begin()
    return group
  }

  async #serve(group: readonly Waiting<Job, Answer>[]): Promise<void> {
    const missing = Promise.reject<Answer>(new Error('Queue returned no answer for a job'))
    missing.catch(() => {})
    try {
      const answers = await this.#parts.run(group.map(({ job }) => job))
      for (const [index, { resolve }] of group.entries()) resolve(answers[index] ?? missing)
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }

  async #work(): Promise<void> {
    this.#isRunning = true
    // Lets jobs of the same tick join the first batch.
    await Promise.resolve()
    while (this.#waiting.length > 0) {
      await this.#serve(this.#take())
      await this.#parts.pause?.()
    }
    this.#isRunning = false
  }
}

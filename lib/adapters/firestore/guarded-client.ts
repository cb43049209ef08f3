/** How a service's client is created, probed and closed. */
export type ClientParts<Client> = {
  readonly open: () => Client
  /** Resolves once the service has answered. */
  readonly ask: (client: Client) => Promise<unknown>
  /** Gives up a client that never answered; its calls may still be waiting. */
  readonly close: (client: Client) => void
  /** Called when a silent client was replaced, when nothing answers, and when the service is back. */
  readonly note: (what: 'replaced' | 'away' | 'back') => void
}

/** In milliseconds: a working service answers a probe within this time. */
const ANSWERS_WITHIN = 2_000

/** Interval between probes of an unavailable service, in milliseconds. */
const ASKS_AGAIN = 1_000

/** A new client that was not answered so often may be silent itself; another takes its place. */
const MOST_TRIES = 3

function answersInTime(call: Promise<unknown>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), ANSWERS_WITHIN)
  void call.then(
    () => resolve(true),
    () => resolve(false),
  )
  return promise.finally(() => clearTimeout(timer))
}

/**
 * Holds one client of a service and replaces it when a probe of a new one succeeds. Fails fast
 * while none does.
 */
export class GuardedClient<Client> {
  readonly #parts: ClientParts<Client>
  readonly #waiting = new Set<() => void>()
  #client: Client | undefined
  #probe: Promise<void> | undefined
  #awaySince: number | undefined
  #answers = 0
  /** A client that may take the place of the present one. */
  #next: { readonly client: Client; tries: number } | undefined

  constructor(parts: ClientParts<Client>) {
    this.#parts = parts
  }

  /** Whether the last probe failed. */
  get isAway(): boolean {
    return this.#awaySince !== undefined
  }

  /** Since when nothing answers (milliseconds since 1970); undefined while the service answers. */
  get awaySince(): number | undefined {
    return this.#awaySince
  }

  /** The present client. */
  get(): Client {
    this.#client ??= this.#parts.open()
    return this.#client
  }

  /** Calls `stop` once the service is found to be away; the answer takes it back. */
  onAway(stop: () => void): () => void {
    this.#waiting.add(stop)
    return () => this.#waiting.delete(stop)
  }

  /** Notes that a call was answered: a service that answers anybody is not away, however slow this process is. */
  answered(): void {
    this.#answers += 1
    if (this.isAway) this.#found()
  }

  /** Finds out whether the service answers, and replaces the client where only that one is silent. */
  suspect(): Promise<void> {
    this.#probe ??= this.#examine().finally(() => (this.#probe = undefined))
    return this.#probe
  }

  async #examine(): Promise<void> {
    const { open, ask, close, note } = this.#parts
    const answersBefore = this.#answers
    if (!this.isAway && (await answersInTime(ask(this.get())))) return this.#found()
    this.#next ??= { client: open(), tries: 0 }
    const next = this.#next
    if (await answersInTime(ask(next.client))) {
      this.#client = next.client
      this.#next = undefined
      if (!this.isAway) note('replaced')
      return this.#found()
    }
    next.tries += 1
    if (next.tries === MOST_TRIES) {
      close(next.client)
      this.#next = undefined
    }
    if (this.#answers > answersBefore) return this.#found()
    this.#lost()
  }

  #found(): void {
    if (this.isAway) this.#parts.note('back')
    this.#awaySince = undefined
  }

  #lost(): void {
    if (!this.isAway) this.#parts.note('away')
    this.#awaySince ??= Date.now()
    for (const stop of this.#waiting) stop()
    this.#waiting.clear()
    setTimeout(() => void this.suspect(), ASKS_AGAIN).unref()
  }
}

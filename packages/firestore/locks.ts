import { type Refusal, refusal } from './refusal.ts'

type Mode = 'shared' | 'exclusive'

interface Waiter {
  owner: object
  mode: Mode
  grant: () => void
  fail: (reason: Refusal) => void
}

interface Lock {
  holders: Map<object, Mode>
  queue: Waiter[]
}

const clash = (a: Mode, b: Mode) => a === 'exclusive' || b === 'exclusive'

/** Locks on documents, there or not, each with a fair queue. */
export class Locks {
  readonly #locks = new Map<string, Lock>()
  readonly #timeout: number

  constructor(timeout: number) {
    this.#timeout = timeout
  }

  /** Takes every lock, in one order for all; ABORTED after the timeout or in a deadlock. */
  async acquire(owner: object, names: readonly string[], mode: Mode, signal: AbortSignal) {
    for (const name of [...new Set(names)].toSorted()) await this.#take(owner, name, mode, signal)
  }

  /** Gives back all that the owner holds and ends its waiting. */
  release(owner: object): void {
    for (const [name, lock] of this.#locks) {
      const waiting = lock.queue.filter((waiter) => waiter.owner === owner)
      for (const waiter of waiting) waiter.fail(refusal('ABORTED', 'The transaction has ended.'))
      if (lock.holders.delete(owner)) this.#grant(name, lock)
    }
  }

  async #take(owner: object, name: string, mode: Mode, signal: AbortSignal): Promise<void> {
    const lock = this.#locks.get(name) ?? { holders: new Map(), queue: [] }
    this.#locks.set(name, lock)
    const held = lock.holders.get(owner)
    if (held === 'exclusive' || held === mode) return
    // An upgrade of a shared lock goes first: those behind wait for it anyway.
    const free = lock.queue.length === 0 || held !== undefined
    if (free && this.#blockers(lock, owner, mode, 0).length === 0) {
      lock.holders.set(owner, mode)
      return
    }
    await this.#wait(name, lock, { owner, mode }, signal)
  }

  async #wait(name: string, lock: Lock, who: Pick<Waiter, 'owner' | 'mode'>, signal: AbortSignal) {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>()
    const leave = (reason: Refusal) => {
      lock.queue = lock.queue.filter((other) => other !== waiter)
      reject(reason)
      this.#grant(name, lock)
    }
    const waiter: Waiter = { ...who, grant: () => resolve(undefined), fail: leave }
    if (lock.holders.has(who.owner)) lock.queue.unshift(waiter)
    else lock.queue.push(waiter)
    if (this.#deadlocks(who.owner)) leave(refusal('ABORTED', `Deadlock at ${name}.`))
    const late = () => leave(refusal('ABORTED', `Too much contention on ${name}.`))
    const timer = setTimeout(late, this.#timeout)
    const cancel = () => leave(refusal('CANCELLED', 'The caller went away.'))
    signal.addEventListener('abort', cancel)
    try {
      await promise
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', cancel)
    }
  }

  #grant(name: string, lock: Lock): void {
    let [next] = lock.queue
    while (next && this.#blockers(lock, next.owner, next.mode, 0).length === 0) {
      lock.holders.set(next.owner, next.mode)
      lock.queue.shift()
      next.grant()
      next = lock.queue[0]
    }
    const idle = lock.holders.size === 0 && lock.queue.length === 0
    if (idle && this.#locks.get(name) === lock) this.#locks.delete(name)
  }

  /** Others in the way: holders, and the first so many in the queue. */
  #blockers(lock: Lock, owner: object, mode: Mode, ahead: number): object[] {
    const holders = [...lock.holders].map(([other, held]) => ({ owner: other, mode: held }))
    return [...holders, ...lock.queue.slice(0, ahead)]
      .filter((other) => other.owner !== owner && clash(mode, other.mode))
      .map((other) => other.owner)
  }

  #waitsFor(owner: object): object[] {
    return [...this.#locks.values()].flatMap((lock) =>
      lock.queue.flatMap((waiter, place) =>
        waiter.owner === owner ? this.#blockers(lock, owner, waiter.mode, place) : [],
      ),
    )
  }

  #deadlocks(owner: object): boolean {
    const seen = new Set<object>()
    const open = this.#waitsFor(owner)
    for (let next = open.pop(); next; next = open.pop()) {
      if (next === owner) return true
      if (!seen.has(next)) open.push(...this.#waitsFor(next))
      seen.add(next)
    }
    return false
  }
}

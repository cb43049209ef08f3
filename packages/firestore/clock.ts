import type { Timestamp } from './messages.ts'

// Times of commits and reads are whole microseconds since 1970, exact as numbers until 2255.

/** Gives out times so that a commit is later than every commit and every read before it. */
export class Clock {
  #last: number

  constructor(last: number) {
    this.#last = last
  }

  readTime(): number {
    this.#last = Math.max(this.#last, Date.now() * 1000)
    return this.#last
  }

  commitTime(): number {
    this.#last = Math.max(this.#last + 1, Date.now() * 1000)
    return this.#last
  }
}

export const toTimestamp = (micros: number): Timestamp => ({
  seconds: String(Math.floor(micros / 1_000_000)),
  nanos: (micros % 1_000_000) * 1000,
})

export const toMicros = ({ seconds = '0', nanos = 0 }: Timestamp): number =>
  Number(seconds) * 1_000_000 + Math.floor(nanos / 1000)

import { setTimeout as wait } from 'node:timers/promises'

import type { status } from '@grpc/grpc-js'

import { Refusal, refusal } from './refusal.ts'

/** Faults for tests, each with its share of the commits it hits. */
export interface Faults {
  abortRate: number
  dropRate: number
  dropCode: status
  seed: number
  readMs: number
  commitMs: number
}

/** The same numbers in [0, 1) for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Called before and after a commit; fails as often as the fault says. */
export function faultsOf({ abortRate, dropRate, dropCode, seed, readMs, commitMs }: Faults) {
  const random = randomNumbers(seed)
  // Half as long to half as long again, as a network takes; locks are held meanwhile.
  const pass = async (milliseconds: number) => {
    if (milliseconds > 0) await wait(milliseconds * (0.5 + random()))
  }
  return {
    reading: () => pass(readMs),
    committing: () => pass(commitMs),
    beforeCommit: () => {
      if (random() < abortRate) throw refusal('ABORTED', 'Aborted on purpose (--abort-rate).')
    },
    afterCommit: () => {
      if (random() < dropRate)
        throw new Refusal(dropCode, 'Answer lost on purpose (--drop-answers).')
    },
  }
}

/** Random choices that are the same for the same seed. */
export type Random = {
  /** A number from 0 up to, not including, 1. */
  readonly next: () => number
  /** Whether something of this likelihood happens. */
  readonly happens: (likelihood: number) => boolean
  readonly oneOf: <T>(choices: readonly [T, ...T[]]) => T
}

/** Mulberry32: small, and good enough to choose faults. */
export function randomFrom(seed: number): Random {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    happens: (likelihood) => next() < likelihood,
    oneOf: (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0],
  }
}

import { mock } from 'node:test'

/** How long the clock stands still, in milliseconds. */
const STANDS_FOR = 100

/**
 * Lets the clock of this process stand still and jump, so that many presses happen in one and the same millisecond.
 * Returns what ends it.
 */
export function startCoarseClock(): () => void {
  const began = Date.now()
  const from = performance.now()
  mock.timers.enable({ apis: ['Date'], now: began })
  const jumping = setInterval(() => {
    const real = began + performance.now() - from
    mock.timers.setTime(Math.floor(real / STANDS_FOR) * STANDS_FOR)
  }, STANDS_FOR / 10)
  return () => {
    clearInterval(jumping)
    mock.timers.reset()
  }
}

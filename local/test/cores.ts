import { availableParallelism } from 'node:os'

/** How many cores the tests may keep busy: TEST_CORES, or all there are, and at least two. */
export function cores(): number {
  return Number(process.env.TEST_CORES || Math.max(2, availableParallelism()))
}

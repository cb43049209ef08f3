import { availableParallelism } from 'node:os'

/** Cores that the tests use: TEST_CORES or all, at least two. */
export function cores(): number {
  return Number(process.env.TEST_CORES || Math.max(2, availableParallelism()))
}

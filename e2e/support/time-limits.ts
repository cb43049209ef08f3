import { availableParallelism, loadavg } from 'node:os'

// Limits against hanging, not measurements: they grow with the load of the machine.
const [load = 1] = loadavg()
const SLOWNESS = Math.min(10, Math.max(1, load / availableParallelism()))

const limit = (milliseconds: number) => Math.round(milliseconds * SLOWNESS)

/** Limit of one expectation in milliseconds, above every deadline of the shop. */
export const EXPECT_TIMEOUT = limit(30_000)

/** Limit of one test. */
export const TEST_TIMEOUT = limit(180_000)

/** Limit of a test that builds or starts shops. */
export const BUILD_TIMEOUT = limit(600_000)

/** Limit of one command or stand-in call. */
export const CALL_TIMEOUT = limit(120_000)

// Limits against hanging, not measurements: a machine with four times the load stays within them.

/** Limit of one expectation in milliseconds, above every deadline of the shop. */
export const EXPECT_TIMEOUT = 30_000

/** Limit of one test. */
export const TEST_TIMEOUT = 180_000

/** Limit of a test that builds or starts shops. */
export const BUILD_TIMEOUT = 600_000

/** Limit of one command or stand-in call. */
export const CALL_TIMEOUT = 120_000

// Limits against hanging, not measurements: a machine with four times the load stays within them.

/** For one expectation, in milliseconds; longer than any deadline of the shop. */
export const EXPECT_TIMEOUT = 30_000

/** For one test. */
export const TEST_TIMEOUT = 180_000

/** For what builds a shop or starts several of them. */
export const BUILD_TIMEOUT = 600_000

/** For one command or one call to a stand-in. */
export const CALL_TIMEOUT = 120_000

import { expect as plain } from 'playwright/test'

import { EXPECT_TIMEOUT } from './time-limits.ts'

/** Playwright's assertions for tests that open no browser; `expect.poll` waits as long as a browser test does. */
export const expect = plain.configure({ timeout: EXPECT_TIMEOUT })

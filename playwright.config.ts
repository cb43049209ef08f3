import './e2e/support/fixture-content.ts'

import { defineConfig, devices } from 'playwright/test'

import { PHONE } from './e2e/support/axe.ts'
import { type EngineName, ENGINES } from './e2e/support/engine.ts'
import { EXPECT_TIMEOUT, TEST_TIMEOUT } from './e2e/support/time-limits.ts'
import { findChromium } from './local/chromium.ts'
import { cores } from './local/test/cores.ts'

// Google's metadata server is nowhere near a test.
process.env.METADATA_SERVER_DETECTION = 'none'

// The commands bring one before; WebKit and Firefox are tested without.
const executablePath = findChromium()?.path

const phone = { viewport: PHONE, isMobile: true, hasTouch: true }

/** Specs whose worker starts a shop of its own. */
const OWN_SHOPS =
  /\/(?:deadlines|ecpay-card|ecpay-card-refund|ecpay-number|ecpay-purchase|invoices|invoice-refunds|line-pay|line-pay-purchase|line-pay-refund|owner-parcels|manual-sale|store-map|store-picker)\.spec\.ts$/

/**
 * Tests run in the desktop window; @phone and @both add a phone's. @long tests run only in `npm run
 * test:all`.
 */
const DESKTOP_NOT = /@(phone|long)(?!-)/
const windows = (prefix: string, testDir: string) => [
  { name: `${prefix}desktop`, testDir, grepInvert: DESKTOP_NOT },
  { name: `${prefix}phone`, testDir, grep: /@(phone|both)(?!-)/, grepInvert: /@long/, use: phone },
]

export default defineConfig<{ engineName: EngineName }>({
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/support/start-shop.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  retries: 0,
  // More than eight browsers overload one shop.
  workers: Math.min(8, cores()),
  timeout: TEST_TIMEOUT,
  expect: { timeout: EXPECT_TIMEOUT },
  reporter: './e2e/support/reporter.ts',
  projects: [
    ...ENGINES.map((engineName) => ({
      name: engineName,
      testDir: 'verification/engines',
      use: { engineName },
    })),
    // One worker, first of all: each of these shops starts once, and none waits at the end.
    {
      name: 'own-shops',
      testDir: 'e2e/specs',
      testMatch: OWN_SHOPS,
      grepInvert: DESKTOP_NOT,
      workers: 1,
    },
    ...windows('', 'e2e/specs').map((window) => ({ ...window, testIgnore: OWN_SHOPS })),
    // Runs only in `npm run test:all`: long folders and @long tests.
    ...windows('long-', 'verification/long'),
    {
      name: 'long-tagged-desktop',
      testDir: 'e2e/specs',
      grep: /@long/,
      grepInvert: /@phone(?!-)/,
    },
    {
      name: 'long-tagged-phone',
      testDir: 'e2e/specs',
      grep: /@phone-long|(?=.*@long)(?=.*@(phone|both)(?!-))/s,
      use: phone,
    },
  ],
  use: {
    ...devices['Desktop Chrome'],
    locale: 'zh-TW',
    timezoneId: 'Asia/Taipei',
    viewport: { width: 1280, height: 900 },
    // The worker's requests would pass by what a test answers in the shop's place.
    serviceWorkers: 'block',
    // A colour on its way to another would be measured by chance.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})

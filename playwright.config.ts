import { defineConfig, devices } from 'playwright/test'

import { chromiumPath } from './e2e/support/chromium.ts'
import './e2e/support/fixture-content.ts'

// Google's metadata server is nowhere near a test.
process.env.METADATA_SERVER_DETECTION = 'none'

const executablePath = chromiumPath()

/** The specs that a phone's window plays too; what only one of the windows has is tagged @desktop or @phone. */
const ON_A_PHONE = [
  'blog',
  'cart',
  'consent',
  'popups',
  'popup-failures',
  'product',
  'states',
  'storefront',
  'verification',
]

/** The specs of which a phone's window plays only the tests tagged @both. */
const PARTLY_ON_A_PHONE = ['checkout', 'order-list', 'settings', 'sign-in']

const NOT_ON_A_PHONE = new RegExp(`(${PARTLY_ON_A_PHONE.join('|')})\\.spec\\.ts (?!.*@both)`)

export default defineConfig({
  testDir: 'e2e/specs',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/support/start-shop.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  retries: 0,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  projects: [
    { name: 'desktop', grepInvert: /@phone/ },
    {
      name: 'phone',
      testMatch: [...ON_A_PHONE, ...PARTLY_ON_A_PHONE].map((spec) => `${spec}.spec.ts`),
      grepInvert: [/@desktop/, NOT_ON_A_PHONE],
      use: { viewport: { width: 360, height: 760 }, isMobile: true, hasTouch: true },
    },
  ],
  use: {
    ...devices['Desktop Chrome'],
    locale: 'zh-TW',
    timezoneId: 'Asia/Taipei',
    viewport: { width: 1280, height: 900 },
    // A colour on its way to another would be measured by chance.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
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

import { defineConfig } from 'playwright/test'

import everyTest from '../../playwright.config.ts'

// The owner's pages are looked at as they are after three months.
process.env.SEED_ORDERS ??= '120'

const phone = { isMobile: true, hasTouch: true }

// One project for each width that the shop is looked at; the height is that of such a window.
export default defineConfig({
  ...everyTest,
  testDir: '.',
  testMatch: '*.shots.ts',
  globalSetup: '../../e2e/support/start-shop.ts',
  outputDir: '../../test-results',
  reporter: [['dot']],
  projects: [
    { name: '360', use: { viewport: { width: 360, height: 760 }, ...phone } },
    { name: '390', use: { viewport: { width: 390, height: 664 }, ...phone } },
    { name: '768', use: { viewport: { width: 768, height: 1024 }, ...phone } },
    { name: '1440', use: { viewport: { width: 1440, height: 900 } } },
  ],
})

import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import { chromium } from 'playwright'

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
// The same engine without windows, which does the same tests in some 60 % of the time.
const SHELLS = ['chromium-headless-shell']

function onThePath(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync)
}

/**
 * Returns Chromium's path: CHROMIUM_PATH, the PATH, or Playwright's. Tests prefer the headless
 * shell.
 */
export function chromiumPath(use: 'test' | 'measure' = 'test'): string {
  const overrides = process.env.CHROMIUM_PATH
  if (overrides) return overrides
  const found = onThePath(use === 'test' ? [...SHELLS, ...BROWSERS] : [...BROWSERS, ...SHELLS])
  if (found) return found
  const own = chromium.executablePath()
  if (existsSync(own)) return own
  throw new Error(
    'The end-to-end tests need Chromium: install it (Debian: apt-get install chromium-headless-shell; elsewhere: npx playwright install chromium) or set CHROMIUM_PATH.',
  )
}

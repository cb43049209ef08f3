import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import { chromium } from 'playwright'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

function onThePath(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(existsSync)
}

/** The Chromium that the tests drive: CHROMIUM_PATH, else one on the PATH, else Playwright's own. */
export function chromiumPath(): string {
  const given = process.env.CHROMIUM_PATH
  if (given) return given
  const found = onThePath()
  if (found) return found
  const own = chromium.executablePath()
  if (existsSync(own)) return own
  throw new Error(
    'The end-to-end tests need Chromium: install it (Debian: apt-get install chromium; elsewhere: npx playwright install chromium) or set CHROMIUM_PATH.',
  )
}

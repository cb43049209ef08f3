import { join } from 'node:path'

import type { Page } from 'playwright/test'

import { test as ecpay } from '../../e2e/support/ecpay-shop.ts'
import { test as linePay } from '../../e2e/support/line-pay-shop.ts'
import { test as base } from '../../e2e/support/shop.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'screenshots')

// Sticky elements would appear in the middle of a full-page picture.
const WITHOUT_BARS = 'nav[aria-label="快速選單"], [data-shown] { display: none !important }'

/** Takes a screenshot of the whole page, or of the window, under a name that says route and state. */
export type Camera = (name: string, part?: 'page' | 'window') => Promise<void>

// Pictures further down would be empty: they load when they are scrolled to.
async function loadPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const picture of document.images) picture.loading = 'eager'
    await Promise.allSettled([...document.images].map((picture) => picture.decode()))
  })
}

const cameraOf =
  (page: Page, width: string): Camera =>
  async (name, part = 'page') => {
    await loadPictures(page)
    const path = join(FOLDER, width, `${name}.png`)
    const isWhole = part === 'page'
    await page.screenshot({ path, fullPage: isWhole, style: isWhole ? WITHOUT_BARS : '' })
  }

/** A test that takes pictures into screenshots/{width}; what the page complains of is the business of the other tests. */
export const test = base.extend<{ shoot: Camera }>({
  expected: [/./],
  shoot: ({ page }, use, { project }) => use(cameraOf(page, project.name)),
})

/** The same in a shop with ECPay. */
export const ecpayTest = ecpay.extend<{ shoot: Camera }>({
  expected: [/./],
  shoot: ({ page }, use, { project }) => use(cameraOf(page, project.name)),
})

/** The same in a shop with LINE Pay. */
export const linePayTest = linePay.extend<{ shoot: Camera }>({
  expected: [/./],
  shoot: ({ page }, use, { project }) => use(cameraOf(page, project.name)),
})

export { expect } from 'playwright/test'

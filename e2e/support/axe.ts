import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { expect, type Page } from 'playwright/test'
import { z } from 'zod'

// Run by the browser's tools and not as a script of the page, whose policy would refuse it.
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The smallest window that the shop is made for. */
export const PHONE = { width: 360, height: 760 }

/** Rules that depend on the window's size; others give the same result in every window. */
const BY_WINDOW = [
  'aria-hidden-focus',
  'button-name',
  'color-contrast',
  'heading-order',
  'label',
  'landmark-unique',
  'link-in-text-block',
  'link-name',
  'page-has-heading-one',
  'region',
  'scrollable-region-focusable',
  'target-size',
] as const

// Frames are other sites' pages, which axe can't reach; no rule that runs reads the parsed styles.
const run = (more: object) => {
  const preload = { assets: ['media'] }
  const options = { iframes: false, preload, resultTypes: ['violations'], ...more }
  return `axe.run(${JSON.stringify(options)}).then((r) => r.violations)`
}

const node = z.object({ html: z.string(), failureSummary: z.string().optional() })
const found = z.array(z.object({ id: z.string(), nodes: z.array(node) }))

async function expectNoneHere(page: Page, more: object = {}): Promise<void> {
  const violations = found.parse(await page.evaluate(run(more)))
  const { width } = page.viewportSize() ?? {}
  const said = violations.map(({ id, nodes: [first] }) =>
    [`${width} wide, ${id}: ${first?.html}`, first?.failureSummary].join('\n'),
  )
  expect(said).toEqual([])
}

/** Fails if axe finds a violation, also in a phone's window for rules that depend on it. */
export async function expectNoViolation(page: Page): Promise<void> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE)
  await expectNoneHere(page)
  const window = page.viewportSize()
  if (!window || window.width <= PHONE.width) return
  await page.setViewportSize(PHONE)
  await expectNoneHere(page, { runOnly: BY_WINDOW })
  await page.setViewportSize(window)
}

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { expect, type Page } from 'playwright/test'
import { z } from 'zod'

// Run by the browser's tools and not as a script of the page, whose policy would refuse it.
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The smallest window that the shop is made for. */
export const PHONE = { width: 360, height: 760 }

// Frames are other sites' pages, which axe can't reach.
const RUN = "axe.run({ iframes: false, resultTypes: ['violations'] }).then((r) => r.violations)"

const found = z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }))

async function expectNoneHere(page: Page): Promise<void> {
  const violations = found.parse(await page.evaluate(RUN))
  const { width } = page.viewportSize() ?? {}
  const said = violations.map(({ id, nodes }) => `${width} wide, ${id}: ${nodes[0]?.html}`)
  expect(said).toEqual([])
}

/** Fails when axe finds anything on the page as it is now, in its own window or in that of a phone. */
export async function expectNoViolation(page: Page): Promise<void> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE)
  await expectNoneHere(page)
  const window = page.viewportSize()
  if (!window || window.width <= PHONE.width) return
  await page.setViewportSize(PHONE)
  await expectNoneHere(page)
  await page.setViewportSize(window)
}

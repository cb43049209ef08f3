import { createRequire } from 'node:module'

import { expect, type Page } from 'playwright/test'
import { z } from 'zod'

const SCRIPT = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

const found = z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }))

/** Fails when axe finds anything on the page as it is now. */
export async function expectNoViolation(page: Page): Promise<void> {
  if (!(await page.evaluate('"axe" in window'))) await page.addScriptTag({ path: SCRIPT })
  const violations = found.parse(await page.evaluate('axe.run().then((r) => r.violations)'))
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
}

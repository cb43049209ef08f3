import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import type { Browser } from 'playwright'
import { z } from 'zod'

import { bringChromium } from '../local/chromium.ts'
import { ARGUMENTS } from './phone.ts'
import { atLeast, median, type Row } from './row.ts'
import type { Sites } from './sites.ts'

const ROUNDS = 3
const ATTEMPTS = 4
const KINDS = ['performance', 'accessibility', 'best-practices', 'seo'] as const

const score = z.object({ score: z.number() })
const auditSchema = z.object({ score: z.number().nullable(), scoreDisplayMode: z.string() })
const reportSchema = z.object({
  categories: z.object({
    performance: score,
    accessibility: score,
    'best-practices': score,
    seo: score,
  }),
  audits: z.record(z.string(), auditSchema),
})

type Report = z.infer<typeof reportSchema>

// Lighthouse weighs more than all that the shop installs, so it is no dependency of it.
async function ask(address: string): Promise<Report> {
  const chrome = ['--headless=new', ...ARGUMENTS].join(' ')
  const { stdout } = await promisify(execFile)(
    'lighthouse',
    [address, '--output=json', '--quiet', `--chrome-flags=${chrome}`],
    {
      env: { ...process.env, CHROME_PATH: (await bringChromium('measure')).path },
      maxBuffer: 50_000_000,
      timeout: 120_000,
    },
  )
  return reportSchema.parse(JSON.parse(stdout))
}

// Retries a run without a report (NO_NAVSTART). A report is never repeated.
async function visit(address: string): Promise<Report> {
  for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
    try {
      return await ask(address)
    } catch (error) {
      const [reason] = String(error).trim().split('\n').slice(-1)
      console.log(`  no report of ${address}: ${reason}`)
    }
  }
  return ask(address)
}

function findings(reports: readonly Report[]): string[] {
  const failed = reports.flatMap(({ audits }) =>
    Object.entries(audits)
      .filter(([, { score, scoreDisplayMode }]) => scoreDisplayMode === 'binary' && score === 0)
      .map(([name]) => name),
  )
  return [...new Set(failed)]
}

async function visits(address: string): Promise<readonly number[]> {
  const reports: Report[] = []
  for (let round = 0; round < ROUNDS; round += 1) reports.push(await visit(address))
  const scores = KINDS.map((kind) =>
    Math.round(100 * median(reports.map(({ categories }) => categories[kind].score))),
  )
  console.log(`  ${address}: ${scores.join('/')} ${findings(reports).join(', ')}`)
  return scores
}

/**
 * Lighthouse scores of indexed pages, the median of three visits, compared with a bare Next page.
 * Needs `npm install --global lighthouse`.
 */
export async function lighthouse(
  _browser: Browser,
  { shop, bare, plain, pages }: Sites,
): Promise<Row[]> {
  const floor = await visits(`${bare}/picture/product`)
  const floors = {
    bare: floor.join('/'),
    plain: (await visits(`${plain}/product`)).join('/'),
  }
  const rows: Row[] = []
  for (const path of pages.indexed) {
    const scores = await visits(shop + path)
    const [performance = 0, ...others] = scores
    const shown = { ours: scores.join('/'), ...floors }
    rows.push(atLeast(`${path}: Lighthouse, performance`, performance, floor[0] ?? 100, shown))
    rows.push(atLeast(`${path}: Lighthouse, the others`, Math.min(...others), 100, shown))
  }
  return rows
}

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { z } from 'zod'

import { filesReached } from './imports.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const STORED = '.local/mutants-coverage'

const rangesSchema = z.array(z.tuple([z.number(), z.number(), z.number()]))
const storedSchema = z.record(z.string(), z.array(rangesSchema))
const v8Schema = z.object({
  result: z.array(
    z.object({
      url: z.string(),
      functions: z.array(
        z.object({
          ranges: z.array(
            z.object({ startOffset: z.number(), endOffset: z.number(), count: z.number() }),
          ),
        }),
      ),
    }),
  ),
})

/** Begin, end and count of each block of a file in one process; of two around a place the shorter one counts. */
type Ranges = z.infer<typeof rangesSchema>
type Coverage = z.infer<typeof storedSchema>

function productFile(url: string): string | undefined {
  if (!url.startsWith('file:')) return undefined
  const path = fileURLToPath(url)
  const isProduct = path.startsWith(`${ROOT}/lib/`) && !/\.(?:test|fixture)\.ts$/.test(path)
  return isProduct ? path.slice(ROOT.length + 1) : undefined
}

function readCoverage(folder: string): Coverage {
  const coverage: Coverage = {}
  for (const name of readdirSync(folder)) {
    const { result } = v8Schema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')))
    for (const { url, functions } of result) {
      const file = productFile(url)
      if (file === undefined) continue
      const ranges = functions.flatMap((one) =>
        one.ranges.map((range): [number, number, number] => [
          range.startOffset,
          range.endOffset,
          range.count,
        ]),
      )
      coverage[file] = [...(coverage[file] ?? []), ranges]
    }
  }
  return coverage
}

async function measure(test: string): Promise<Coverage> {
  mkdirSync(STORED, { recursive: true })
  const folder = mkdtempSync(join(STORED, 'run-'))
  const args = ['--conditions=react-server', '--test-isolation=none', '--test', test]
  const env = { ...process.env, NODE_V8_COVERAGE: folder }
  const child = spawn('node', args, { cwd: ROOT, env, stdio: 'ignore' })
  const [status]: unknown[] = await once(child, 'exit')
  const coverage = readCoverage(folder)
  rmSync(folder, { recursive: true })
  if (status !== 0) throw new Error(`${test} fails without any change; mend it first.`)
  return coverage
}

function storedAs(test: string): string {
  const hash = createHash('sha256')
  for (const file of filesReached(test)) hash.update(readFileSync(join(ROOT, file)))
  return join(STORED, `${hash.digest('hex').slice(0, 24)}.json`)
}

async function coverageOf(test: string): Promise<Coverage> {
  const file = storedAs(test)
  if (existsSync(file)) return storedSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  const coverage = await measure(test)
  writeFileSync(file, JSON.stringify(coverage))
  return coverage
}

const measured = new Map<string, Promise<Coverage>>()

function isRun(ranges: Ranges, place: number, length: number): boolean {
  const around = ranges.filter(([begin, end]) => begin <= place && place < end)
  const [narrowest] = around.toSorted(([b1, e1], [b2, e2]) => e1 - b1 - (e2 - b2))
  // A hook that stands for functions moves what follows, so nothing is known of such a file.
  const isWhole = ranges.some(([begin, end]) => begin === 0 && end === length)
  return !isWhole || (narrowest !== undefined && narrowest[2] > 0)
}

/** A place of a file: its offset, in a source of this length. */
export type Place = { readonly file: string; readonly offset: number; readonly length: number }

/** Whether a test file runs the code at a place; it is run once for that, and measured again when what it imports changes. */
export async function runsCode(test: string, { file, offset, length }: Place): Promise<boolean> {
  const known = measured.get(test) ?? coverageOf(test)
  measured.set(test, known)
  return ((await known)[file] ?? []).some((ranges) => isRun(ranges, offset, length))
}

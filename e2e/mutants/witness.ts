import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { runsCode } from './coverage.ts'
import { testsReaching } from './imports.ts'
import type { Mutant } from './mutants.ts'

const here = (file: string) => join(import.meta.dirname, file)
const ROOT = here('../..')

/** Detectors of a mutant, from the cheapest to the dearest; `npm test` runs all but the last two. */
export const WITNESSES = [
  'own tests',
  'use cases',
  'other tests',
  'database',
  'search',
  'faults',
] as const
export type Witness = (typeof WITNESSES)[number]

/** Detectors that only a whole run asks. */
export const DEAR: ReadonlySet<Witness> = new Set(['search', 'faults'])

/** Detectors that a deadline of the shop's can make fail without a change. */
const MAY_BE_LATE: ReadonlySet<Witness> = new Set(['database', 'faults'])

const MINUTE = 60_000

/** Detectors whose tests run the changed code in their own process, so that what they come to is known. */
const IN_PROCESS: ReadonlySet<Witness> = new Set([
  'own tests',
  'use cases',
  'other tests',
  'database',
])

/** A run that takes longer in milliseconds hangs: a change that makes a loop endless is noticed. */
const LONGEST = { tests: 5 * MINUTE, dear: 30 * MINUTE }

const UNIT_TESTS = [
  'lib/order/**/*.test.ts',
  'lib/mail/*.test.ts',
  'lib/{company,discount,offer,owner,price}/*.test.ts',
  'lib/adapters/{ecpay,firestore,line-pay,paypal}/*.test.ts',
]
const USE_CASES = ['e2e/payment/*.test.ts']
// The random runs take most of their minute, so they are asked last.
const AT_ECPAY = ['e2e/ecpay/!(invoices|parcels|replaced).test.ts']
const AT_RANDOM = ['e2e/ecpay/{invoices,parcels,replaced}.test.ts']
const DATABASE = ['e2e/database/*.test.ts']

// A shop without Next runs the changed code, and a test ends every process that it started, so none is cut short.
const FAULTS = ['--test', join(ROOT, 'e2e/faults/matrix.test.ts')]
const BARE = { BARE_SHOP: '1', CONTENT_FOLDER: 'e2e/fixtures/content' }

type Settings = Readonly<Record<string, string>>

const testRun = (files: readonly string[]) => [
  '--test-isolation=none',
  `--test-reporter=${here('first-failure.ts')}`,
  '--test',
  ...files,
]

const oneRun = (files: readonly string[]) => (files.length === 0 ? [] : [testRun(files)])

const filesOf = (found: ReturnType<typeof testsReaching>) => found.map(({ test }) => test)

// The use cases and the search have neither adapters nor stores, so they never see a change of theirs.
const isAdapter = (file: string) =>
  file.startsWith('lib/adapters/') ||
  // A member's choice of a shop's branch is none of the database's stores.
  (file.endsWith('-store.ts') && !file.endsWith('/choose-store.ts')) ||
  file === 'lib/order/apply.ts'

function searchRun(folder: string): readonly string[] {
  const model = here('../model')
  const story = join(folder, `${crypto.randomUUID()}.json`)
  const hooks = join(model, 'hooks.ts')
  return ['--import', hooks, join(model, 'run.ts'), '--quick', '--out', story]
}

// Where a mutant differs from the file it stands for.
function changedPlace({ file, source }: Mutant) {
  const before = readFileSync(join(ROOT, file), 'utf8')
  let offset = 0
  while (offset < before.length && before[offset] === source[offset]) offset += 1
  return { file, offset, length: before.length }
}

// The tests of a run that come to the changed code; the others cannot see the change.
async function comingTo(mutant: Mutant, args: readonly string[]): Promise<readonly string[]> {
  const at = args.indexOf('--test') + 1
  const place = changedPlace(mutant)
  const coming: string[] = []
  for (const test of args.slice(at)) if (await runsCode(test, place)) coming.push(test)
  return coming.length === 0 ? [] : [...args.slice(0, at), ...coming]
}

// The commands of a detector whose failure notices a change of this file; none where nothing reaches it.
function runsOf(witness: Witness, file: string, folder: string): readonly (readonly string[])[] {
  const unit = () => testsReaching(file, UNIT_TESTS)
  switch (witness) {
    case 'own tests':
      return oneRun(filesOf(unit().filter(({ steps }) => steps === 1)))
    case 'other tests':
      return oneRun(filesOf(unit().filter(({ steps }) => steps > 1)))
    case 'use cases':
      // Their hooks replace other functions, so each is a process.
      return isAdapter(file)
        ? []
        : [USE_CASES, AT_ECPAY, AT_RANDOM].flatMap((tests) =>
            oneRun(filesOf(testsReaching(file, tests))),
          )
    case 'database':
      // Each has a database of its own, so each is a process.
      return filesOf(testsReaching(file, DATABASE)).map((test) => testRun([test]))
    case 'search':
      return isAdapter(file) ? [] : [searchRun(folder)]
    case 'faults':
      return [FAULTS]
  }
}

async function passes(args: readonly string[], env: Settings, longest: number): Promise<boolean> {
  const child = spawn(
    'node',
    ['--conditions=react-server', '--import', here('hooks.ts'), ...args],
    { cwd: ROOT, env: { ...process.env, ...env }, stdio: 'ignore', timeout: longest },
  )
  const [status]: unknown[] = await once(child, 'exit')
  return status === 0
}

/** Whether a detector notices a change; `folder` takes files. */
export async function notices(witness: Witness, mutant: Mutant, folder: string): Promise<boolean> {
  const source = join(folder, `${crypto.randomUUID()}.ts`)
  writeFileSync(source, mutant.source)
  const env = {
    MUTANT_FILE: mutant.file,
    MUTANT_SOURCE: source,
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    ...(witness === 'faults' ? BARE : {}),
  }
  const longest = DEAR.has(witness) ? LONGEST.dear : LONGEST.tests
  for (const all of runsOf(witness, mutant.file, folder)) {
    const args = IN_PROCESS.has(witness) ? await comingTo(mutant, all) : all
    if (args.length === 0 || (await passes(args, env, longest))) continue
    // A busy machine may be late once.
    if (!MAY_BE_LATE.has(witness) || !(await passes(args, env, longest))) return true
  }
  return false
}

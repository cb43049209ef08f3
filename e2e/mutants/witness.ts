import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import type { Mutant } from './mutants.ts'

const here = (file: string) => join(import.meta.dirname, file)
const ROOT = here('../..')

/** A run that takes longer in milliseconds hangs: a change that makes a loop endless is noticed. */
const LONGEST = 10 * 60_000

const TESTS = [
  'lib/order/payment/*.test.ts',
  'lib/order/*.test.ts',
  'lib/mail/*.test.ts',
  'lib/owner/*.test.ts',
  'lib/adapters/{firestore,line-pay,paypal}/*.test.ts',
]

/** Detectors of a mutant: unit tests, the search, faults, or none. */
export type Witness = 'own tests' | 'other tests' | 'search' | 'faults' | 'nobody'

type Run = readonly [witness: Witness, args: readonly string[]]

type Settings = Readonly<Record<string, string>>

async function passes(args: readonly string[], env: Settings): Promise<boolean> {
  const child = spawn(
    'node',
    ['--conditions=react-server', '--import', here('hooks.ts'), ...args],
    {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: 'ignore',
      timeout: LONGEST,
    },
  )
  const [status]: unknown[] = await once(child, 'exit')
  return status === 0
}

const testsOf = (files: readonly string[]) => [
  '--test-isolation=none',
  `--test-reporter=${here('first-failure.ts')}`,
  '--test',
  ...files,
]

function testRuns(file: string): readonly Run[] {
  const files = globSync(TESTS, { cwd: ROOT })
  const own = files.filter((one) => dirname(one) === dirname(file))
  const others = files.filter((one) => !own.includes(one))
  return [
    ['own tests', testsOf(own)],
    ['other tests', testsOf(others)],
  ]
}

// The search replaces the adapters, so it never sees a change of theirs.
function searchRuns(file: string, folder: string): readonly Run[] {
  if (file.startsWith('lib/adapters/')) return []
  const model = here('../model')
  const story = join(folder, `${crypto.randomUUID()}.json`)
  const hooks = join(model, 'hooks.ts')
  return [['search', ['--import', hooks, join(model, 'run.ts'), '--quick', '--out', story]]]
}

// A shop without Next runs the changed code, and a test ends every process that it started, so none is cut short.
const FAULTS = ['--test', join(ROOT, 'e2e/faults/matrix.test.ts')]
const BARE = { BARE_SHOP: '1', CONTENT_FOLDER: 'e2e/fixtures/content' }

type Options = { readonly folder: string; readonly isWhole: boolean }

/** The first that notices a change, from the cheapest to the dearest, or of unit tests alone unless `isWhole`; `folder` takes files. */
export async function witnessOf(mutant: Mutant, { folder, isWhole }: Options): Promise<Witness> {
  const source = join(folder, `${crypto.randomUUID()}.ts`)
  writeFileSync(source, mutant.source)
  const env = {
    MUTANT_FILE: mutant.file,
    MUTANT_SOURCE: source,
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
  }
  const searches = isWhole ? searchRuns(mutant.file, folder) : []
  for (const [witness, args] of [...testRuns(mutant.file), ...searches]) {
    if (!(await passes(args, env))) return witness
  }
  // A busy machine may be late once.
  const failsOnce = async () => !(await passes(FAULTS, { ...env, ...BARE }))
  return isWhole && (await failsOnce()) && (await failsOnce()) ? 'faults' : 'nobody'
}

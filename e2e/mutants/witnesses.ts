import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Mutant } from './mutants.ts'

const here = (file: string) => join(import.meta.dirname, file)
const ROOT = here('../..')

const MINUTE = 60_000

/** A run that takes longer in milliseconds hangs: a change that makes a loop endless is noticed. */
const LONGEST = { tests: 5 * MINUTE, dear: 30 * MINUTE }

/** Test files that can notice a change, in the processes in which they run. */
export type Tests = {
  readonly name: string
  readonly sets: readonly (readonly string[])[]
  /** Each test needs what those before it left in the database. */
  readonly isInOrder: boolean
}

const filesOf = (...patterns: readonly string[]) => globSync(patterns, { cwd: ROOT }).toSorted()

const AT_RANDOM = ['invoices', 'parcels', 'replaced'].map((name) => `e2e/ecpay/${name}.test.ts`)

/** The tests that every change is given to behind its switch, from the cheapest to the dearest. */
export const TESTS: readonly Tests[] = [
  {
    name: 'unit tests',
    sets: [
      filesOf(
        'lib/{order,account,company,discount,offer,owner,price}/**/*.test.ts',
        'lib/mail/*.test.ts',
        'lib/adapters/{ecpay,firestore,line-pay,paypal}/*.test.ts',
      ),
    ],
    isInOrder: false,
  },
  // The hooks of these replace other functions each.
  { name: 'use cases', sets: [filesOf('e2e/payment/*.test.ts')], isInOrder: false },
  {
    name: 'papers',
    sets: [filesOf('e2e/ecpay/*.test.ts').filter((file) => !AT_RANDOM.includes(file))],
    isInOrder: false,
  },
  // Each has a database of its own.
  {
    name: 'database',
    sets: filesOf('e2e/database/*.test.ts').map((file) => [file]),
    isInOrder: true,
  },
]

/** What takes a minute or more for one change, each a process of its own; only asked where it is named. */
export const DEAR = ['random papers', 'search', 'faults'] as const
export type Dear = (typeof DEAR)[number]

// A shop without Next runs the changed code, and a test ends every process that it started, so none is cut short.
const BARE = { BARE_SHOP: '1', CONTENT_FOLDER: 'e2e/fixtures/content' }

function dearRun(witness: Dear, folder: string): readonly string[] {
  switch (witness) {
    case 'random papers':
      return testRun(AT_RANDOM)
    case 'search': {
      const story = join(folder, `${crypto.randomUUID()}.json`)
      const model = here('../model')
      return ['--import', join(model, 'hooks.ts'), join(model, 'run.ts'), '--quick', '--out', story]
    }
    case 'faults':
      return ['--test', join(ROOT, 'e2e/faults/matrix.test.ts')]
  }
}

const testRun = (files: readonly string[]) => [
  '--test-isolation=none',
  `--test-reporter=${here('first-failure.ts')}`,
  '--test',
  ...files,
]

type Run = {
  readonly args: readonly string[]
  readonly longest: number
  readonly env?: Readonly<Record<string, string>>
  /** A deadline of the shop's can make it fail without a change. */
  readonly mayBeLate?: boolean
}

async function fails(run: Run, { file, source }: Mutant, folder: string): Promise<boolean> {
  const changed = join(folder, `${crypto.randomUUID()}.ts`)
  writeFileSync(changed, source)
  const env = { ...process.env, ...run.env, MUTANT_FILE: file, MUTANT_SOURCE: changed }
  const words = ['--conditions=react-server', '--import', here('hooks.ts'), ...run.args]
  const child = spawn('node', words, { cwd: ROOT, env, stdio: 'ignore', timeout: run.longest })
  const [status]: unknown[] = await once(child, 'exit')
  if (status === 0) return false
  return run.mayBeLate
    ? fails({ ...run, mayBeLate: false }, { file, source, name: '' }, folder)
    : true
}

/** Whether these test files notice a changed file in a process of its own. */
export async function filesNotice(
  files: readonly string[],
  mutant: Mutant,
  folder: string,
): Promise<boolean> {
  return fails({ args: testRun(files), longest: LONGEST.tests, mayBeLate: true }, mutant, folder)
}

/** Whether one of the dear ones notices a changed file. */
export async function dearNotices(witness: Dear, mutant: Mutant, folder: string): Promise<boolean> {
  const run = { args: dearRun(witness, folder), longest: LONGEST.dear }
  return fails(witness === 'faults' ? { ...run, env: BARE, mayBeLate: true } : run, mutant, folder)
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import pMap from 'p-map'

import { ACCEPTED_SURVIVORS } from './accepted.ts'
import { chooseMutants, type Mutant } from './mutants.ts'

const HOOKS = join(import.meta.dirname, 'hooks.ts')
const MODEL_HOOKS = join(import.meta.dirname, '..', 'model', 'hooks.ts')
const MODEL = join(import.meta.dirname, '..', 'model', 'run.ts')

/** How many of a hundred changes a test must notice. */
const WANTED = 97

/** A run that takes longer in milliseconds hangs: a change that makes a loop endless is noticed. */
const LONGEST = 10 * 60_000

const TESTS = [
  'lib/payment/*.test.ts',
  'lib/order/*.test.ts',
  'lib/mail/*.test.ts',
  'lib/owner/*.test.ts',
  'lib/adapters/**/*.test.ts',
]

type Stage = 'unit tests' | 'search' | 'nobody'

async function fails(args: readonly string[], mutant: Mutant, folder: string): Promise<boolean> {
  const source = join(folder, `${Math.random().toString(36).slice(2)}.ts`)
  writeFileSync(source, mutant.source)
  const child = spawn('node', ['--conditions=react-server', '--import', HOOKS, ...args], {
    env: { ...process.env, MUTANT_FILE: mutant.file, MUTANT_SOURCE: source },
    stdio: 'ignore',
    timeout: LONGEST,
  })
  const [status]: unknown[] = await once(child, 'exit')
  return status !== 0
}

async function stageOf(mutant: Mutant, folder: string, isSearched: boolean): Promise<Stage> {
  if (await fails(['--test-isolation=none', '--test', ...TESTS], mutant, folder))
    return 'unit tests'
  const search = ['--import', MODEL_HOOKS, MODEL, '--quick', '--out', join(folder, 'story.json')]
  return isSearched && (await fails(search, mutant, folder)) ? 'search' : 'nobody'
}

const { values } = parseArgs({
  options: {
    nth: { type: 'string', default: '6' },
    first: { type: 'string', default: '0' },
    'no-search': { type: 'boolean', default: false },
  },
})

const folder = mkdtempSync(join(tmpdir(), 'ourtee-mutants-'))
const mutants = chooseMutants(Number(values.nth), Number(values.first))
console.log(`${mutants.length} changes, ${availableParallelism()} at a time`)
const stages = await pMap(
  mutants,
  async (mutant) => {
    const stage = await stageOf(mutant, folder, !values['no-search'])
    const accepted = ACCEPTED_SURVIVORS.find(([name]) => name === mutant.name)?.[1]
    if (stage === 'nobody')
      console.log(`survives: ${mutant.name}${accepted ? ` (${accepted})` : ''}`)
    return stage === 'nobody' && accepted !== undefined ? 'accepted' : stage
  },
  { concurrency: availableParallelism() },
)
rmSync(folder, { recursive: true })

const count = (stage: string) => stages.filter((one) => one === stage).length
const noticed = count('unit tests') + count('search')
const share = (100 * noticed) / (mutants.length - count('accepted'))
console.log(
  `${noticed} of ${mutants.length} are noticed, ${count('unit tests')} by unit tests and ${count('search')} by the search; ` +
    `${count('accepted')} are equivalent or accepted; ${share.toFixed(1)} %, wanted ${WANTED} %`,
)
process.exitCode = share < WANTED ? 1 : 0

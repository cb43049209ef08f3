import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

import pMap from 'p-map'

import { ACCEPTED_SURVIVORS } from './accepted.ts'
import { type Answer, askGroup, type Wanted } from './ask-group.ts'
import { chooseMutants, type Mutant, sourceOf, unchangedMutant } from './mutants.ts'
import { NAMED_MUTANTS } from './named.ts'
import { switched } from './switched.ts'
import { DEAR, dearNotices, filesNotice, type Tests, TESTS } from './witnesses.ts'

/** Percentage of mutants that a test must detect. */
const WANTED = 97

/** The changes that nothing noticed, a line each. */
const LEFT = '.local/mutants-left.txt'

const { values } = parseArgs({
  options: {
    // Changes whose name has these words, such as a folder.
    only: { type: 'string', default: '' },
    // One of so many changes; another number chooses others.
    nth: { type: 'string', default: '1' },
    first: { type: 'string', default: '0' },
    // What the last run left, after tests were added.
    left: { type: 'boolean', default: false },
    // The dearest that is asked: `unit tests` alone, or as far as `faults`.
    until: { type: 'string', default: 'database' },
    'at-once': { type: 'string', default: String(availableParallelism()) },
  },
})

const STEPS: readonly string[] = [...TESTS.map(({ name }) => name), ...DEAR]
const last = STEPS.indexOf(values.until)
if (last === -1) throw new Error(`--until names one of: ${STEPS.join(', ')}`)
const isAsked = (name: string) => STEPS.indexOf(name) <= last
const concurrency = Number(values['at-once'])

/** A change and what is known of it so far. */
type Change = Mutant & {
  readonly id: number
  by?: string
  isReached: boolean
  /** Sets of test files that come to it where it has no switch. */
  readonly alone: (readonly string[])[]
}

function chosen(): readonly Change[] {
  const before =
    values.left && existsSync(LEFT) ? readFileSync(LEFT, 'utf8').split('\n') : undefined
  return chooseMutants(Number(values.nth), Number(values.first))
    .filter(
      ({ name }) =>
        name.includes(values.only) && before?.some((line) => line.endsWith(name)) !== false,
    )
    .map((mutant, id) => ({ ...mutant, id, isReached: false, alone: [] }))
}

const changes = chosen()
const left = () => changes.filter(({ by }) => by === undefined)
const acceptedAs = ({ name }: Mutant) => ACCEPTED_SURVIVORS.find((one) => one.name === name)
const folder = mkdtempSync(join(tmpdir(), 'ourtee-mutants-'))
const sources = join(folder, 'sources.json')

let answers = 0

function record({ id }: Wanted, { by, isReached, alone }: Answer): void {
  const mutant = changes[id]
  if (!mutant) return
  mutant.by ??= by
  mutant.isReached ||= isReached
  if (alone.length > 0) mutant.alone.push(alone)
  answers += 1
  if (answers % 500 === 0)
    console.log(`${answers} answers, ${left().length} of ${changes.length} left`)
}

/** Writes the source of each file with all its changes, and returns what has no switch in them. */
function writeSwitched(): ReadonlySet<number> {
  const byFile = Map.groupBy(changes, ({ file }) => file)
  const all = [...byFile].map(([file, ofFile]) => [file, switched(sourceOf(file), ofFile)] as const)
  const texts = all.map(([file, { text }]) => [file, text] as const)
  writeFileSync(sources, JSON.stringify(Object.fromEntries(texts)))
  return new Set(all.flatMap(([, one]) => one.left))
}

async function askTests({ sets, isInOrder }: Tests, unswitched: ReadonlySet<number>) {
  const wanted = () => left().map(({ id, file }) => ({ id, file, isSwitched: !unswitched.has(id) }))
  const askSet = async (files: readonly string[], queue: Wanted[]) => {
    const group = { files, sources, folder, isInOrder }
    while (queue.length > 0) await askGroup(group, queue, record)
  }
  const [first, ...others] = sets
  if (first && others.length === 0) {
    const queue = wanted()
    const length = Math.min(concurrency, queue.length)
    await Promise.all(Array.from({ length }, () => askSet(first, queue)))
  } else await pMap(sets, (files) => askSet(files, wanted()), { concurrency })
}

type Notices = (mutant: Mutant, alone: Change['alone']) => Promise<boolean>

/** Asks what takes a process for each change; of what is accepted it is not asked. */
async function askEach(by: string, mutants: readonly Change[], notices: Notices): Promise<void> {
  const open = mutants.filter((mutant) => acceptedAs(mutant) === undefined)
  console.log(`— ${by}: ${open.length} changes, a process each`)
  const ask = async (mutant: Change) => {
    if (await notices(mutant, mutant.alone)) mutant.by = by
  }
  // A test that fails without a change would notice all of them.
  const unchanged = unchangedMutant()
  const alone = new Set(open.flatMap((one) => one.alone).flat())
  const sets = TESTS.flatMap((tests) => tests.sets)
    .map((files) => files.filter((file) => alone.has(file)))
    .filter((files) => files.length > 0)
  if (open.length > 0 && (await notices(unchanged, sets)))
    throw new Error(`The ${by} fail without any change; mend them first.`)
  await pMap(open, ask, { concurrency })
}

const kindOf = (mutant: Change) =>
  mutant.by === undefined ? (acceptedAs(mutant)?.kind ?? 'left') : 'noticed'

/** Prints a row of the table and returns the percentage that is noticed of what changes anything. */
function printRow(area: string, mutants: readonly Change[]): number {
  const count = (kind: string) => mutants.filter((one) => kindOf(one) === kind).length
  const [noticed, same] = [count('noticed'), count('equivalent')]
  const share = (100 * noticed) / Math.max(mutants.length - same, 1)
  const cells = [area, mutants.length, noticed, same, count('accepted'), count('left')]
  console.log(`| ${[...cells, `${share.toFixed(1)} %`].join(' | ')} |`)
  return share
}

/** Writes what is left without a reason, and returns how many these are. */
function writeLeft(): number {
  const unexplained = changes.filter((mutant) => kindOf(mutant) === 'left')
  const lines = unexplained.map(
    ({ isReached, name }) => `${isReached ? '' : 'no test comes to it: '}${name}\n`,
  )
  writeFileSync(LEFT, lines.join(''))
  return unexplained.length
}

/** Prints a row for each folder, writes what is left into a file, and returns whether enough is noticed. */
function summarize(): boolean {
  const named = new Set(NAMED_MUTANTS.map(([name]) => name))
  const areaOf = ({ name, file }: Mutant) =>
    named.has(name) ? 'rules taken out by name' : dirname(file)
  console.log('| area | changes | noticed | change nothing | accepted | left | share |')
  console.log('|---|---|---|---|---|---|---|')
  const areas = [...Map.groupBy(changes, areaOf)]
  for (const [area, mutants] of areas.toSorted(([one], [other]) => one.localeCompare(other)))
    printRow(area, mutants)
  const share = printRow('together', changes)
  const unexplained = writeLeft()
  console.log(`${unexplained} are left, see ${LEFT}; wanted ${WANTED} %`)
  return share >= WANTED && unexplained === 0
}

mkdirSync('.local', { recursive: true })
const unswitched = writeSwitched()
for (const tests of TESTS.filter(({ name }) => isAsked(name))) {
  const begin = performance.now()
  const before = left().length
  await askTests(tests, unswitched)
  // An interrupted run goes on from here with --left.
  writeLeft()
  const seconds = Math.round((performance.now() - begin) / 1000)
  console.log(`— ${tests.name}: ${before - left().length} of ${before} noticed in ${seconds} s`)
}
const isAlone = (mutant: Change) => mutant.alone.length > 0
await askEach('tests alone', left().filter(isAlone), async (mutant, alone) => {
  for (const files of alone) if (await filesNotice(files, mutant, folder)) return true
  return false
})
for (const dear of DEAR.filter(isAsked)) {
  await askEach(dear, left(), (mutant) => dearNotices(dear, mutant, folder))
}
rmSync(folder, { recursive: true })
process.exitCode = summarize() ? 0 : 1

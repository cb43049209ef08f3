import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import pMap from 'p-map'

import { ACCEPTED_SURVIVORS } from './accepted.ts'
import { chooseMutants, type Mutant, unchangedMutant } from './mutants.ts'
import { DEAR, notices, type Witness, WITNESSES } from './witness.ts'

/** Percentage of mutants that a test must detect. */
const WANTED = 97

const { values } = parseArgs({
  options: {
    nth: { type: 'string', default: '14' },
    first: { type: 'string', default: '0' },
    only: { type: 'string', default: '' },
    'at-once': { type: 'string', default: String(availableParallelism()) },
    quick: { type: 'boolean', default: false },
    resume: { type: 'boolean', default: false },
    // Asks this detector and the dearer ones again, after tests were added.
    from: { type: 'string', default: '' },
    // Asks this detector and the cheaper ones alone, such as those of `npm test`.
    until: { type: 'string', default: '' },
  },
})

const STATE = '.local/mutants.tsv'
const folder = mkdtempSync(join(tmpdir(), 'ourtee-mutants-'))
const noticed = new Map<string, Witness>()
const passed = new Set<string>()

const keyOf = ({ name, source }: Mutant) =>
  createHash('sha256').update(`${name}\n${source}`).digest('hex').slice(0, 16)

const isFrom = (witness: Witness, begin: string) =>
  WITNESSES.indexOf(witness) >= WITNESSES.findIndex((one) => one === begin)

// A line per answer, so that an interrupted run goes on with --resume.
function readState(): void {
  const lines = existsSync(STATE) ? readFileSync(STATE, 'utf8').split('\n').filter(Boolean) : []
  for (const line of lines) {
    const [key = '', by, answer] = line.split('\t')
    const witness = WITNESSES.find((one) => one === by)
    if (witness && answer === 'noticed') noticed.set(key, witness)
    else if (witness && !(values.from && isFrom(witness, values.from))) passed.add(key + witness)
  }
}

async function askOne(witness: Witness, mutant: Mutant): Promise<void> {
  const isNoticed = await notices(witness, mutant, folder)
  if (isNoticed) noticed.set(keyOf(mutant), witness)
  const answer = isNoticed ? 'noticed' : 'passed'
  appendFileSync(STATE, `${[keyOf(mutant), witness, answer, mutant.name].join('\t')}\n`)
  if (isNoticed) console.log(`${witness}: ${mutant.name}`)
}

// Search and faults take minutes each, so what is accepted is not given to them.
const acceptedAs = ({ name }: Mutant) => ACCEPTED_SURVIVORS.find((one) => one.name === name)

async function ask(witness: Witness, mutants: readonly Mutant[]): Promise<void> {
  const isAsked = (mutant: Mutant) => !DEAR.has(witness) || acceptedAs(mutant) === undefined
  const left = mutants.filter((mutant) => {
    const key = keyOf(mutant)
    return !noticed.has(key) && !passed.has(key + witness) && isAsked(mutant)
  })
  console.log(`— ${witness}: ${left.length} changes, ${values['at-once']} at a time`)
  // A test that fails without a change would notice all of them.
  if (left.length > 0 && (await notices(witness, unchangedMutant(), folder))) {
    throw new Error(`The ${witness} fail without any change; mend them first.`)
  }
  const concurrency = Number(values['at-once'])
  await pMap(left, (mutant) => askOne(witness, mutant), { concurrency })
}

/** Prints what was noticed by what, and every change that was not; returns whether that is enough. */
function summarize(mutants: readonly Mutant[]): boolean {
  const left = mutants.filter((mutant) => !noticed.has(keyOf(mutant)))
  for (const mutant of left) {
    const { kind, reason } = acceptedAs(mutant) ?? { kind: 'survives', reason: 'without a reason' }
    console.log(`${kind}: ${mutant.name} (${reason})`)
  }
  const by = WITNESSES.map((witness) => {
    const count = mutants.filter((mutant) => noticed.get(keyOf(mutant)) === witness).length
    return `${count} by ${witness}`
  })
  const count = (kind: string) => left.filter((mutant) => acceptedAs(mutant)?.kind === kind).length
  const [equivalent, accepted] = [count('equivalent'), count('accepted')]
  const found = mutants.length - left.length
  const share = (100 * found) / (mutants.length - equivalent)
  console.log(
    `${found} of ${mutants.length} are noticed (${by.join(', ')}), ${equivalent} are equivalent, ` +
      `${accepted} accepted: ${share.toFixed(1)} % of those that change anything, wanted ${WANTED} %`,
  )
  return share >= WANTED && left.length === equivalent + accepted
}

const mutants = chooseMutants(Number(values.nth), Number(values.first)).filter(({ name }) =>
  name.includes(values.only),
)
mkdirSync('.local', { recursive: true })
if (values.resume) readState()
else rmSync(STATE, { force: true })
const isAsked = (witness: Witness) =>
  values.until === '' ||
  WITNESSES.indexOf(witness) <= WITNESSES.findIndex((one) => one === values.until)
for (const witness of WITNESSES.filter(isAsked)) {
  if (!values.quick || !DEAR.has(witness)) await ask(witness, mutants)
}
rmSync(folder, { recursive: true })
process.exitCode = summarize(mutants) ? 0 : 1

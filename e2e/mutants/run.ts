import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import pMap from 'p-map'

import { ACCEPTED_SURVIVORS } from './accepted.ts'
import { chooseMutants, type Mutant, unchangedMutant } from './mutants.ts'
import { type Witness, witnessOf } from './witness.ts'

/** Percentage of mutants that a test must detect. */
const WANTED = 97

const WITNESSES: readonly Witness[] = ['own tests', 'other tests', 'search', 'faults']

const { values } = parseArgs({
  options: {
    nth: { type: 'string', default: '6' },
    first: { type: 'string', default: '0' },
    only: { type: 'string', default: '' },
    'at-once': { type: 'string', default: String(availableParallelism()) },
    quick: { type: 'boolean', default: false },
  },
})

const folder = mkdtempSync(join(tmpdir(), 'ourtee-mutants-'))
const options = { folder, isWhole: !values.quick }

async function witnessOrReason(mutant: Mutant): Promise<Witness | 'accepted'> {
  const witness = await witnessOf(mutant, options)
  if (witness !== 'nobody') return witness
  const reason = ACCEPTED_SURVIVORS.find(([name]) => name === mutant.name)?.[1]
  console.log(`survives: ${mutant.name}${reason === undefined ? '' : ` (${reason})`}`)
  return reason === undefined ? witness : 'accepted'
}

/** Prints how many changes were noticed and by what; returns how many of a hundred. */
function summarize(found: readonly (Witness | 'accepted')[]): number {
  const count = (one: Witness | 'accepted') => found.filter((other) => other === one).length
  const noticed = found.length - count('nobody') - count('accepted')
  const by = WITNESSES.map((witness) => `${count(witness)} by ${witness}`).join(', ')
  const share = (100 * noticed) / (found.length - count('accepted'))
  console.log(
    `${noticed} of ${found.length} are noticed (${by}); ${count('accepted')} are equivalent or accepted; ` +
      `${share.toFixed(1)} %, wanted ${WANTED} %`,
  )
  return share
}

const mutants = chooseMutants(Number(values.nth), Number(values.first)).filter(({ name }) =>
  name.includes(values.only),
)
const concurrency = Number(values['at-once'])
console.log(`${mutants.length} changes, ${concurrency} at a time`)
// A test that fails without a mutant would detect all of them.
if ((await witnessOf(unchangedMutant(), { ...options, isWhole: false })) !== 'nobody') {
  console.error('The tests fail without any change; mend them first.')
  process.exit(1)
}
const found = await pMap(mutants, witnessOrReason, { concurrency })
rmSync(folder, { recursive: true })
process.exitCode = summarize(found) < WANTED ? 1 : 0

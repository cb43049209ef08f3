import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { z } from 'zod'

import { type Counterexample, explore, replay, type Search } from './explore.ts'
import { SCENARIOS } from './scenarios.ts'

const counterexampleSchema = z.object({
  scenario: z.string(),
  choices: z.array(z.int()),
  story: z.array(z.string()),
  wrong: z.array(z.string()),
})

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '600' },
    scenario: { type: 'string' },
    replay: { type: 'string' },
    out: { type: 'string', default: '.local/counterexample.json' },
  },
})

function tell({ story, wrong }: Pick<Counterexample, 'story' | 'wrong'>): void {
  for (const [index, label] of story.entries()) console.log(`${index + 1}. ${label}`)
  for (const what of new Set(wrong)) console.log(`=> ${what}`)
}

function line({ scenario, states, moves, rests, complete }: Search, seconds: number): string {
  const whole = complete ? 'whole' : 'in part'
  return `${scenario}: ${states} states, ${moves} moves, ${rests} at rest, ${whole}, ${seconds.toFixed(1)} s`
}

// A search throws as often as it moves, and reads no stack.
Error.stackTraceLimit = 0

async function main(): Promise<void> {
  if (values.replay !== undefined) {
    const again = await replay(
      counterexampleSchema.parse(JSON.parse(readFileSync(values.replay, 'utf8'))),
    )
    tell(again)
    process.exitCode = again.wrong.length > 0 ? 1 : 0
    return
  }
  const chosen = SCENARIOS.filter(
    ({ name, quick }) =>
      (!values.quick || quick) && (values.scenario === undefined || name.includes(values.scenario)),
  )
  for (const scenario of chosen) {
    const began = performance.now()
    const search = await explore(scenario, Number(values.seconds) * 1000)
    console.log(line(search, (performance.now() - began) / 1000))
    if (search.moves === 0) {
      console.log('=> nothing happens in this scenario')
      process.exitCode = 1
    }
    if (search.counterexample) {
      tell(search.counterexample)
      writeFileSync(values.out, JSON.stringify(search.counterexample, undefined, 2))
      console.log(`To play it again: npm run model -- --replay ${values.out}`)
      process.exitCode = 1
      return
    }
  }
}

await main()

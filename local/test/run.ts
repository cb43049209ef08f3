import { cores } from './cores.ts'
import { type RunningStage, startStage } from './running-stage.ts'
import { runStages } from './schedule.ts'
import type { Job, Stage } from './stage.ts'
import { STAGES } from './stages.ts'
import { isGreen, notesIn, resultLine, summary } from './summary.ts'

/** The jobs of each command: `npm test` checks too. */
const WITH: Readonly<Record<string, readonly Job[]>> = {
  check: ['check'],
  test: ['check', 'test'],
  faults: ['faults'],
  processes: ['processes'],
}

const USAGE = `Usage: npm run test:stage -- JOB|STAGE …
Jobs: ${Object.keys(WITH).join(', ')}. Stages: ${STAGES.map(({ name }) => name).join(', ')}.`

const isKnown = (name: string) => name in WITH || STAGES.some((stage) => stage.name === name)

/** The stages of jobs and stages by their names, with all that they need, or undefined if a name is unknown. */
function chooseStages(names: readonly string[]): readonly Stage[] | undefined {
  if (names.length === 0 || !names.every(isKnown)) return undefined
  const jobs = new Set(names.flatMap((name) => WITH[name] ?? []))
  const wanted = new Set(names)
  for (const { name, job } of STAGES) if (jobs.has(job)) wanted.add(name)
  // A set that grows is walked to its end.
  for (const name of wanted) {
    for (const need of STAGES.find((stage) => stage.name === name)?.after ?? []) wanted.add(need)
  }
  return STAGES.filter(({ name }) => wanted.has(name))
}

const stages = chooseStages(process.argv.slice(2))
if (!stages) {
  console.error(USAGE)
  process.exit(1)
}
const began = performance.now()
const started: RunningStage[] = []
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    void Promise.all(started.map(({ stop }) => stop())).then(() => process.exit(1))
  })
}
const results = await runStages(stages, {
  // One more, because every test waits now and then.
  cores: cores() + 1,
  start: (stage) => {
    const running = startStage(stage)
    started.push(running)
    return running
  },
  onResult: (result) => {
    if (result.outcome === 'failed') console.log(`\n=== ${result.name}\n${result.output}`)
    else for (const note of notesIn(result.output)) console.log(note)
    console.log(resultLine(result))
  },
})
console.log(summary(results, performance.now() - began))
process.exit(isGreen(results) ? 0 : 1)

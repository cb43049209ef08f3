import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'

import { type RunningStage, startStage } from './running-stage.ts'
import { runStages } from './schedule.ts'
import { type Job, type Stage, STAGES } from './stages.ts'
import { resultLine, summary } from './summary.ts'

const USAGE = `Usage: node local/test/run.ts [--job check|test|faults|processes] … [--stage NAME …]
Without a job it runs what \`npm test\` runs. Stages: ${STAGES.map(({ name }) => name).join(', ')}.`

/** The jobs of each command: `npm test` checks too. */
const WITH: Readonly<Record<string, readonly Job[]>> = {
  check: ['check'],
  test: ['check', 'test'],
  faults: ['faults'],
  processes: ['processes'],
}

function needsOf(stages: readonly Stage[]): readonly Stage[] {
  const wanted = new Set(stages.flatMap(({ name, after }) => [name, ...after]))
  if (wanted.has('shop')) wanted.add('build')
  return STAGES.filter(({ name }) => wanted.has(name))
}

/** The stages that the words of the command line ask for, with what they need; undefined where a word is unknown. */
function chosen(words: readonly string[]): readonly Stage[] | undefined {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      job: { type: 'string', multiple: true, default: [] },
      stage: { type: 'string', multiple: true, default: [] },
    },
  })
  const { job } = values
  const stage = [...values.stage, ...positionals]
  const isKnown =
    job.every((name) => name in WITH) &&
    stage.every((name) => STAGES.some((known) => known.name === name))
  if (!isKnown) return undefined
  if (stage.length > 0) return needsOf(STAGES.filter(({ name }) => stage.includes(name)))
  const jobs = new Set((job.length > 0 ? job : ['test']).flatMap((name) => WITH[name] ?? []))
  return needsOf(STAGES.filter(({ job }) => jobs.has(job)))
}

const stages = chosen(process.argv.slice(2))
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
  // One more than there are, because every test waits now and then.
  cores: Math.max(2, availableParallelism()) + 1,
  start: (stage) => {
    const running = startStage(stage)
    started.push(running)
    return running
  },
  onResult: (result) => {
    if (result.outcome === 'failed') console.log(`\n=== ${result.name}\n${result.output}`)
    console.log(resultLine(result))
  },
})
console.log(summary(results, performance.now() - began))
process.exit(results.every(({ outcome }) => outcome === 'passed') ? 0 : 1)

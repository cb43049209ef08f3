import type { RunningStage, StageResult } from './running-stage.ts'
import type { Stage } from './stage.ts'

type Options = {
  /** Cores that concurrent stages share; those that compute in the background share as many again. */
  readonly cores: number
  readonly start: (stage: Stage) => RunningStage
  readonly onResult: (result: StageResult) => void
}

const notRun = ({ name }: Stage): StageResult => {
  return { name, outcome: 'not run', tests: undefined, milliseconds: 0, output: '' }
}

const isPatient = (stage: Stage) => stage.isPatient === true

/**
 * Runs stages concurrently once their needs have passed and cores are free, the first ones first.
 * Returns results in order; services end last.
 */
export async function runStages(
  stages: readonly Stage[],
  { cores, start, onResult }: Options,
): Promise<readonly StageResult[]> {
  const results = new Map<string, StageResult>()
  const running = new Map<string, { readonly stage: Stage; readonly over: Promise<void> }>()
  const serving = new Map<string, RunningStage>()
  const names = new Set(stages.map(({ name }) => name))

  const settle = (result: StageResult) => {
    results.set(result.name, result)
    running.delete(result.name)
    onResult(result)
  }
  const begin = (stage: Stage) => {
    const process = start(stage)
    if (stage.ready) serving.set(stage.name, process)
    running.set(stage.name, { stage, over: process.done.then(settle) })
  }
  const outcomesBefore = ({ after = [] }: Stage) =>
    after.filter((name) => names.has(name)).map((name) => results.get(name)?.outcome)
  const alike = (stage: Stage) =>
    running
      .values()
      .map((one) => one.stage)
      .filter((one) => isPatient(one) === isPatient(stage))
      .toArray()
  const fits = (stage: Stage) => {
    const used = alike(stage).map((one) => one.cores)
    return used.length === 0 || used.reduce((sum, one) => sum + one, stage.cores) <= cores
  }
  // Only the first of each kind may begin: a smaller one that overtook it would keep its cores.
  const nextOf = (ready: readonly Stage[]) =>
    [true, false]
      .flatMap((patience) => ready.find((stage) => isPatient(stage) === patience) ?? [])
      .find(fits)

  for (;;) {
    const waiting = stages.filter(({ name }) => !results.has(name) && !running.has(name))
    const hopeless = waiting.find((stage) =>
      outcomesBefore(stage).some((outcome) => outcome === 'failed' || outcome === 'not run'),
    )
    const ready = waiting.filter((stage) =>
      outcomesBefore(stage).every((outcome) => outcome === 'passed'),
    )
    const next = nextOf(ready)
    if (hopeless) settle(notRun(hopeless))
    else if (next) begin(next)
    else if (running.size > 0) await Promise.race(running.values().map(({ over }) => over))
    else break
  }
  for (const process of serving.values()) {
    const result = await process.stop()
    if (results.get(result.name)?.outcome === 'passed') settle(result)
  }
  return stages.flatMap(({ name }) => results.get(name) ?? [])
}

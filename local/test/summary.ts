import type { StageResult } from './running-stage.ts'

const seconds = (milliseconds: number) => `${Math.round(milliseconds / 1000)} s`

const MARKS = { passed: '✓', failed: '✗', 'not run': '–' } as const

/** One line of a stage that has ended. */
export function resultLine(result: StageResult): string {
  const { name, outcome, tests, milliseconds, processorSeconds } = result
  const count = tests === undefined ? '' : `${tests} tests`
  const time = outcome === 'not run' ? 'not run' : seconds(milliseconds)
  const work =
    processorSeconds === undefined ? '' : `${Math.round(processorSeconds)} s of processor`
  const columns = [name.padEnd(20), count.padStart(12), time.padStart(10), work.padStart(24)]
  return `${MARKS[outcome]} ${columns.join('')}`.trimEnd()
}

/** Returns what a passed stage skipped, and why. */
export function notesIn(output: string): readonly string[] {
  return output.split('\n').filter((line) => /SKIPPED|NOT TRIED/.test(line))
}

const leftOutOf = ({ output }: StageResult) =>
  notesIn(output).filter((line) => line.includes('NOT TRIED'))

/** Whether every stage has passed, and none has left out an engine that it was asked to try. */
export function isGreen(results: readonly StageResult[]): boolean {
  return results.every((result) => result.outcome === 'passed' && leftOutOf(result).length === 0)
}

/** The words of a stage that failed with a sentence: they are far above, and say what to do. */
function sentenceOf({ outcome, output }: StageResult): readonly string[] {
  const lines = output.trim().split('\n')
  return outcome === 'failed' && lines.length <= 2 ? lines.slice(-1) : []
}

const namesOf = (some: readonly StageResult[]) => some.map(({ name }) => name).join(', ')

/** The last lines of a run: every stage with its tests and time, what to install, then all of them. */
export function summary(results: readonly StageResult[], milliseconds: number): string {
  const tests = results.reduce((sum, result) => sum + (result.tests ?? 0), 0)
  const failed = results.filter(({ outcome }) => outcome !== 'passed')
  const halfTried = results.filter((result) => leftOutOf(result).length > 0)
  const verdict =
    failed.length > 0
      ? `Not everything holds (${namesOf(failed)})`
      : halfTried.length > 0
        ? `Not everything was tried (${namesOf(halfTried)})`
        : 'Everything holds'
  return [
    '',
    ...results.map(resultLine),
    ...results.flatMap((result) => [...leftOutOf(result), ...sentenceOf(result)]),
    `${verdict}: ${results.length} stages, ${tests} tests, ${seconds(milliseconds)}.`,
  ].join('\n')
}

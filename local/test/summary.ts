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

/** The last lines of a run: every stage with its tests and time, then all of them. */
export function summary(results: readonly StageResult[], milliseconds: number): string {
  const tests = results.reduce((sum, result) => sum + (result.tests ?? 0), 0)
  const failed = results.filter(({ outcome }) => outcome !== 'passed').map(({ name }) => name)
  const verdict =
    failed.length === 0 ? 'Everything holds' : `Not everything holds (${failed.join(', ')})`
  return [
    '',
    ...results.map(resultLine),
    `${verdict}: ${results.length} stages, ${tests} tests, ${seconds(milliseconds)}.`,
  ].join('\n')
}

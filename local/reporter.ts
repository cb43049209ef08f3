import { globSync } from 'node:fs'
import { relative } from 'node:path'
import { dot, type TestEvent } from 'node:test/reporters'

import { readableFailure } from './readable-failure.ts'

// The runner silently skips patterns that match no file.
function unmatchedPatterns(): readonly string[] {
  return process.argv.slice(1).filter((pattern) => globSync(pattern).length === 0)
}

type Failure = Extract<TestEvent, { readonly type: 'test:fail' }>['data']

const TITLE_NEEDS_NO_ESCAPE = /[\\^$.*+?()[\]{}|"`]/g

// A suite fails with its tests; only these are named.
function howToRunAlone({ name, file, line }: Failure): string {
  const place = file === undefined ? '' : relative(process.cwd(), file)
  return `✗ ${name}\n  where: ${place}:${line}\n  run it alone: npm run test:one -- ${place} "${name.replaceAll(TITLE_NEEDS_NO_ESCAPE, '.')}"\n`
}

/**
 * Prints a dot per test, then failures with a command to rerun them, and skips. Fails without files
 * or tests.
 */
export default async function* reporter(
  events: AsyncIterable<TestEvent>,
): AsyncGenerator<string, void> {
  let ran = 0
  const skipped = new Set<string>()
  const failures: Failure[] = []
  async function* countTests() {
    for await (const event of events) {
      if (event.type === 'test:summary' && event.data.file === undefined) {
        ran = event.data.counts.tests
      }
      if (event.type === 'test:pass' && event.data.skip) {
        skipped.add(`${event.data.name}: ${event.data.skip === true ? 'skipped' : event.data.skip}`)
      }
      if (event.type === 'test:fail' && event.data.details.type !== 'suite') {
        failures.push(event.data)
      }
      yield event
    }
  }
  for await (const text of dot(countTests())) yield readableFailure(text)
  for (const failure of failures) yield howToRunAlone(failure)
  for (const one of skipped) yield `${one}\n`
  const missing = unmatchedPatterns()
  if (ran === 0 || missing.length > 0) process.exitCode = 1
  for (const pattern of missing) yield `No file matches ${pattern}.\n`
  yield ran === 0 ? 'No test ran: no file matches the pattern.\n' : `${ran} tests\n`
}

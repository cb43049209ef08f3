import { globSync } from 'node:fs'
import { dot, type TestEvent } from 'node:test/reporters'

// The runner silently skips patterns that match no file.
function unmatched(): readonly string[] {
  return process.argv.slice(1).filter((pattern) => globSync(pattern).length === 0)
}

/** A dot for each test, then what was skipped and why. A pattern without files, or a run without tests, fails. */
export default async function* reporter(
  events: AsyncIterable<TestEvent>,
): AsyncGenerator<string, void> {
  let ran = 0
  const skipped = new Set<string>()
  async function* counted() {
    for await (const event of events) {
      if (event.type === 'test:summary' && event.data.file === undefined) {
        ran = event.data.counts.tests
      }
      if (event.type === 'test:pass' && event.data.skip) {
        skipped.add(`${event.data.name}: ${event.data.skip === true ? 'skipped' : event.data.skip}`)
      }
      yield event
    }
  }
  yield* dot(counted())
  for (const one of skipped) yield `${one}\n`
  const missing = unmatched()
  if (ran === 0 || missing.length > 0) process.exitCode = 1
  for (const pattern of missing) yield `No file matches ${pattern}.\n`
  yield ran === 0 ? 'No test ran: no file matches the pattern.\n' : `${ran} tests\n`
}

import type { TestEvent } from 'node:test/reporters'
import { dot } from 'node:test/reporters'

/** A dot for each test, their number at the end, and a failure when not one ran: a pattern that matches no file is no success. */
export default async function* reporter(
  events: AsyncIterable<TestEvent>,
): AsyncGenerator<string, void> {
  let ran = 0
  async function* counted() {
    for await (const event of events) {
      if (event.type === 'test:summary' && event.data.file === undefined) {
        ran = event.data.counts.tests
      }
      yield event
    }
  }
  yield* dot(counted())
  if (ran === 0) process.exitCode = 1
  yield ran === 0 ? 'No test ran: no file matches the pattern.\n' : `${ran} tests\n`
}

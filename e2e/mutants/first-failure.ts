import type { TestEvent } from 'node:test/reporters'

/** Ends the run at the first test that fails, as one is enough to notice a change. */
export default async function* firstFailure(
  events: AsyncIterable<TestEvent>,
): AsyncGenerator<string, void> {
  for await (const event of events) {
    if (event.type === 'test:fail') process.exit(1)
  }
  yield ''
}

import { Readable } from 'node:stream'
import { spec, type TestEvent } from 'node:test/reporters'

import { readableFailure } from './readable-failure.ts'

/** Node's reporter for one file, with readable failures. */
export default async function* specReporter(
  events: AsyncIterable<TestEvent>,
): AsyncGenerator<string, void> {
  for await (const text of Readable.from(events).compose(new spec()))
    yield readableFailure(String(text))
}

import { join } from 'node:path'

/** The frozen content that tests buy and read, from the project's folder; content/ changes every month. */
export const FIXTURE_CONTENT = 'e2e/fixtures/content'

/** The build folder in next.config.ts. */
export const FIXTURE_BUILD = '.next-fixture'

// Every shop that a test builds or starts has this content.
process.env.CONTENT_FOLDER = FIXTURE_CONTENT

// Tests start the same programs many times: Node keeps what it has compiled of them.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '..', '..', '.local', 'compiled')

/** The goods, articles and pages that tests buy and read, from the project's folder. They are frozen: what is in content/ changes every month. */
export const FIXTURE_CONTENT = 'e2e/fixtures/content'

/** Where next.config.ts puts a build of them. */
export const FIXTURE_BUILD = '.next-fixture'

// Every shop that a test builds or starts has this content.
process.env.CONTENT_FOLDER = FIXTURE_CONTENT

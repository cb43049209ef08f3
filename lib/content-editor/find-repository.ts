import 'server-only'

import { gitHub } from '../adapters/git/github.ts'
import { workingFolder } from '../adapters/git/working-folder.ts'
import { fail, type Result } from '../result.ts'
import { CONTENT } from '../adapters/markdown/content-file.ts'
import { settings } from '../settings/env.ts'
import type { ContentRepository } from './repository.ts'

/**
 * Content repository: the Git host if configured, the working folder on a laptop, else undefined.
 */
export function findRepository(): ContentRepository | undefined {
  const {
    CONTENT_REPOSITORY,
    CONTENT_BRANCH,
    CONTENT_TOKEN,
    CONTENT_API,
    CONTENT_WORKING_FOLDER,
    mode,
  } = settings()
  if (CONTENT_REPOSITORY !== undefined && CONTENT_TOKEN !== undefined) {
    return gitHub({
      repository: CONTENT_REPOSITORY,
      branch: CONTENT_BRANCH ?? 'main',
      token: CONTENT_TOKEN,
      api: CONTENT_API ?? 'https://api.github.com',
    })
  }
  const folder = CONTENT_WORKING_FOLDER ?? process.cwd()
  return mode === 'local' ? workingFolder(folder, CONTENT) : undefined
}

/** Does something where the content is saved, or says that it is saved nowhere. */
export async function inRepository<Data, Code extends string>(
  use: (repository: ContentRepository) => Promise<Result<Data, Code>>,
): Promise<Result<Data, Code | 'no-repository'>> {
  const repository = findRepository()
  return repository ? use(repository) : fail('no-repository')
}

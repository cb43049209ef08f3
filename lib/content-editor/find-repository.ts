import 'server-only'

import { gitHub } from '../adapters/git/github.ts'
import { workingFolder } from '../adapters/git/working-folder.ts'
import { settings } from '../settings/env.ts'
import type { ContentRepository } from './repository.ts'

/** Where the content is saved: at the Git host where its settings are set, on a laptop in the working folder, else nowhere. */
export function findRepository(): ContentRepository | undefined {
  const { CONTENT_REPOSITORY, CONTENT_BRANCH, CONTENT_TOKEN, CONTENT_API, mode } = settings()
  if (CONTENT_REPOSITORY !== undefined && CONTENT_TOKEN !== undefined) {
    return gitHub({
      repository: CONTENT_REPOSITORY,
      branch: CONTENT_BRANCH ?? 'main',
      token: CONTENT_TOKEN,
      api: CONTENT_API ?? 'https://api.github.com',
    })
  }
  return mode === 'local' ? workingFolder(process.cwd()) : undefined
}

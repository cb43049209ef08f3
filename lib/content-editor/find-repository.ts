import 'server-only'

import { gitHub, workingFolder } from '#lib/adapters/git/github.ts'
import { CONTENT } from '#lib/adapters/markdown/content-file.ts'
import { logFailure } from '#lib/log/log.ts'
import { fail, type Result } from '#lib/result.ts'
import { settings } from '#lib/settings/env.ts'
import { contentDigest, type ContentRepository, isContentPath } from './repository.ts'

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

/** A deployment takes a few minutes; one that takes longer has failed, as far as anybody knows. */
const LONGEST = 20 * 60_000

/** The content that the running build was made from, and when it was made; next.config.ts wrote both. */
const RUNNING = { digest: process.env.CONTENT_DIGEST ?? '', builtAt: process.env.BUILT_AT ?? '' }

/**
 * Whether the shop runs the content that is saved. `waiting`: it still runs an older one; times are ISO 8601.
 * `unknown`: the Git host does not answer.
 */
export type Deployment =
  | { readonly state: 'live' }
  | { readonly state: 'unknown' }
  | {
      readonly state: 'waiting'
      readonly savedAt: string | undefined
      readonly builtAt: string
      readonly isLate: boolean
    }

/** Compares the content of a build with what is saved. Throws GitHostProblem. */
export async function compareWithSaved(
  repository: ContentRepository,
  running: { readonly digest: string; readonly builtAt: string },
  now: Date,
): Promise<Deployment> {
  const { files } = await repository.tree()
  const saved = [...files].filter(([path]) => isContentPath(path, CONTENT))
  if (contentDigest(new Map(saved)) === running.digest) return { state: 'live' }
  const savedAt = (await repository.history())[0]?.at
  const since = savedAt === undefined ? 0 : now.getTime() - Date.parse(savedAt)
  return { state: 'waiting', savedAt, builtAt: running.builtAt, isLate: since > LONGEST }
}

/** Whether the shop runs what is saved; nothing in development, and where content is saved nowhere. */
export async function readDeployment(now = new Date()): Promise<Deployment | undefined> {
  const repository = findRepository()
  if (!repository || RUNNING.digest === '') return undefined
  try {
    return await compareWithSaved(repository, RUNNING, now)
  } catch (error) {
    logFailure('git-host', error)
    return { state: 'unknown' }
  }
}

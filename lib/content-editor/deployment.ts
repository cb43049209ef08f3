import 'server-only'

import { CONTENT } from '../adapters/markdown/content-file.ts'
import { logFailure } from '../log/log.ts'
import { contentDigest, isContentPath } from './digest.ts'
import { findRepository } from './find-repository.ts'
import type { ContentRepository } from './repository.ts'

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

import 'server-only'

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

function buildId(): string {
  try {
    return readFileSync(join(process.cwd(), '.next', 'BUILD_ID'), 'utf8').trim()
  } catch {
    return ''
  }
}

/** The version of the shop that runs: its host's name for it, else the id of its build. */
export function shopVersion(): string {
  const { K_REVISION, VERCEL_GIT_COMMIT_SHA } = process.env
  return K_REVISION || VERCEL_GIT_COMMIT_SHA?.slice(0, 7) || buildId() || '—'
}

import { fail, ok, type Result } from '#lib/result.ts'
import { loadAnew } from './load-anew.ts'

/** Why code did not come: the shop can't be reached, or it answers without it. */
export type MissingCode = 'network' | 'unavailable'

/** Whether an error is that of a file of script that could not be fetched; the bundler names it so. */
export function isMissingScript(error: unknown): boolean {
  return error instanceof Error && error.name === 'ChunkLoadError'
}

// A document that is loaded anew while nothing answers would be lost.
async function isAnswering(): Promise<boolean> {
  if (!navigator.onLine) return false
  try {
    const { status } = await fetch(location.href, { method: 'HEAD', cache: 'no-store' })
    return status < 500
  } catch {
    return false
  }
}

/**
 * Loads the document anew because a file of its script is gone, as after a deployment. The promise stays open then; it
 * resolves to the reason where that was just done and did not help, or the shop does not answer.
 */
export async function loadAnewForScript(): Promise<MissingCode> {
  if (!(await isAnswering())) return 'network'
  return loadAnew() ? new Promise(() => {}) : 'unavailable'
}

/** Loads code without which what was pressed can't go on; where it is gone, the document is loaded anew, once. */
export async function loadNeeded<Code>(
  load: () => Promise<Code>,
): Promise<Result<Code, MissingCode>> {
  try {
    return ok(await load())
  } catch {
    return fail(await loadAnewForScript())
  }
}

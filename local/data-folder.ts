import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const CLAIM = 'launcher.pid'

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of another user is alive too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function claimant(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, 'utf8'))
    return pid > 0 && isAlive(pid) ? pid : undefined
  } catch {
    return undefined
  }
}

/**
 * Locks a data folder until release or exit. Throws if another launcher holds it, which would
 * overwrite it.
 */
export function claimDataFolder(folder: string): void {
  const file = join(folder, CLAIM)
  const holder = claimant(file)
  if (holder !== undefined && holder !== process.pid) {
    throw new Error(
      `The shop already runs on ${folder} (process ${holder}): stop that one first, or give another folder with --data.`,
    )
  }
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, String(process.pid))
  } catch (error) {
    const reason = `This user cannot write into ${folder}: give another folder with --data, or mend its owner.`
    throw new Error(reason, { cause: error })
  }
}

/** Raised when the stored data changes its shape; data of an earlier version is deleted. */
const VERSION = '3'
const STAMP = 'data-version'

/** Whether a folder holds data of an earlier shape; then it is of today's. `state` are the names of what holds data. */
export function takesVersion(folder: string, state: readonly string[]): boolean {
  const file = join(folder, STAMP)
  const held = state.some((name) => existsSync(join(folder, name)))
  const version = existsSync(file) ? readFileSync(file, 'utf8') : ''
  writeFileSync(file, VERSION)
  return held && version !== VERSION
}

/** Gives the folder back; says whether this process held it. */
export function releaseDataFolder(folder: string): boolean {
  const file = join(folder, CLAIM)
  if (claimant(file) !== process.pid) return false
  rmSync(file, { force: true })
  return true
}

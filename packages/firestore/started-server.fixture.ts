import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

import { deleteApp, initializeApp } from 'firebase-admin/app'
import { type Firestore, getFirestore } from 'firebase-admin/firestore'

const READY = 600_000

/** A test or suite with cleanup. */
interface Cleaner {
  after(clean: () => unknown): void
}

/** The server in its own process, for tests. */
export interface StartedServer {
  address: string
  port: number
  /** Stops it and returns its exit code, null after a kill, and its output. */
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<{ code: number | null; output: string }>
}

export function makeDirectory(t: Cleaner): string {
  const directory = mkdtempSync(join(tmpdir(), 'firestore-'))
  t.after(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/** Starts on a directory until the test is over; rejects with its output when it ends before. */
export async function startServer(
  t: Cleaner,
  data = makeDirectory(t),
  ...options: string[]
): Promise<StartedServer> {
  const file = fileURLToPath(new URL('server.ts', import.meta.url))
  const server = spawn(process.execPath, [file, '--data', data, '--port', '0', ...options])
  const output: string[] = []
  for (const stream of [server.stdout, server.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text))
  }
  const closed = once(server, 'close')
  const inTime = { signal: AbortSignal.timeout(READY) }
  const firstLine = once(createInterface(server.stdout), 'line', inTime)
  const ended = closed.then(() => Promise.reject(new Error(output.join(''))))
  ended.catch(() => undefined)
  const stop: StartedServer['stop'] = async (signal) => {
    server.kill(signal)
    await closed
    return { code: server.exitCode, output: output.join('') }
  }
  t.after(() => stop('SIGTERM'))
  // A run that ends at its first failure calls no hook.
  const end = () => server.kill()
  process.once('exit', end)
  server.once('close', () => process.off('exit', end))
  const [line] = await Promise.race([firstLine, ended])
  const address = String(line).replace('firestore ', '')
  return { address, port: Number(address.split(':').at(-1)), stop }
}

let projects = 0

export const newProject = () => `demo-${(projects += 1)}`

/** Opens the SDK on a new project, unless one is named. */
export function openDatabase(t: Cleaner, address: string, projectId = newProject()): Firestore {
  process.env['METADATA_SERVER_DETECTION'] = 'none'
  process.env['FIRESTORE_EMULATOR_HOST'] = address
  const app = initializeApp({ projectId }, `${projectId}-${newProject()}`)
  t.after(() => deleteApp(app))
  return getFirestore(app)
}

/** For assert.rejects: matches an error with this gRPC status. */
export const fails = (code: number) => (error: unknown) => {
  assert.ok(error instanceof Error && 'code' in error, String(error))
  assert.equal(error.code, code, error.message)
  return true
}

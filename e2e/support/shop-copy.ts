import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { buildEnvironment } from '../../local/environment.ts'
import { FIXTURE_BUILD, FIXTURE_CONTENT } from './fixture-content.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const COPIED = [
  'app',
  'components',
  'content',
  'docs',
  'e2e/fixtures',
  'lib',
  'local',
  'packages',
  'firestore.indexes.json',
  'firestore.rules',
  'instrumentation-client.ts',
  'instrumentation-node.ts',
  'instrumentation.ts',
  'package.json',
  'proxy.ts',
  'tsconfig.json',
]

/** Copies the shop's sources to a folder under .local that a test may change and build. Returns the folder. */
export function copyShop(name: string): string {
  const folder = join(ROOT, '.local', name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const source of COPIED) {
    cpSync(join(ROOT, source), join(folder, source), { recursive: true })
  }
  symlinkSync(join(ROOT, 'public'), join(folder, 'public'), 'junction')
  const config = readFileSync(join(ROOT, 'next.config.ts'), 'utf8')
  writeFileSync(
    join(folder, 'next.config.ts'),
    // Packages are further up.
    config.replace('root: import.meta.dirname', `root: ${JSON.stringify(ROOT)}`),
  )
  return folder
}

/** The settings of a laptop that takes LINE Pay and sells what is in content/. */
export const OWN_CONTENT = { ...buildEnvironment({ linePay: true }), CONTENT_FOLDER: '' }

/** Runs a command in a copy of the shop; fails with its output unless it succeeds. */
export async function runInCopy(
  folder: string,
  [command = 'node', ...words]: readonly string[],
  env: Readonly<Record<string, string | undefined>> = OWN_CONTENT,
): Promise<void> {
  // A test runner that is started by another one would otherwise report to it in its own protocol.
  const { NODE_TEST_CONTEXT: _ours, ...ours } = process.env
  const child = spawn(command, words, { cwd: folder, env: { ...ours, ...env } })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  }
  const [code]: unknown[] = await once(child, 'close')
  assert.equal(code, 0, `${command} ${words.join(' ')}:\n${said}`)
}

// Files generated from content by the build and the server.
const PAGES = /\/cache$|\/route-cache$|\/server\/app\/.*\.(?:html|meta|rsc|body|segments)$/

/**
 * Regenerates a copy's pages from its content in seconds, without a new build. Writes to
 * FIXTURE_BUILD.
 */
export async function makePages(folder: string, content: string): Promise<void> {
  const built = join(folder, FIXTURE_BUILD)
  cpSync(join(ROOT, FIXTURE_BUILD), built, { recursive: true, filter: (path) => !PAGES.test(path) })
  // The server of the build reads its own copy of the content.
  rmSync(join(built, 'content'), { recursive: true })
  cpSync(join(folder, content), join(built, 'content'), { recursive: true })
  const command = ['next', 'build', '--experimental-build-mode', 'generate']
  await runInCopy(folder, command, { ...buildEnvironment(), CONTENT_FOLDER: FIXTURE_CONTENT })
}

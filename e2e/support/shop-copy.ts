import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { buildEnvironment } from '../../local/environment.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const COPIED = [
  'app',
  'components',
  'content',
  'e2e/fixtures',
  'lib',
  'firestore.indexes.json',
  'firestore.rules',
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
    // Packages are further up; types were checked with the shop itself.
    config
      .replace('root: import.meta.dirname', `root: ${JSON.stringify(ROOT)}`)
      .replace("ignoreBuildErrors: content !== 'content'", 'ignoreBuildErrors: true'),
  )
  return folder
}

/** Runs a command in a copy of the shop, with the settings of a laptop that takes LINE Pay; fails with its output unless it succeeds. */
export async function runInCopy(
  folder: string,
  command: string,
  words: readonly string[],
): Promise<void> {
  // A test runner that is started by another one would otherwise report to it in its own protocol.
  const { NODE_TEST_CONTEXT: _ours, ...ours } = process.env
  const child = spawn(command, words, {
    cwd: folder,
    env: { ...ours, ...buildEnvironment({ linePay: true }), CONTENT_FOLDER: '' },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  }
  const [code]: unknown[] = await once(child, 'close')
  assert.equal(code, 0, `${command} ${words.join(' ')}:\n${said}`)
}

import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

const OWN = `node-${process.platform}-${process.arch}`

/** A folder as npm leaves it after an install: both locks with their stamps, and this system's Node. */
function installedFolder(): string {
  const root = mkdtempSync(join(tmpdir(), 'ourtee-installed-'))
  cpSync(join(import.meta.dirname, 'bootstrap.mjs'), join(root, 'local', 'bootstrap.mjs'))
  mkdirSync(join(root, 'local', 'node-binaries'))
  const list = { optionalDependencies: { 'node-of-another-system': '1.0.0', [OWN]: '1.0.0' } }
  writeFileSync(join(root, 'local', 'node-binaries', 'package.json'), JSON.stringify(list))
  for (const folder of [root, join(root, 'packages', 'sign-in')]) {
    mkdirSync(join(folder, 'node_modules'), { recursive: true })
    writeFileSync(join(folder, 'package-lock.json'), '{}')
    const stamp = createHash('sha256').update('{}').digest('hex')
    writeFileSync(join(folder, 'node_modules', '.installed-from'), stamp)
  }
  mkdirSync(join(root, 'node_modules', OWN, 'bin'), { recursive: true })
  symlinkSync(process.execPath, join(root, 'node_modules', OWN, 'bin', 'node'))
  return root
}

test("the scripts' Node is on their path where npm left no command of it", () => {
  const root = installedFolder()
  const run = () =>
    execFileSync(process.execPath, [join(root, 'local', 'bootstrap.mjs'), 'node', '--version'], {
      // Without a Node of the system's.
      env: { NODE_ENV: 'test', HOME: root, PATH: join(root, 'nothing') },
      encoding: 'utf8',
    })
  assert.equal(run(), `${process.version}\n`)
  assert.equal(run(), `${process.version}\n`)
  rmSync(root, { recursive: true })
})

test('a failed install says in one sentence what to do, also where npm does not know', () => {
  const root = installedFolder()
  writeFileSync(join(root, 'package-lock.json'), '{"changed":true}')
  mkdirSync(join(root, 'bin'))
  const npm = '#!/bin/sh\necho "npm error $NPM_SAYS" >&2\nexit 1\n'
  writeFileSync(join(root, 'bin', 'npm'), npm, { mode: 0o755 })
  for (const [says, told] of [
    ['Exit handler never called!', /cannot reach its registry: connect to the network/],
    ['code ENOTFOUND', /cannot reach its registry: connect to the network/],
    ['code EACCES', /cannot write into .*: give this user the folder/],
    ['code E404', /E404[^]*npm ci failed for the reason above/],
  ] as const) {
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(root, 'local', 'bootstrap.mjs'), 'node', '--version'],
      {
        env: { NODE_ENV: 'test', HOME: root, PATH: `${join(root, 'bin')}:/bin`, NPM_SAYS: says },
        encoding: 'utf8',
      },
    )
    assert.equal(status, 1)
    assert.match(stderr, told)
  }
  rmSync(root, { recursive: true })
})

test('a signal that ends npm’s shell ends the command too', async (t) => {
  const root = installedFolder()
  t.after(() => rmSync(root, { recursive: true }))
  const bootstrap = join(root, 'local', 'bootstrap.mjs')
  const program = 'console.log(process.pid); setInterval(() => {}, 1000)'
  // With a second command the shell does not replace itself by the first.
  const shell = spawn(
    '/bin/sh',
    ['-c', `"$0" "${bootstrap}" node -e '${program}'; true`, process.execPath],
    {
      env: { ...process.env, HOME: root, npm_lifecycle_event: 'local' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const [line]: unknown[] = await once(shell.stdout, 'data')
  assert.doesNotThrow(() => process.kill(Number(line), 0))
  const closed = once(shell.stdout, 'close', { signal: AbortSignal.timeout(60_000) })
  shell.kill('SIGTERM')
  // The pipe is the command's as well: it closes when that has ended.
  await closed
  assert.throws(() => process.kill(Number(line), 0), { code: 'ESRCH' })
})

test('no command of npm’s needs a shell of POSIX, so that Windows reaches the sentence about WSL', () => {
  const { scripts } = JSON.parse(
    readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8'),
  )
  for (const name of ['local', 'dev', 'check', 'test'])
    assert.match(String(scripts[name]), /^node local\/bootstrap\.mjs /, name)
})

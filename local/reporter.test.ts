import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

const HERE = import.meta.dirname
const REPORTER = `--test-reporter=${join(HERE, 'reporter.ts')}`

function run(...patterns: string[]) {
  // A run of tests inside of a test would report to the outer one.
  const { NODE_TEST_CONTEXT: _outer, ...env } = process.env
  return spawnSync('node', [REPORTER, '--test', ...patterns], { cwd: HERE, env, encoding: 'utf8' })
}

test('a run of no test fails and says so', () => {
  const { status, stdout } = run("'*.test.ts'")
  assert.equal(status, 1)
  assert.match(stdout, /No test ran/)
})

test('a run of tests says how many', () => {
  const { status, stdout } = run('process.test.ts')
  assert.equal(status, 0)
  assert.match(stdout, /\n1 tests\n$/)
})

test('a pattern that matches nothing fails a run that others make, and is named', () => {
  const { status, stdout } = run('process.test.ts', 'nowhere/*.test.ts')
  assert.equal(status, 1)
  assert.match(stdout, /No file matches nowhere/)
})

test('a skipped test is reported with its reason', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'ourtee-reporter-')), 'skipped.test.mjs')
  writeFileSync(
    file,
    "import { test } from 'node:test'; test('java', { skip: 'SKIPPED: no Java' }, () => {})",
  )
  assert.match(run(file).stdout, /^java: SKIPPED: no Java$/m)
  rmSync(dirname(file), { recursive: true })
})

test('a failure names its file as a terminal opens it, and no frame of Node', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ourtee-失敗 '))
  const file = join(folder, 'fails.test.mjs')
  writeFileSync(
    file,
    "import { test } from 'node:test'; test('no', () => { throw new Error('why') })",
  )
  for (const reporter of ['reporter.ts', 'spec-reporter.ts']) {
    const { NODE_TEST_CONTEXT: _outer, ...env } = process.env
    const words = [`--test-reporter=${join(HERE, reporter)}`, '--test', file]
    const { status, stdout } = spawnSync('node', words, { cwd: HERE, env, encoding: 'utf8' })
    assert.equal(status, 1)
    assert.match(stdout, /why/)
    assert.ok(stdout.includes(`${file}:1:`), stdout)
    assert.doesNotMatch(stdout, /at .*node:|%E5/)
  }
  rmSync(folder, { recursive: true })
})

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'

const HERE = import.meta.dirname
const REPORTER = `--test-reporter=${join(HERE, 'reporter.ts')}`

function run(pattern: string) {
  // A run of tests inside of a test would report to the outer one.
  const { NODE_TEST_CONTEXT: _outer, ...env } = process.env
  return spawnSync('node', [REPORTER, '--test', pattern], { cwd: HERE, env, encoding: 'utf8' })
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

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, test } from 'node:test'

const HOOKS = new URL('hooks.ts', import.meta.url).href
const RUN = join(import.meta.dirname, 'run.ts')

function model(words: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(
    'node',
    ['--conditions=react-server', '--import', HOOKS, RUN, ...words],
    { encoding: 'utf8' },
  )
  return { status, said: stdout + stderr }
}

describe('the model of a payment', () => {
  test('finds nothing wrong in any interleaving of the quick scenarios', () => {
    const { status, said } = model(['--quick'])
    assert.equal(status, 0, said)
    assert.doesNotMatch(said, /, in part,/)
  })
})

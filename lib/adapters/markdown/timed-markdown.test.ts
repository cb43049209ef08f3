import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

import { rendersInTime } from './timed-markdown.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')

test('every text of the shop renders in time, and all of them together', async () => {
  const texts = globSync('content/**/*.md', { cwd: ROOT }).map((file) =>
    readFileSync(join(ROOT, file), 'utf8'),
  )
  assert.ok(await rendersInTime(texts))
})

for (const marks of ['>', '*a', '1. ', '=\n', '> - ']) {
  test(`48,000 × ${JSON.stringify(marks)} is given up while others are answered (rule 1008)`, async () => {
    let ticks = 0
    const ticking = setInterval(() => (ticks += 1), 10)
    assert.equal(await rendersInTime([marks.repeat(48_000 / marks.length)]), false)
    clearInterval(ticking)
    // The thread that answers requests went on meanwhile.
    assert.ok(ticks > 10, `${ticks}`)
  })
}

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { isStuck } from './live.ts'

const NOW = Date.parse('2026-11-23T12:00:00.000Z')

const cases = [
  ['a process whose database answers', undefined, true, false],
  ['one that reaches nothing for half a minute', NOW - 30_000, true, false],
  ['one that reaches nothing for a minute while the host answers', NOW - 60_000, true, true],
  ['one whose host does not answer either', NOW - 60_000, false, false],
] as const

for (const [what, awaySince, reaches, stuck] of cases) {
  test(`${what} is ${stuck ? '' : 'not '}stuck (rule 635)`, async () => {
    assert.equal(await isStuck(awaySince, NOW, async () => reaches), stuck)
  })
}

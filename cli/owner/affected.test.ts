import assert from 'node:assert/strict'
import { test } from 'node:test'

import { parseAffected } from './affected.ts'

const words = [
  { given: [], read: { since: '1970-01-01', incident: undefined } },
  { given: ['--since', '2026-11-01'], read: { since: '2026-11-01', incident: undefined } },
  { given: ['--notify', '2026-11-leak'], read: { since: '1970-01-01', incident: '2026-11-leak' } },
  { given: ['--since', 'yesterday'], read: undefined },
  { given: ['--since', '2026-13-01'], read: undefined },
  { given: ['--notify', '../x'], read: undefined },
  { given: ['more'], read: undefined },
  { given: ['--until', '2026-11-01'], read: undefined },
]

for (const { given: overrides, read } of words) {
  test(`affected ${overrides.join(' ')} ${read ? 'is read' : 'is refused'} (rule 704)`, () => {
    assert.deepEqual(parseAffected(overrides), read)
  })
}

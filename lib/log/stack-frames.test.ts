import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'

import { stackFrames } from './log.ts'

/** The innermost frame of an error at the start of a built file, with this text as its map. */
function innermostFrame(t: TestContext, map: string | undefined): string {
  const folder = mkdtempSync(join(tmpdir(), 'ourtee-log-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'built.js')
  if (map !== undefined) writeFileSync(`${file}.map`, map)
  const error = new Error('wrong')
  error.stack = `Error: wrong\n    at run (${file}:1:1)`
  return stackFrames(error)[0]?.replace(file, 'built.js') ?? ''
}

const part = { version: 3, sources: ['lib/price/price.ts'], names: [], mappings: 'AAIE' }
const inSections = { version: 3, sections: [{ offset: { line: 0, column: 0 }, map: part }] }

for (const map of [part, inSections]) {
  const kind = 'sections' in map ? 'of sections' : 'of one part'
  test(`a place in the build is named by its source, by a map ${kind} beside it (rule 629)`, (t) => {
    assert.equal(innermostFrame(t, JSON.stringify(map)), 'at lib/price/price.ts:5:3')
  })
}

for (const [what, map] of [
  ['no map', undefined],
  ['a map that is none', '<html>'],
] as const) {
  test(`a place in the build stays as it is with ${what} (rule 629)`, (t) => {
    assert.equal(innermostFrame(t, map), 'at run (built.js:1:1)')
  })
}

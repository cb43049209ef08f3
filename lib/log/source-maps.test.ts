import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { test, type TestContext } from 'node:test'

import { stackFrames } from './source-maps.ts'

/** A project's folder with a built file in it, and the frame of an error at the start of that file, with this text as its map. */
function frameOf(t: TestContext, map: string | undefined) {
  const project = mkdtempSync(join(tmpdir(), 'ourtee-log-'))
  t.after(() => rmSync(project, { recursive: true }))
  const file = join(project, 'chunks/built.js')
  mkdirSync(join(project, 'chunks'))
  if (map !== undefined) writeFileSync(`${file}.map`, map)
  const error = new Error('wrong')
  error.stack = `Error: wrong\n    at run (${file}:1:1)`
  return { project, file, frame: stackFrames(error)[0] }
}

const part = { version: 3, sources: ['../lib/price.ts'], names: [], mappings: 'AAIE' }

const inSections = { version: 3, sections: [{ offset: { line: 0, column: 0 }, map: part }] }

for (const map of [part, inSections]) {
  const kind = 'sections' in map ? 'of sections' : 'of one part'
  test(`a place in the build is named by its source, by a map ${kind} beside it`, (t) => {
    const { project, frame } = frameOf(t, JSON.stringify(map))
    const source = relative(process.cwd(), join(project, 'lib/price.ts'))
    assert.equal(frame, `at ${source}:5:3`)
  })
}

for (const [what, map] of [
  ['no map', undefined],
  ['a map that is none', '<html>'],
] as const) {
  test(`a place in the build stays as it is with ${what}`, (t) => {
    const { file, frame } = frameOf(t, map)
    assert.equal(frame, `at run (${file}:1:1)`)
  })
}

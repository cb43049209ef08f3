import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '..')
const STATES = new Set(['held', 'others', 'n/a', 'open'])

/** Number of level 1 and 2 requirements of ASVS 5.0.0. */
const REQUIREMENTS = 253

const rows = readFileSync(join(ROOT, 'docs/asvs.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [, ids = '', state = '', by = ''] = line.split('|').map((cell) => cell.trim())
    return { ids: ids.split(', '), state, by }
  })

test('every requirement of ASVS 5.0 levels 1 and 2 stands in the table once', () => {
  const ids = rows.flatMap((row) => row.ids)
  assert.deepEqual(
    ids.filter((id, index) => ids.indexOf(id) !== index),
    [],
  )
  assert.ok(ids.every((id) => /^\d{1,2}\.\d\.\d{1,2}$/.test(id)))
  assert.equal(ids.length, REQUIREMENTS)
  assert.ok(rows.every(({ state, by }) => STATES.has(state) && by !== ''))
})

// A test, a document, a command of the repository, or what Node and the language themselves do.
const PROOF = /\.(?:test|spec|long)\.ts`|\]\([\w./-]+\.md\)|`npm run \w+`|`node:crypto`/

test('what is held is held by a test, or by a document or command that is named', () => {
  assert.deepEqual(
    rows.filter(({ state, by }) => state === 'held' && !PROOF.test(by)).map(({ ids }) => ids),
    [],
  )
})

test('every file that the table names is there', () => {
  const files = rows.flatMap(({ by }) =>
    [...by.matchAll(/`((?:\w[\w-]*\/)[\w./-]+\.ts)`/g)].map(([, file = '']) => file),
  )
  assert.ok(files.length > 50)
  assert.deepEqual(
    files.filter((file) => !existsSync(join(ROOT, file))),
    [],
  )
})

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

import { claimDataFolder, releaseDataFolder } from './data-folder.ts'

test('a folder that cannot be written says so in one sentence', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'ourtee-data-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const message = `This user cannot write into ${join(file, 'data')}: give another folder with --data, or mend its owner.`
  assert.throws(() => claimDataFolder(join(file, 'data')), { message })
})

test('a folder is claimed until it is given back', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'ourtee-data-'))
  t.after(() => rmSync(folder, { recursive: true }))
  claimDataFolder(join(folder, 'data'))
  assert.equal(releaseDataFolder(join(folder, 'data')), true)
  assert.equal(releaseDataFolder(join(folder, 'data')), false)
})

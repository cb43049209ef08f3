import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'

import { trackedFiles } from './tracked-files.ts'

const ROOT = join(import.meta.dirname, '..')

const NAMED = ['app', 'components', 'content', 'e2e', 'lib', 'public']
const MORE = ['cli', 'docs', 'local', 'packages', 'verification']

test('the top level has the folders that were named, and five more', () => {
  const folders = trackedFiles(ROOT).flatMap((file) =>
    file.includes('/') ? [file.slice(0, file.indexOf('/'))] : [],
  )
  const visible = [...new Set(folders)].filter((folder) => !folder.startsWith('.'))
  assert.deepEqual(visible.toSorted(), [...NAMED, ...MORE].toSorted())
})

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

import { trackedFiles } from './tracked-files.ts'

const ROOT = join(import.meta.dirname, '..')

test('a downloaded folder without git has the same files, and none that was built or installed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ourtee-archive-'))
  try {
    const kept = ['.gitignore', 'app/page.tsx', 'local/data.ts']
    const others = ['.env', '.next/built-from', 'node_modules/next/index.js', 'orders-1.csv']
    for (const file of [...kept, ...others]) {
      mkdirSync(join(folder, file, '..'), { recursive: true })
      writeFileSync(join(folder, file), '')
    }
    cpSync(join(ROOT, '.gitignore'), join(folder, '.gitignore'))
    assert.deepEqual(trackedFiles(folder), kept)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

const hasGit = spawnSync('git', ['-C', ROOT, 'rev-parse']).status === 0

test(
  'a clone has the files that git lists',
  { skip: hasGit ? false : 'SKIPPED: no git here' },
  () => {
    const files = trackedFiles(ROOT)
    assert.ok(files.includes('package.json') && !files.some((file) => file.startsWith('.git/')))
  },
)

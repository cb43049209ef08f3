import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

// Node 20 knows no TypeScript: a command that names it leaves an empty file behind, as of a backup.
const BARE = /^\s*(?:[A-Z_]+=\S+ )*node (?!local\/bootstrap\.mjs)\S+\.ts\b/

test('no documented command of the shop runs TypeScript by the Node of its reader', () => {
  const pages = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md')]
  const bare = pages.flatMap((page) =>
    readFileSync(page, 'utf8')
      .split('\n')
      .filter((line) => BARE.test(line))
      .map((line) => `${page}: ${line}`),
  )
  assert.ok(pages.length > 10)
  assert.deepEqual(bare, [])
})

import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const PAGE = 'docs/decisions/promises.md'

test('each promise of the shop names files and tests that are there', () => {
  const rows = readFileSync(PAGE, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| promise'))
  assert.ok(rows.length > 10)
  for (const row of rows) {
    const [, , , code = '', proof = ''] = row.split('|')
    const files = [code, proof].map((cell) => [...cell.matchAll(/`([^`]+)`/gu)])
    for (const found of files) assert.ok(found.length > 0, row)
    const missing = files
      .flat()
      .map(([, file = '']) => file)
      .filter((file) => !file.startsWith('npm ') && !existsSync(file))
    assert.deepEqual(missing, [], row)
  }
})

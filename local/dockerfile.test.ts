import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const namesIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name = '']) => name)

// Those that the Dockerfile takes as a secret or sets, and those that a real shop refuses or that tests alone set.
const OTHERWISE = [
  'NEXT_SERVER_ACTIONS_ENCRYPTION_KEY',
  'BUILD_STANDALONE',
  'NEXT_PUBLIC_LOCAL',
  'CONTENT_FOLDER',
]

test('the Dockerfile passes every setting on that the build reads', () => {
  const config = read('next.config.ts')
  const used = [
    ...namesIn(config, /process\.env\.([A-Z_]+)/g),
    ...namesIn(config, /const \{([^}]+)\} = process\.env/g).flatMap((names) =>
      namesIn(names, /([A-Z_]+)/g),
    ),
  ]
  assert.ok(used.length > 8, `only ${used.length} settings found`)
  const passed = new Set(namesIn(read('Dockerfile'), /^ARG ([A-Z_]+)/gm))
  const missing = new Set(used).difference(passed).difference(new Set(OTHERWISE))
  assert.deepEqual([...missing], [])
})

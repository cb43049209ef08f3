import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const files = globSync('{app,components}/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'))

test("no page can fail for a late part: React's lazy and Next's dynamic are not used", () => {
  const bare = /import \{[^}]*\blazy\b[^}]*\} from 'react'|from 'next\/dynamic'/
  assert.deepEqual(
    files.filter((file) => bare.test(readFileSync(file, 'utf8'))),
    [],
  )
})

import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

import { sourceHash } from './build.ts'

test('a copied folder is not built again, a changed one is', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'ourtee-build-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const [one, copy] = [join(folder, 'one'), join(folder, '複本')]
  mkdirSync(join(one, 'app'), { recursive: true })
  writeFileSync(join(one, 'app', 'page.tsx'), 'export default () => null')
  cpSync(one, copy, { recursive: true })
  const settings = { NODE_ENV: 'production' } as const
  assert.equal(sourceHash(settings, copy), sourceHash(settings, one))
  writeFileSync(join(copy, 'app', 'page.tsx'), 'export default () => 1')
  assert.notEqual(sourceHash(settings, copy), sourceHash(settings, one))
  assert.notEqual(sourceHash({ ...settings, PORT: '3001' }, one), sourceHash(settings, one))
})

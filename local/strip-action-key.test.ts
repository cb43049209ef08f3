import assert from 'node:assert/strict'
import { test } from 'node:test'

import { withoutKey } from './strip-action-key.ts'

const manifest = { node: { a: { exportedName: 'encryptionKey' } }, encryptionKey: 'c2VjcmV0' }

test('no key of the server actions stays in an image', () => {
  const json = JSON.stringify(manifest, undefined, 2)
  assert.deepEqual(JSON.parse(withoutKey(json)), { ...manifest, encryptionKey: '' })
  const script = `self.__RSC_SERVER_MANIFEST=${JSON.stringify(JSON.stringify(manifest))}`
  assert.equal(withoutKey(script).includes('c2VjcmV0'), false)
  assert.equal(withoutKey(script).includes('exportedName'), true)
})

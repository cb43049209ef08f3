import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

import { withBoundedHeap } from './server-memory.ts'

test('the heap of a server is bounded, in the image, at the host and on a laptop too, unless the environment bounds it otherwise', () => {
  const { NODE_OPTIONS: bound = '' } = withBoundedHeap({ NODE_ENV: 'production' })
  assert.match(bound, /^--max-old-space-size=\d+$/)
  for (const file of ['Dockerfile', 'apphosting.yaml', 'local/services.ts'])
    assert.ok(readFileSync(file, 'utf8').includes(bound), file)
  const own = { NODE_ENV: 'production', NODE_OPTIONS: '--max-old-space-size=900' } as const
  assert.equal(withBoundedHeap(own), own)
  const debugged = { NODE_ENV: 'production', NODE_OPTIONS: '--inspect' } as const
  assert.equal(withBoundedHeap(debugged).NODE_OPTIONS, `--inspect ${bound}`)
})

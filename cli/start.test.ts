import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

import { withBoundedHeap } from './start.ts'

const FILE = fileURLToPath(new URL('start.ts', import.meta.url))

test('a taken port ends the start with one sentence that names the next free one', async (t) => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  t.after(() => other.close())
  const address = other.address()
  assert.ok(address !== null && typeof address === 'object')
  const { port } = address
  const start = spawn(process.execPath, [FILE], { env: { ...process.env, PORT: String(port) } })
  const [said, [code]] = await Promise.all([text(start.stderr), once(start, 'exit')])
  assert.equal(code, 1)
  const [, free = ''] =
    new RegExp(
      `^Port ${port} at 127\\.0\\.0\\.1 is taken\\. (\\d+) is free: PORT=\\1 npm start\\.\\n$`,
    ).exec(said) ?? []
  assert.ok(Number(free) > port, said)
})

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

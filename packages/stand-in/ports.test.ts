import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test } from 'node:test'

import { freePort, listen } from './ports.ts'

test('a taken port leads to the next free one, and two calls at once get two', async (t) => {
  const server = createServer()
  const taken = Number(new URL(await listen(server)).port)
  t.after(() => server.close())
  const printed = t.mock.method(console, 'log', () => undefined)
  const [first, second] = await Promise.all([freePort('one', taken), freePort('two', taken)])
  assert.ok(first > taken)
  assert.ok(second > taken)
  assert.notEqual(first, second)
  const lines = printed.mock.calls.map(({ arguments: [line] }) => line)
  assert.ok(lines.includes(`Port ${taken} is taken: one uses ${first}.`))
})

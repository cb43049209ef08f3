import assert from 'node:assert/strict'
import { test } from 'node:test'

import { isLoopback } from './loopback.ts'

const addresses: [string, boolean][] = [
  ['127.0.0.1:9099', true],
  ['http://localhost:3000', true],
  ['[::1]:9099', true],
  ['127.0.0.1', false],
  ['localhost', false],
  ['127.0.0.2:80', false],
  ['https://localhost:3000', false],
  ['example.com:80', false],
]

for (const [address, loopback] of addresses) {
  test(`${address} is ${loopback ? '' : 'not '}a port of this machine`, () => {
    assert.equal(isLoopback(address), loopback)
  })
}

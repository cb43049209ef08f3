import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'

import { verifyContentToken } from './verify-content-token.ts'

const tokens: readonly (readonly [number, string | undefined, RegExp])[] = [
  [200, '2027-06-01 00:00:00 UTC', /good .*until 2027-06-01/],
  [200, '2026-12-01 00:00:00 UTC', /missing .*ends on 2026-12-01/],
  [200, undefined, /good/],
  [401, undefined, /missing .*has ended/],
  [404, undefined, /missing .*answered 404/],
]
for (const [status, end, says] of tokens) {
  test(`the editor's token is reported with its day: ${status} ${end ?? 'no end'}`, async (t) => {
    const server = createServer((_request, response) => {
      if (end !== undefined) response.setHeader('github-authentication-token-expiration', end)
      response.writeHead(status).end('{}')
    }).listen(0, '127.0.0.1')
    t.after(() => server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    const address = server.address()
    assert.ok(address !== null && typeof address === 'object')
    const { port }: AddressInfo = address
    const at = { repository: 'ourtee/shop', token: 'x', api: `http://127.0.0.1:${port}` }
    const one = await verifyContentToken(at, new Date('2026-11-27T00:00:00.000Z'))
    const advice = one.state === 'good' ? '' : one.advice
    assert.match(`${one.state} ${one.name} ${advice}`, says)
  })
}

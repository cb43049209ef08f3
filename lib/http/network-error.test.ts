import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'

import { isNetworkError } from './network-error.ts'

const server = createServer((request, response) => {
  if (request.url === '/cut') {
    response.writeHead(200, { 'content-length': '100' })
    response.write('half', () => response.destroy())
  } else response.writeHead(500).end('no')
})
let address = ''
before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at: AddressInfo | string | null = server.address()
  address = `http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}`
})
after(() => server.close())

const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

test('a request that reaches nobody, and an answer that breaks off, are failures of the network', async () => {
  assert.equal(isNetworkError(await failure(fetch('http://127.0.0.1:1/'))), true)
  const cut = fetch(`${address}/cut`).then((answer) => answer.text())
  assert.equal(isNetworkError(await failure(cut)), true)
  assert.equal(isNetworkError(new Error('Connection closed.')), true)
})

test('an answer that can not be read is no failure of the network', async () => {
  const read = fetch(`${address}/failed`).then((answer) => answer.json())
  assert.equal(isNetworkError(await failure(read)), false)
  assert.equal(
    isNetworkError(new Error('An unexpected response was received from the server.')),
    false,
  )
})

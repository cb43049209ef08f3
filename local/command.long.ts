import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'

import type { Addresses } from './environment.ts'

const COMMAND = join(import.meta.dirname, 'command.ts')

/** Runs `npm run orders -- …` on the shop whose addresses are in a file, or on none. */
async function run(words: readonly string[], running = '') {
  const child = spawn(process.execPath, [COMMAND, 'cli/orders.ts', ...words], {
    env: { NODE_ENV: 'development', PATH: process.env.PATH, LOCAL_ADDRESSES: running },
  })
  // A busy machine may take its time to start the command.
  const said = once(child.stdout, 'data').then(() => performance.now())
  const [out, error, [code], began] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
    said,
  ])
  return { out, error, code: Number(code), seconds: (performance.now() - began) / 1000 }
}

/** The addresses of a shop of which nothing but this port of Firestore's takes a call. */
const shopAt = (port: number): Addresses => ({
  shop: 'http://localhost:3999',
  auth: 'http://127.0.0.1:3998',
  firestore: `127.0.0.1:${port}`,
  paypal: 'http://127.0.0.1:3997',
  mailbox: 'http://127.0.0.1:3996',
  smtp: 'smtp://127.0.0.1:3995',
  projectId: 'demo-ourtee',
})

test('how the commands are used is reported without any setting', async () => {
  const help = await run(['--help'])
  assert.equal(help.code, 0, help.error)
  assert.match(help.out, /^用法：npm run orders/)
})

test('the owner reads within ten seconds that nothing answers, and which shop it is about', async () => {
  const sockets = new Set<Socket>()
  const silent = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => sockets.delete(socket))
  })
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const folder = mkdtempSync(join(tmpdir(), 'ourtee-command-'))
  try {
    const running = join(folder, 'addresses.json')
    writeFileSync(running, JSON.stringify(shopAt(port ?? 0)))
    const result = await run(['review'], running)
    assert.equal(result.code, 1)
    assert.match(result.out, /^商店：這台電腦上的練習商店 http:\/\/localhost:3999\n$/)
    assert.match(result.error, /資料庫沒有回應/)
    assert.ok(result.seconds < 10, `${result.seconds} s`)
  } finally {
    for (const socket of sockets) socket.destroy()
    silent.close()
    rmSync(folder, { recursive: true })
  }
})

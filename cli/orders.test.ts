import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'

const COMMAND = join(import.meta.dirname, 'orders.ts')

async function run(words: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  const began = performance.now()
  const child = spawn(process.execPath, ['--conditions=react-server', COMMAND, ...words], {
    env: { NODE_ENV: 'development', PATH: process.env.PATH, ...settings },
  })
  const [out, error, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { out, error, code: Number(code), seconds: (performance.now() - began) / 1000 }
}

const LOCAL = {
  NEXT_PUBLIC_SITE_URL: 'http://127.0.0.1:3999',
  FIREBASE_PROJECT_ID: 'demo-ourtee',
  FIREBASE_API_KEY: 'demo-key',
  FIREBASE_AUTH_DOMAIN: '127.0.0.1:3999',
  FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:3998',
  PAYPAL_CLIENT_ID: 'demo-client',
  PAYPAL_CLIENT_SECRET: 'demo-secret',
  PAYPAL_ENVIRONMENT: 'sandbox',
  PAYPAL_WEBHOOK_ID: 'WH-DEMO',
  PAYPAL_BASE_URL: 'http://127.0.0.1:3997',
  SWEEP_SECRET: 'demo-sweep-secret-of-this-laptop',
  SMTP_URL: 'none',
  METADATA_SERVER_DETECTION: 'none',
}

test('how the commands are used is told without any setting, and so is what is wrong with them', async () => {
  const help = await run(['--help'])
  assert.equal(help.code, 0, help.error)
  assert.match(help.out, /^用法：npm run orders/)
  const wrong = await run(['list', '--status', 'paid'])
  assert.equal(wrong.code, 1)
  assert.match(wrong.error, /--status 只能是.*paid/)
})

test('where nothing answers, the owner reads so within ten seconds, after which shop it is about', async () => {
  const sockets = new Set<Socket>()
  const silent = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => sockets.delete(socket))
  })
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : undefined
  try {
    const settings = { ...LOCAL, FIRESTORE_EMULATOR_HOST: `127.0.0.1:${port}` }
    const told = await run(['list'], settings)
    assert.equal(told.code, 1)
    assert.match(told.out, /^商店：這台電腦上的練習商店 http:\/\/127\.0\.0\.1:3999\n$/)
    assert.match(told.error, /資料庫沒有回應/)
    assert.ok(told.seconds < 12, `${told.seconds} s`)
  } finally {
    for (const socket of sockets) socket.destroy()
    silent.close()
  }
})
